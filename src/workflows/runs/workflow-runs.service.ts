import { Injectable } from '@nestjs/common';
import type { Origin } from '../../accounts/audit/audit.service.js';
import { AppConfigs } from '../../apps/app/app-configs.service.js';
import type { JsonValue } from '../../kernel/json/json.js';
import type { Page, PageRequest } from '../../kernel/page.js';
import { reachOf } from '../../kernel/grant-reach.js';
import { credentialOf, type Principal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Cursors } from '../../platform/security/cursors.js';
import { WorkflowEngine } from '../engine/workflow-engine.port.js';
import { RunStore, type RunFilter } from './run-store.port.js';
import { RunSteps, type RunDetails } from './run-steps.js';
import { hasEnded, type Run } from './run.js';
import { RunTransactions } from './run-transactions.service.js';

/** A run, and the app that the caller thinks it belongs to. */
export interface RunName {
  readonly id: string;
  readonly app?: string | undefined;
}

const mostSteps = 1000;
const eventsAtOnce = 500;

/** What people and programs can ask of runs that are there. Another account's or app's run is not found. */
@Injectable()
export class WorkflowRuns {
  constructor(
    private readonly apps: AppConfigs,
    private readonly store: RunStore,
    private readonly engine: WorkflowEngine,
    private readonly changes: RunTransactions,
    private readonly cursors: Cursors,
  ) {}

  /** Newest first. Throws `invalid-cursor`. */
  async list(principal: Principal, wanted: RunFilter, page: PageRequest): Promise<Page<Run>> {
    const filter = { ...wanted, tokenId: onlyStarter(principal) };
    const list = `runs ${filter.appId} ${filter.workflow ?? ''} ${filter.status ?? ''}`;
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
    return run;
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
    return { run, steps: steps.list(run.endedAt).slice(0, mostSteps), more: steps.size > mostSteps };
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

  /** Throws `run-not-found`, `run-ended`, `too-many-signals`. */
  async signal(
    principal: Principal,
    name: RunName,
    signal: { readonly type: string; readonly data: JsonValue },
    origin: Origin,
  ): Promise<Run> {
    const run = await this.get(principal, name);
    if (hasEnded(run)) throw new Problem('run-ended', `The run is ${run.status}.`);
    await this.changes.signal(principal, run, signal, origin);
    await this.engine.signalled(run);
    return this.get(principal, name);
  }

  /** Runs on from the step that failed, from now on as the caller. Throws `run-not-found`, `run-not-failed`. */
  async retry(principal: Principal, name: RunName, origin: Origin): Promise<Run> {
    const run = await this.get(principal, name);
    const again = await this.changes.retry(principal, run, origin);
    if (again === undefined) throw new Problem('run-not-failed', `The run is ${run.status}.`);
    await this.engine.start(again);
    return again;
  }
}

/** A program that was not left all servers sees its own runs only: others tell what servers answered that are not open to it. */
function onlyStarter(principal: Principal): string | undefined {
  return reachOf(principal)?.servers === undefined ? undefined : credentialOf(principal);
}
