import { Injectable } from '@nestjs/common';
import type { AppState } from '../../apps/document/app.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { newId } from '../../kernel/id.js';
import type { JsonValue } from '../../kernel/json/json.js';
import { mandateOf, type Principal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { AppWorkflows } from '../catalog/app-workflows.service.js';
import { requireInput } from '../definition/required-input.js';
import { WorkflowEngine } from '../engine/workflow-engine.port.js';
import { OpenRuns } from './open-runs.js';
import { RunStore } from './run-store.port.js';
import type { RunEvent } from './run-event.js';
import type { Run, RunOwner } from './run.js';

/** As whom a run acts, what began it, and how deep it is. */
export type RunBeginning = RunOwner & Pick<Run, 'depth' | 'start'>;

/** Begins runs. */
@Injectable()
export class RunStarter {
  private readonly open: OpenRuns;

  constructor(
    private readonly workflows: AppWorkflows,
    private readonly store: RunStore,
    private readonly engine: WorkflowEngine,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {
    this.open = new OpenRuns((appId) => store.countOpen(appId));
  }

  /**
   * The run is on disk when this returns, and goes on whoever leaves. Throws `workflow-not-found`, `invalid-request` for an input that does
   * not match the workflow's schema, `too-many-runs`.
   */
  async start(
    principal: Principal,
    state: AppState,
    name: string,
    input: JsonValue,
    depth = 1,
  ): Promise<Run> {
    const kind = depth > 1 ? 'workflow' : principal.kind === 'user' ? 'user' : 'key';
    const run = await this.prepare(state, name, input, { ...ownerOfRun(principal), depth, start: { kind } });
    const stored = this.store.insert(run, firstEvent(run));
    // Where the engine writes in this process too, its first write shares the commit with the run's own.
    if (!this.engine.alone) await stored;
    await Promise.all([stored, this.engine.start(run)]);
    return run;
  }

  /** A run that could begin now. Throws what `start` throws. */
  async prepare(state: AppState, name: string, input: JsonValue, by: RunBeginning): Promise<Run> {
    const { version, inputSchema } = this.workflows.get(state, name);
    const { MAX_OPEN_RUNS, WORKFLOW_MAX_RESULT_BYTES } = this.config.values;
    requireInput(input, inputSchema, WORKFLOW_MAX_RESULT_BYTES);
    if (!(await this.open.admit(state.app.id, MAX_OPEN_RUNS)))
      throw new Problem('too-many-runs', `${String(MAX_OPEN_RUNS)} runs have not ended (MAX_OPEN_RUNS).`);
    return {
      ...{ id: newId('run'), accountId: state.app.accountId, appId: state.app.id },
      ...{ workflow: name, version, configVersion: state.app.config.version },
      ...{ status: 'running', input, attempt: 1, dispatch: 1, recoveries: 0 },
      startKey: null,
      ...by,
      ...{ createdAt: this.clock.now(), endedAt: null, cancelledAt: null },
    };
  }

  /** The run that `ask` prepares, or the one that was begun when the same was asked for before. Throws what `ask` throws. */
  async startOnce(startKey: string, ask: () => Promise<Run>): Promise<Run> {
    const known = await this.store.findByStartKey(startKey);
    if (known !== undefined) return known;
    const run = { ...(await ask()), startKey };
    try {
      await this.add(run);
    } catch (error) {
      // Of two that come at once one is written down.
      const other = await this.store.findByStartKey(startKey);
      if (other !== undefined) return other;
      throw error;
    }
    await this.began(run);
    return run;
  }

  /** Writes a prepared run down, in the transaction that is open; once that is committed, `began` lets it go. */
  async add(run: Run): Promise<void> {
    await this.store.add(run, firstEvent(run));
  }

  /** Lets a run go that has been written down. Should the process end before, whoever takes up its runs lets it go. */
  async began(run: Run): Promise<void> {
    await this.engine.start(run);
  }
}

function ownerOfRun(principal: Principal): RunOwner {
  return { tokenId: mandateOf(principal), userId: principal.kind === 'user' ? principal.userId : null };
}

function firstEvent({ id: runId, workflow, version, attempt, createdAt: at }: Run): RunEvent {
  return { runId, seq: 1, type: 'run.started', at, data: { runId, workflow, version, attempt } };
}
