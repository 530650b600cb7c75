import { Injectable } from '@nestjs/common';
import type { DBOS as Dbos, WorkflowStatus } from '@dbos-inc/dbos-sdk';
import { AsyncResource } from 'node:async_hooks';
import { newId } from '../../../kernel/id.js';
import { Config } from '../../../platform/config/config.js';
import { Logger } from '../../../platform/logging/logger.js';
import { RunDispatcher, type CarryOut } from './run-dispatcher.port.js';
import { orderId, type RunOrder } from './run-order.js';

/** Of what an order is: raised when processes of an older version could not carry out what this one gives, or the other way round. */
const applicationVersion = '3';
/** Where DBOS keeps its own tables, in the gateway's database. */
const schemaName = 'gantry_dbos';

const queueName = 'gantry-runs';
const pollMs = 200;
const ordersAtOnce = 500;

/** Orders as durable workflows of DBOS, which is loaded only when the first one is given. What runs remember is none of its business. */
@Injectable()
export class DbosDispatcher extends RunDispatcher {
  readonly workerId = newId('wrk');
  private launching: Promise<void> | undefined;
  private dbos: typeof Dbos | undefined;
  private isLaunched = false;
  private workflow: CarryOut | undefined;
  /** What DBOS is asked from here belongs to no workflow that happens to be under way. */
  private readonly outside = new AsyncResource('RunDispatcher');

  constructor(
    private readonly config: Config,
    private readonly logger: Logger,
  ) {
    super();
  }

  get launched(): boolean {
    return this.isLaunched;
  }

  launch(carryOut: CarryOut): Promise<void> {
    this.launching ??= this.outside
      .runInAsyncScope(() => this.launchOnce(carryOut))
      .catch((error: unknown) => {
        this.launching = undefined;
        this.dbos = undefined;
        throw error;
      });
    return this.launching;
  }

  async stop(): Promise<void> {
    await this.launching?.catch(() => undefined);
    const { dbos } = this;
    this.dbos = undefined;
    this.isLaunched = false;
    await dbos?.shutdown({ workflowCompletionTimeoutMS: 0, deregister: true });
  }

  async enqueue(order: RunOrder, priority = 0): Promise<void> {
    await this.outside.runInAsyncScope(() => this.start(order, priority));
  }

  async listPending(workerId: string): Promise<string[]> {
    const found = await this.running.listWorkflows({
      ...onlyStates,
      ...{ status: 'PENDING', executorId: workerId, limit: ordersAtOnce },
    });
    return found.map(({ workflowID }) => workflowID);
  }

  async resume(ids: readonly string[]): Promise<void> {
    await this.running.resumeWorkflows([...ids], { queueName });
  }

  async states(ids: readonly string[]): Promise<ReadonlyMap<string, 'ended' | 'open'>> {
    if (ids.length === 0) return new Map();
    const found = await this.running.listWorkflows({ ...onlyStates, workflowIDs: [...ids] });
    return new Map(found.map((order) => [order.workflowID, isOpen(order) ? 'open' : 'ended']));
  }

  async forgetEnded(before: number): Promise<void> {
    const completedBefore = new Date(before).toISOString();
    const ended = {
      ...onlyStates,
      ...{ status: ['SUCCESS' as const, 'ERROR' as const, 'CANCELLED' as const], completedBefore },
    };
    for (;;) {
      const found = await this.running.listWorkflows({ ...ended, limit: ordersAtOnce });
      if (found.length > 0) await this.running.deleteWorkflows(found.map(({ workflowID }) => workflowID));
      if (found.length < ordersAtOnce) return;
    }
  }

  private get running(): typeof Dbos {
    if (this.dbos === undefined) throw new Error('DBOS is not launched');
    return this.dbos;
  }

  private async launchOnce(carryOut: CarryOut): Promise<void> {
    const { DBOS } = await import('@dbos-inc/dbos-sdk');
    if (DBOS.isInitialized()) throw new Error('another gateway in this process carries out runs');
    const { DATABASE_URL, RUNS_AT_ONCE } = this.config.values;
    DBOS.setConfig({
      ...{ name: 'gantry', applicationVersion, executorID: this.workerId, logger: this.logging() },
      ...{ systemDatabaseUrl: DATABASE_URL, systemDatabaseSchemaName: schemaName },
      // Signals are the gateway's own, and its hook for new connections makes `pg` complain on standard error.
      ...{ useListenNotify: false, systemDatabaseIdleTransactionTimeoutMs: 0 },
      ...{ enableOTLP: false, tracingEnabled: false, listenQueues: [queueName] },
    });
    this.workflow ??= DBOS.registerWorkflow(carryOut, { name: 'run' });
    // From its first moment on it may carry out runs that are waiting.
    this.dbos = DBOS;
    await DBOS.launch();
    await DBOS.registerQueue(queueName, { workerConcurrency: RUNS_AT_ONCE, minPollingIntervalMs: pollMs });
    this.isLaunched = true;
  }

  private start({ runId, dispatch }: RunOrder, priority: number) {
    if (this.workflow === undefined) throw new Error('DBOS is not launched');
    const workflowID = orderId({ runId, dispatch });
    const inQueue = { workflowID, queueName, enqueueOptions: { priority } };
    return this.running.startWorkflow(this.workflow, inQueue)({ runId, dispatch });
  }

  /** What it thinks worth telling is daily business here: runs are taken over. */
  private logging() {
    const tell = (message: unknown) => {
      this.logger.debug('dbos.said', { message: String(message) });
    };
    return { debug: () => undefined, info: tell, warn: tell, error: tell };
  }
}

const onlyStates = { loadInput: false, loadOutput: false } as const;

/** What an older version gave is nobody's any more. */
function isOpen({ status, applicationVersion: version }: WorkflowStatus): boolean {
  const isUnderWay = status === 'PENDING' || status === 'ENQUEUED' || status === 'DELAYED';
  return isUnderWay && Number(version ?? 0) >= Number(applicationVersion);
}
