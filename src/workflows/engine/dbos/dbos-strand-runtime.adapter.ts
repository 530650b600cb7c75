import { Injectable } from '@nestjs/common';
import type { DBOS as Dbos, DBOSWorkflowConflictError } from '@dbos-inc/dbos-sdk';
import { AsyncResource } from 'node:async_hooks';
import { newId } from '../../../kernel/id.js';
import { Config } from '../../../platform/config/config.js';
import { Logger } from '../../../platform/logging/logger.js';
import { isRoot, strandId, type StrandEnd, type StrandOrder } from './strand.js';
import { StrandRuntime, type CarryOut } from './strand-runtime.port.js';

/** Of the steps that strands take: raised when a strand that an older version began could not be replayed by this one. */
const applicationVersion = '1';
/** Where DBOS keeps its own tables, in the gateway's database. */
const schemaName = 'gantry_dbos';

const queues = { run: 'gantry-runs', branch: 'gantry-branches' } as const;
const pollMs = 200;
const strandsAtOnce = 500;
/** A rewind to here forgets nothing. */
const lastStep = 2 ** 31 - 1;

type Workflow = (order: StrandOrder) => Promise<StrandEnd>;

/** Strands as durable workflows of DBOS, which is loaded only when the first one is wanted. */
@Injectable()
export class DbosStrandRuntime extends StrandRuntime {
  readonly workerId = newId('wrk');
  private launching: Promise<void> | undefined;
  private dbos: typeof Dbos | undefined;
  private isLaunched = false;
  private takenOver: typeof DBOSWorkflowConflictError | undefined;
  private workflow: Workflow | undefined;
  /** What DBOS is asked from here counts as no step of the strand that asks. */
  private readonly outside = new AsyncResource('StrandRuntime');

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

  async begin(order: StrandOrder): Promise<{ readonly end: Promise<StrandEnd> }> {
    const handle = await this.outside.runInAsyncScope(() => this.start(order));
    const end = this.outside.runInAsyncScope(() => handle.getResult({ pollingIntervalMs: pollMs }));
    end.catch(() => undefined);
    return { end };
  }

  async enqueue(order: StrandOrder, rank = 0): Promise<void> {
    await this.outside.runInAsyncScope(() => this.start(order, queueOf(strandId(order)), rank));
  }

  async once(key: string, work: () => Promise<void>): Promise<void> {
    await this.running.runStep(
      async () => {
        await work();
        return null;
      },
      { name: key },
    );
  }

  isTakenOver(error: unknown): boolean {
    return this.takenOver !== undefined && error instanceof this.takenOver;
  }

  wake(id: string): Promise<boolean> {
    return this.outside.runInAsyncScope(() => this.rewind(id));
  }

  async listPending(workerId: string): Promise<string[]> {
    const found = await this.running.listWorkflows({
      ...onlyStates,
      ...{ status: 'PENDING', executorId: workerId, limit: strandsAtOnce },
    });
    return found.map(({ workflowID }) => workflowID);
  }

  async resume(ids: readonly string[]): Promise<void> {
    for (const isRun of [true, false]) {
      const some = ids.filter((id) => isRoot(id) === isRun);
      const queueName = isRun ? queues.run : queues.branch;
      if (some.length > 0) await this.running.resumeWorkflows(some, { queueName });
    }
  }

  async states(ids: readonly string[]): Promise<ReadonlyMap<string, 'ended' | 'open'>> {
    if (ids.length === 0) return new Map();
    const found = await this.running.listWorkflows({ ...onlyStates, workflowIDs: [...ids] });
    return new Map(found.map(({ workflowID, status }) => [workflowID, isOpen(status) ? 'open' : 'ended']));
  }

  ends(ids: readonly string[]): Promise<ReadonlyMap<string, StrandEnd>> {
    return this.outside.runInAsyncScope(() => this.listEnds(ids));
  }

