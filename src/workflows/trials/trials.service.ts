import { Injectable } from '@nestjs/common';
import type { AppState } from '../../apps/document/app.js';
import { Clock } from '../../kernel/pacing/clock.js';
import type { JsonObject, JsonValue } from '../../kernel/json/json.js';
import { Problem, type Fault } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { Expressions } from '../../platform/expressions/expressions.port.js';
import { AppWorkflows } from '../catalog/app-workflows.service.js';
import { parseWorkflow } from '../definition/parse-workflow.js';
import { requireInput } from '../definition/required-input.js';
import type { WorkflowDefinition } from '../definition/workflow-definition.js';
import { workflowLimits } from '../definition/workflow-limits.js';
import { DocumentCheck } from '../expressions/document-check.service.js';
import { interpret, interpretBranch } from '../interpreter/interpret.js';
import type { Ports } from '../interpreter/ports.js';
import { WorkflowFailure } from '../interpreter/workflow-error.js';
import { runProblem } from '../runs/run-problem.js';
import { TrialContext, TrialHalt } from './trial-context.js';
import { TrialRecord, type TriedCall, type TriedStep } from './trial-record.js';
import { TrialTools, type Mocks } from './trial-tools.js';

export interface TrialRequest {
  /** A document that is tried as it stands; else that of the app by this name. */
  readonly document?: JsonObject | undefined;
  readonly workflow?: string | undefined;
  readonly input: JsonValue;
  readonly mocks: Mocks;
  readonly signals: Readonly<Record<string, JsonValue>>;
  /** When it begins, in milliseconds since the epoch. */
  readonly now?: number | undefined;
  readonly skipTime: boolean;
  readonly timeoutMs: number;
}

/** How a trial ended: `waiting` for a signal that was not given, or for time that did not pass. */
export interface Trial {
  readonly status: 'completed' | 'failed' | 'waiting';
  readonly output?: JsonValue;
  readonly error?: JsonObject;
  readonly waitsFor?: readonly string[];
  readonly steps: readonly TriedStep[];
  readonly calls: readonly TriedCall[];
  readonly more: boolean;
}

/** Tries documents without a run: what would be done is told, and nothing is. */
@Injectable()
export class Trials {
  private readonly open = new Map<string, number>();

  constructor(
    private readonly workflows: AppWorkflows,
    private readonly documents: DocumentCheck,
    private readonly expressions: Expressions,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Throws `workflow-not-found`, `invalid-request` with the faults of the document or input, `too-many-trials`. */
  async run(state: AppState, request: TrialRequest): Promise<Trial> {
    const { accountId } = state.app;
    const definition = await this.definitionOf(state, request);
    const { WORKFLOW_MAX_RESULT_BYTES, WORKFLOW_TRIALS } = this.config.values;
    requireInput(request.input, definition.input.schema, WORKFLOW_MAX_RESULT_BYTES);
    const before = this.open.get(accountId) ?? 0;
    if (before >= WORKFLOW_TRIALS)
      throw new Problem('too-many-trials', `${String(WORKFLOW_TRIALS)} are under way (WORKFLOW_TRIALS).`);
    this.open.set(accountId, before + 1);
    try {
      return await this.carriedOut(accountId, definition, request);
    } finally {
      const left = (this.open.get(accountId) ?? 1) - 1;
      if (left > 0) this.open.set(accountId, left);
      else this.open.delete(accountId);
    }
  }

  private async definitionOf(
    state: AppState,
    { document, workflow = '' }: TrialRequest,
  ): Promise<WorkflowDefinition> {
    if (document === undefined) this.workflows.get(state, workflow);
    const written = document ?? state.config.workflows?.[workflow] ?? {};
    const { definition, faults } = parseWorkflow(written, workflowLimits(this.config.values));
    const wrong: readonly Fault[] =
      faults ?? (await this.documents.check(state.app.accountId, written, definition.expressions));
    if (definition !== undefined && wrong.length === 0) return definition;
    const errors = wrong.map(({ pointer, detail }) => ({ pointer: `/document${pointer}`, detail }));
    throw new Problem('invalid-request', 'The document cannot be run as it is written.', { errors });
  }

  private async carriedOut(
    accountId: string,
    definition: WorkflowDefinition,
    { input, mocks, signals, now = this.clock.now(), skipTime, timeoutMs }: TrialRequest,
  ): Promise<Trial> {
    const { WORKFLOW_TRIAL_STEPS, WORKFLOW_TRIAL_BYTES } = this.config.values;
    const record = new TrialRecord(WORKFLOW_TRIAL_STEPS, WORKFLOW_TRIAL_BYTES);
    const tools = new TrialTools(mocks, record);
    const ports = (context: TrialContext): Ports => ({
      ...{ accountId, context, tools, expressions: this.expressions, clock: context.clock },
      observe: (step) => {
        record.addStep(step);
      },
    });
    const context = new TrialContext({
      ...{ startedAt: now, skipTime, signals: new Map(Object.entries(signals)) },
      given: AbortSignal.timeout(timeoutMs),
      runBranch: ({ program }, own) => interpretBranch(definition, program, ports(own)),
    });
    const told = () => ({ steps: record.steps, calls: record.calls, more: record.isCut });
    try {
      const output = await interpret(definition, input, ports(context));
      return { status: 'completed', output, ...told() };
    } catch (error) {
      if (error instanceof TrialHalt) return { status: 'waiting', waitsFor: error.waitsFor, ...told() };
      if (!(error instanceof WorkflowFailure)) throw error;
      return { status: 'failed', error: runProblem(error.error), ...told() };
    }
  }
}
