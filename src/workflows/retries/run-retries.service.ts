import { Injectable } from '@nestjs/common';
import { Audit, type Origin } from '../../accounts/audit/audit.service.js';
import { AppConfigs } from '../../apps/app/app-configs.service.js';
import type { JsonValue } from '../../kernel/json/json.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { mandateOf, type Principal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import { AppWorkflows } from '../catalog/app-workflows.service.js';
import { requireInput } from '../definition/required-input.js';
import type { WorkflowDefinition } from '../definition/workflow-definition.js';
import { Journal } from '../engine/journal/journal.service.js';
import { RunPrograms } from '../engine/run-programs.service.js';
import type { RunEvent } from '../runs/run-event.js';
import { RunFeed } from '../runs/run-feed.service.js';
import { RunStore } from '../runs/run-store.port.js';
import { hasEnded, type Run } from '../runs/run.js';
import type { Rewind } from './rewind.js';
import { RunJournal } from './run-journal.service.js';

/** How a run is tried again. */
export interface WantedRetry {
  /** JSON pointer of a task in the document, or the key of a step; absent: where the run stopped. */
  readonly from?: string | undefined;
  /** In place of the input that it had. */
  readonly input?: JsonValue | undefined;
  /** The definition with which the run began, or the one that the app has now. */
  readonly definition: 'run' | 'current';
}

type RunBasis = Pick<Run, 'configVersion' | 'version'>;

/** Lets runs that have ended run again: where they stopped, or from a step. */
@Injectable()
export class RunRetries {
  constructor(
    private readonly database: Database,
    private readonly store: RunStore,
    private readonly journal: Journal,
    private readonly journals: RunJournal,
    private readonly programs: RunPrograms,
    private readonly apps: AppConfigs,
    private readonly workflows: AppWorkflows,
    private readonly feed: RunFeed,
    private readonly audit: Audit,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * The run, running again as the caller. Throws `run-not-failed`, `step-not-found`, `workflow-not-found`, `config-version-not-found`, and
   * `invalid-request` for an input that does not fit.
   */
  async retry(principal: Principal, run: Run, wanted: WantedRetry, origin: Origin): Promise<Run> {
    const { from, definition } = wanted;
    if (!hasEnded(run) || (run.status === 'completed' && from === undefined))
      throw new Problem('run-not-failed', `The run is ${run.status}.`);
    const basis = definition === 'current' ? await this.current(principal, run) : run;
    const program = await this.definitionOf({ ...run, ...basis });
    const { input = run.input } = wanted;
    requireInput(input, program.input.schema, this.config.values.WORKFLOW_MAX_RESULT_BYTES);
    const change = restart(principal, run, basis, input);
    const begun = { ...withoutEnd(run), ...change };
    const { again, event } = await this.database.write(async () => {
      const cleared = { ...change, error: null, forgetsOutput: true } as const;
      if (!(await this.store.updateIn(run.id, [run.status], cleared, run.attempt)))
        throw new Problem('run-not-failed', 'The run is under way, or has been meanwhile.');
      const rewind = from === undefined ? undefined : await this.journals.rewindTo(run, from, program);
      await this.forget(run, rewind);
      const details = { workflow: run.workflow, ...(from === undefined ? {} : { from }), definition };
      await this.audit.record(principal, { action: 'run.retried', target: run.id, details }, origin);
      const bytes = await this.store.measureRun(run.id);
      return {
        again: { ...begun, bytes },
        event: await this.startedAgain(begun, rewind, from),
      };
    });
    this.feed.publish([event]);
    return again;
  }

  private async current(principal: Principal, { appId, workflow }: Run): Promise<RunBasis> {
    const state = await this.apps.findReached(principal, appId);
    if (state === undefined) throw new Problem('run-not-found');
    const { version } = this.workflows.get(state, workflow);
    return { configVersion: state.app.config.version, version };
  }

  private async definitionOf(run: Run): Promise<WorkflowDefinition> {
    const definition = await this.programs.definitionOf(run);
    if (definition !== undefined) return definition;
    const detail = `Version ${String(run.configVersion)} of the config is gone; \`definition: "current"\` takes the one that is there.`;
    throw new Problem('config-version-not-found', detail);
  }

  private async forget(run: Run, rewind: Rewind | undefined): Promise<void> {
    if (run.status === 'failed') await this.journal.forgetFailure(run);
    if (run.status === 'cancelled') await this.journals.forgetOpen(run.id);
    if (rewind !== undefined) await this.journals.rewind(run.id, rewind);
  }

  private async startedAgain(
    { id: runId, workflow, version, attempt }: Run,
    rewind: Rewind | undefined,
    from: string | undefined,
  ): Promise<RunEvent> {
    const back = rewind === undefined || from === undefined ? {} : { from, rewind: { ...rewind } };
    const event: RunEvent = {
      ...{ runId, seq: (await this.store.lastSeq(runId)) + 1, type: 'run.started', at: this.clock.now() },
      data: { runId, workflow, version, attempt, ...back },
    };
    await this.store.addEvents([event]);
    return event;
  }
}

function restart(
  principal: Principal,
  run: Run,
  { configVersion, version }: RunBasis,
  input: JsonValue,
): Partial<Run> {
  return {
    ...{ status: 'running', recoveries: 0, endedAt: null, cancelledAt: null },
    ...{ attempt: run.attempt + 1, dispatch: run.dispatch + 1, input, configVersion, version },
    ...{ tokenId: mandateOf(principal), userId: principal.kind === 'user' ? principal.userId : null },
  };
}

function withoutEnd({ output: _output, error: _error, ...run }: Run): Run {
  return run;
}