  async listEnded(before: number, page: { offset: number; limit: number }): Promise<string[]> {
    const found = await this.running.listWorkflows({
      ...onlyStates,
      ...{ status: ['SUCCESS', 'ERROR', 'CANCELLED'], completedBefore: new Date(before).toISOString() },
      ...page,
    });
    return found.map(({ workflowID }) => workflowID);
  }

  async remove(ids: readonly string[]): Promise<void> {
    await this.running.deleteWorkflows([...ids]);
  }

  private async listEnds(ids: readonly string[]): Promise<ReadonlyMap<string, StrandEnd>> {
    const ends = new Map<string, StrandEnd>();
    for (let start = 0; start < ids.length; start += strandsAtOnce) {
      const workflowIDs = ids.slice(start, start + strandsAtOnce);
      const filter = { loadInput: false, status: 'SUCCESS' as const, workflowIDs };
      for (const { workflowID, output } of await this.running.listWorkflows(filter))
        ends.set(workflowID, output as StrandEnd);
    }
    return ends;
  }

  private async rewind(id: string): Promise<boolean> {
    const [status] = await this.running.listWorkflows({ ...onlyStates, workflowIDs: [id] });
    if (status === undefined || isOpen(status.status)) return false;
    await this.running.rewindWorkflow(id, {
      startStep: lastStep,
      queueName: queueOf(id),
      applicationVersion,
    });
    return true;
  }

  private get running(): typeof Dbos {
    if (this.dbos === undefined) throw new Error('DBOS is not launched');
    return this.dbos;
  }

  private async launchOnce(carryOut: CarryOut): Promise<void> {
    const { DBOS, DBOSWorkflowConflictError: takenOver } = await import('@dbos-inc/dbos-sdk');
    if (DBOS.isInitialized()) throw new Error('another gateway in this process carries out runs');
    const { DATABASE_URL, RUNS_AT_ONCE } = this.config.values;
    DBOS.setConfig({
      ...{ name: 'gantry', applicationVersion, executorID: this.workerId, logger: this.logging() },
      ...{ systemDatabaseUrl: DATABASE_URL, systemDatabaseSchemaName: schemaName },
      // Signals are the gateway's own, and its hook for new connections makes `pg` complain on standard error.
      ...{ useListenNotify: false, systemDatabaseIdleTransactionTimeoutMs: 0 },
      ...{ enableOTLP: false, tracingEnabled: false },
    });
    this.workflow ??= DBOS.registerWorkflow(carryOut, { name: 'strand' });
    // From its first moment on it may carry out strands that are waiting.
    this.takenOver = takenOver;
    this.dbos = DBOS;
    await DBOS.launch();
    await DBOS.registerQueue(queues.run, { workerConcurrency: RUNS_AT_ONCE, minPollingIntervalMs: pollMs });
    // A run waits for its branches: they must never wait for a run to make room.
    await DBOS.registerQueue(queues.branch, { minPollingIntervalMs: pollMs });
    this.isLaunched = true;
  }

  private start(order: StrandOrder, queueName?: string, priority?: number) {
    if (this.workflow === undefined) throw new Error('DBOS is not launched');
    const options = {
      workflowID: strandId(order),
      ...(queueName === undefined ? {} : { queueName, enqueueOptions: { priority } }),
    };
    return this.running.startWorkflow(this.workflow, options)(order);
  }

  /** What it thinks worth telling is daily business here: strands end with errors of their documents, and are taken over. */
  private logging() {
    const tell = (message: unknown) => {
      this.logger.debug('dbos.said', { message: String(message) });
    };
    return { debug: () => undefined, info: tell, warn: tell, error: tell };
  }
}

const onlyStates = { loadInput: false, loadOutput: false } as const;

function isOpen(status: string): boolean {
  return status === 'PENDING' || status === 'ENQUEUED' || status === 'DELAYED';
}

function queueOf(id: string): string {
  return isRoot(id) ? queues.run : queues.branch;
}
