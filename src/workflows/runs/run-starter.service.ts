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
import type { Run } from './run.js';

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
    const { version, inputSchema } = this.workflows.get(state, name);
    const { MAX_OPEN_RUNS, WORKFLOW_MAX_RESULT_BYTES } = this.config.values;
    requireInput(input, inputSchema, WORKFLOW_MAX_RESULT_BYTES);
    if (!(await this.open.admit(state.app.id, MAX_OPEN_RUNS)))
      throw new Problem('too-many-runs', `${String(MAX_OPEN_RUNS)} runs have not ended (MAX_OPEN_RUNS).`);
    const at = this.clock.now();
    const run: Run = {
      ...{ id: newId('run'), accountId: state.app.accountId, appId: state.app.id },
      ...{ workflow: name, version, configVersion: state.app.config.version },
      ...{ status: 'running', input, attempt: 1, dispatch: 1, recoveries: 0, depth },
      ...{ tokenId: mandateOf(principal), userId: principal.kind === 'user' ? principal.userId : null },
      ...{ createdAt: at, endedAt: null, cancelledAt: null },
    };
    const data = { runId: run.id, workflow: name, version, attempt: 1 };
    const stored = this.store.insert(run, { runId: run.id, seq: 1, type: 'run.started', at, data });
    // Where the engine writes in this process too, its first write shares the commit with the run's own.
    if (!this.engine.alone) await stored;
    await Promise.all([stored, this.engine.start(run)]);
    return run;
  }
}
