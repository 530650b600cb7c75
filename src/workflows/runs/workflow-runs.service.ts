import { Injectable } from '@nestjs/common';
import type { Origin } from '../../accounts/audit/audit.service.js';
import { AppConfigs } from '../../apps/app/app-configs.service.js';
import type { AppState } from '../../apps/document/app.js';
import type { Page, PageRequest } from '../../kernel/page.js';
import { reachOf } from '../../kernel/grant-reach.js';
import { credentialOf, type Principal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Cursors } from '../../platform/security/cursors.js';
import { RunFamily } from '../children/run-family.service.js';
import { RunRetries, type WantedRetry } from '../retries/run-retries.service.js';
import { WorkflowEngine } from '../engine/workflow-engine.port.js';
import { AppWorkflows } from '../catalog/app-workflows.service.js';
import { RunStore, type RunFilter } from './run-store.port.js';
import { RunSteps, type RunDetails } from './run-steps.js';
import { hasEnded, type Run } from './run.js';
import { RunTransactions, type SentSignal } from './run-transactions.service.js';

/** A run, and the app that the caller thinks it belongs to. */
export interface RunName {
  readonly id: string;
  readonly app?: string | undefined;
}

const mostSteps = 1000;
const mostChildren = 100;
const eventsAtOnce = 500;

/** What people and programs can ask of runs that are there. Another account's or app's run is not found. */
@Injectable()
export class WorkflowRuns {
  constructor(
    private readonly apps: AppConfigs,
    private readonly workflows: AppWorkflows,
    private readonly store: RunStore,
    private readonly engine: WorkflowEngine,
    private readonly changes: RunTransactions,
    private readonly retries: RunRetries,
    private readonly family: RunFamily,
    private readonly cursors: Cursors,
  ) {}

  /** Newest first. Throws `invalid-cursor`. */
  async list(principal: Principal, wanted: RunFilter, page: PageRequest): Promise<Page<Run>> {
    const state = await this.apps.findReached(principal, wanted.appId);
    const left = state === undefined ? undefined : this.leftTo(principal, state);
    // Of the one that is asked for, what is not left of it is nothing.
    const isHidden = wanted.workflow !== undefined && left?.workflows?.includes(wanted.workflow) === false;
    const filter = {
      ...wanted,
      tokenId: onlyStarter(principal),
      ...left,
      ...(isHidden ? { workflows: [] } : {}),
    };
    const { appId, workflow, status, startedBy, since, until, parentId } = wanted;
    const list = `runs ${[appId, workflow, status, startedBy, since, until, parentId].join(' ')}`;
    return this.cursors.pageOfRows(
      list,
      page,
      (limit, cursor) => this.store.list(filter, { limit, cursor }),
      ({ id }) => id,
    );
  }

  /** `app`: id or slug of the app that the caller means. Throws `run-not-found`, `app-not-found`, `app-mismatch`. */
  async get(principal: Principal, { id, app }: RunName): Promise<Run> {
    const meant = app === undefined ? undefined : (await this.apps.getMeant(principal, app)).app.id;
    const run = await this.store.find(id);
    const state = run === undefined ? undefined : await this.apps.findReached(principal, run.appId);
    const starter = onlyStarter(principal);
    if (run === undefined || state === undefined || (meant !== undefined && meant !== run.appId))
      throw new Problem('run-not-found');
    if (starter !== undefined && starter !== run.tokenId) throw new Problem('run-not-found');
    const { workflows, userId } = this.leftTo(principal, state);
    if (workflows?.includes(run.workflow) === false) throw new Problem('run-not-found');
    if (userId !== undefined && run.userId !== userId) throw new Problem('run-not-found');
    return run;
  }

  /** What grants leave somebody: runs of the workflows that are theirs to use, people their own. */
  private leftTo(principal: Principal, state: AppState): Pick<RunFilter, 'workflows' | 'userId'> {
    if (state.cleared === undefined) return {};
    const workflows = this.workflows.list(state).map(({ name }) => name);
    return principal.kind === 'app' ? { workflows } : { workflows, userId: principal.userId };
  }

  /** Throws `run-not-found`. */
  async getWithSteps(principal: Principal, name: RunName): Promise<RunDetails> {
    const run = await this.get(principal, name);
    const { id } = run;
    const steps = new RunSteps();
    let seq = 0;
    for (;;) {
      const events = await this.store.listEvents(id, seq, eventsAtOnce);
      for (const event of events) if (steps.size <= mostSteps) steps.add(event);
      seq = events.at(-1)?.seq ?? seq;
      if (events.length < eventsAtOnce || steps.size > mostSteps) break;
      await new Promise((resolve) => setImmediate(resolve));
    }
    const children = await this.store.list({ appId: run.appId, parentId: id }, { limit: mostChildren });
    return {
      ...{ run, steps: steps.list(run.endedAt).slice(0, mostSteps), more: steps.size > mostSteps },
      children: children.reverse(),
    };
  }

  /** Whether the run has events after `after`, or may have some yet. Throws `run-not-found`. */
  async hasMore(principal: Principal, name: RunName, after: number): Promise<boolean> {
    return !hasEnded(await this.get(principal, name)) || (await this.store.lastSeq(name.id)) > after;
  }

  /** Ends a run; one that has ended stays as it is. Throws `run-not-found`. */
  async cancel(principal: Principal, name: RunName, origin: Origin): Promise<Run> {
    const run = await this.get(principal, name);
    if (hasEnded(run)) return run;
    if (await this.changes.cancel(principal, run, origin)) await this.engine.cancel(run);
    return this.get(principal, name);
  }

  /** Throws `run-not-found`, `run-ended`, and what `RunTransactions.signal` throws. */
  async signal(principal: Principal, name: RunName, signal: SentSignal, origin: Origin): Promise<Run> {
    const run = await this.get(principal, name);
    if (hasEnded(run)) throw new Problem('run-ended', `The run is ${run.status}.`);
    await this.changes.signal(principal, run, signal, origin);
    await this.engine.signalled(run);
    return this.get(principal, name);
  }

  /** Runs on from where it stopped, or from a step, from now on as the caller. Throws `run-not-found` and what `RunRetries` throws. */
  async retry(principal: Principal, name: RunName, wanted: WantedRetry, origin: Origin): Promise<Run> {
    const run = await this.get(principal, name);
    // What its steps have begun is not the business of its next attempt.
    if (hasEnded(run)) await this.family.endChildren(run.id);
    const again = await this.retries.retry(principal, run, wanted, origin);
    await this.engine.start(again);
    return again;
  }
}

/** A program that was not left all servers sees its own runs only: others tell what servers answered that are not open to it. */
function onlyStarter(principal: Principal): string | undefined {
  return reachOf(principal)?.servers === undefined ? undefined : credentialOf(principal);
}
