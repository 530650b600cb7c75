import { Injectable } from '@nestjs/common';
import { AppConfigs } from '../../apps/app/app-configs.service.js';
import type { AppState } from '../../apps/document/app.js';
import type { JsonValue } from '../../kernel/json/json.js';
import { mandateOf, type Principal } from '../../kernel/principal.js';
import { WorkflowEngine } from '../engine/workflow-engine.port.js';
import { firstEvent, RunPreparation, type RunBeginning } from './run-preparation.service.js';
import type { Ancestry } from './run-ancestry.service.js';
import { RunStore } from './run-store.port.js';
import type { Run, RunOwner } from './run.js';

/** What a run is recognised by that is asked for again. */
export interface StartKeys {
  readonly startKey: string;
  readonly bodyKey: string | null;
}

/** Begins runs. */
@Injectable()
export class RunStarter {
  constructor(
    private readonly apps: AppConfigs,
    private readonly preparation: RunPreparation,
    private readonly store: RunStore,
    private readonly engine: WorkflowEngine,
  ) {}

  /**
   * The run is on disk when this returns, and goes on whoever leaves. Throws `workflow-not-found`, `invalid-request` for an input that does
   * not match the workflow's schema, `too-many-runs`, `too-many-descendants`, `app-not-found`.
   */
  async start(
    principal: Principal,
    state: AppState,
    name: string,
    input: JsonValue,
    ancestry?: Ancestry,
  ): Promise<Run> {
    const run = await this.prepare(state, name, input, startOf(principal, ancestry));
    await this.begin(run);
    return run;
  }

  /** Begins a run that is written down nowhere yet. Throws `app-not-found`. */
  async begin(run: Run): Promise<void> {
    await this.apps.whileThere(run.appId, () => this.engine.begin(run, firstEvent(run)));
  }

  /** A run that could begin now. Throws what `start` throws. */
  prepare(state: AppState, name: string, input: JsonValue, by: RunBeginning): Promise<Run> {
    return this.preparation.prepare(state, name, input, by);
  }

  /** The run that `ask` prepares, or the one that was begun when the same was asked for before, by either key. Throws `app-not-found`, and what `ask` throws. */
  async startOnce(keys: StartKeys, ask: () => Promise<Run>): Promise<Run> {
    const known = await this.findStarted(keys);
    if (known !== undefined) return known;
    const run = { ...(await ask()), ...keys };
    const first = await this.apps.whileThere(run.appId, () => this.firstOf(run, keys));
    if (first === run) await this.began(run);
    return first;
  }

  /** Writes a prepared run down, in the transaction that is open; once that is committed, `began` lets it go. */
  async add(run: Run): Promise<void> {
    await this.store.add(run, firstEvent(run));
  }

  /** Lets a run go that has been written down. Should the process end before, whoever takes up its runs lets it go. */
  async began(run: Run): Promise<void> {
    await this.engine.start(run);
  }

  /** Of two that come at once one is written down. */
  private async firstOf(run: Run, keys: StartKeys): Promise<Run> {
    try {
      await this.add(run);
      return run;
    } catch (error) {
      const other = await this.findStarted(keys);
      if (other !== undefined) return other;
      throw error;
    }
  }

  private async findStarted({ startKey, bodyKey }: StartKeys): Promise<Run | undefined> {
    const known = await this.store.findByStartKey(startKey);
    return known ?? (bodyKey === null ? undefined : this.store.findByBodyKey(bodyKey));
  }
}

/** How a run begins that a caller asks for, perhaps in a run of its own. */
export function startOf(principal: Principal, ancestry: Ancestry = { depth: 1, rootId: null }): RunBeginning {
  const kind = ancestry.depth > 1 ? 'workflow' : principal.kind === 'user' ? 'user' : 'key';
  return { ...ownerOfRun(principal), ...ancestry, start: { kind } };
}

/** As whom a run acts that a caller begins. */
export function ownerOfRun(principal: Principal): RunOwner {
  return { tokenId: mandateOf(principal), userId: principal.kind === 'user' ? principal.userId : null };
}
