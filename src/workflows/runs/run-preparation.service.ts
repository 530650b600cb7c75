import { Injectable } from '@nestjs/common';
import type { AppState } from '../../apps/document/app.js';
import { newId } from '../../kernel/id.js';
import type { JsonValue } from '../../kernel/json/json.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { StorageQuotas } from '../../platform/storage/storage-quotas.service.js';
import { AppWorkflows, type AppWorkflow } from '../catalog/app-workflows.service.js';
import { requireInput } from '../definition/required-input.js';
import { OpenRuns } from './open-runs.js';
import { bytesOfNewRun } from './run-bytes.js';
import type { RunEvent } from './run-event.js';
import { RunStore } from './run-store.port.js';
import type { Run, RunOwner, RunParent } from './run.js';

/** As whom a run acts, what began it, how deep it is, and the run that it is a part of. */
export type RunBeginning = RunOwner & Pick<Run, 'depth' | 'start'> & Partial<RunParent>;

/** What a run is made of; with a document where the config has none. */
type PreparedWorkflow = Pick<AppWorkflow, 'name' | 'version' | 'inputSchema'> & Pick<Run, 'document'>;

/** Makes runs that are written down nowhere yet. */
@Injectable()
export class RunPreparation {
  private readonly open: OpenRuns;
  private readonly descendants: OpenRuns;

  constructor(
    private readonly workflows: AppWorkflows,
    store: RunStore,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly quotas: StorageQuotas,
  ) {
    this.open = new OpenRuns((appId) => store.countOpen(appId));
    this.descendants = new OpenRuns((rootId) => store.countDescendants(rootId), false);
  }

  /**
   * A run that could begin now. Throws `workflow-not-found`, `invalid-request` for an input that does not match the workflow's schema,
   * `too-many-runs`, `too-many-descendants`, `overloaded` while runs that have not ended use up ACCOUNT_RUN_BYTES.
   */
  async prepare(state: AppState, name: string, input: JsonValue, by: RunBeginning): Promise<Run> {
    return this.made(state, this.workflows.get(state, name), input, by);
  }

  /** The same of a workflow that stands in no config. */
  async made(
    state: AppState,
    { name, version, inputSchema, document }: PreparedWorkflow,
    input: JsonValue,
    by: RunBeginning,
  ): Promise<Run> {
    const { MAX_OPEN_RUNS, WORKFLOW_MAX_DESCENDANTS, WORKFLOW_MAX_RESULT_BYTES } = this.config.values;
    requireInput(input, inputSchema, WORKFLOW_MAX_RESULT_BYTES);
    this.quotas.requireRoom('runBytes', state.app.accountId);
    if (!(await this.open.admit(state.app.id, MAX_OPEN_RUNS)))
      throw new Problem('too-many-runs', `${String(MAX_OPEN_RUNS)} runs have not ended (MAX_OPEN_RUNS).`);
    if (by.rootId != null && !(await this.descendants.admit(by.rootId, WORKFLOW_MAX_DESCENDANTS)))
      throw new Problem(
        'too-many-descendants',
        `The run ${by.rootId} has begun ${String(WORKFLOW_MAX_DESCENDANTS)} runs, directly or through others (WORKFLOW_MAX_DESCENDANTS).`,
      );
    return {
      ...{ id: newId('run'), accountId: state.app.accountId, appId: state.app.id },
      ...{ workflow: name, version, configVersion: state.app.config.version },
      ...{ status: 'running', input, attempt: 1, dispatch: 1, recoveries: 0 },
      ...(document === undefined ? {} : { document }),
      ...{ startKey: null, bodyKey: null, parentId: null, rootId: null, isDetached: false },
      ...by,
      ...{ createdAt: this.clock.now(), endedAt: null, cancelledAt: null },
      bytes: bytesOfNewRun({ input, ...(document === undefined ? {} : { document }) }),
    };
  }
}

/** Number of the event by which a run begins. */
export const firstSeq = 1;

export function firstEvent({ id: runId, workflow, version, attempt, createdAt: at }: Run): RunEvent {
  return { runId, seq: firstSeq, type: 'run.started', at, data: { runId, workflow, version, attempt } };
}
