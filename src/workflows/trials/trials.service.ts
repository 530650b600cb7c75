import { Injectable } from '@nestjs/common';
import type { AppState } from '../../apps/document/app.js';
import { Clock } from '../../kernel/pacing/clock.js';
import type { JsonObject, JsonRecord, JsonValue } from '../../kernel/json/json.js';
import { Problem, type Fault } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { Expressions } from '../../platform/expressions/expressions.port.js';
import type { Caller } from '../../kernel/caller.js';
import type { CallScope } from '../../kernel/call-scope.js';
import { AskedTools } from '../calls/asked-tools.service.js';
import type { AskedCall } from '../definition/requests/asked-call.js';
import type { FoundTool } from '../interpreter/tool-access.port.js';
import { AppWorkflows } from '../catalog/app-workflows.service.js';
import type { EventTerms } from '../definition/event-filter.js';
import { parseWorkflow } from '../definition/parse-workflow.js';
import { requireInput } from '../definition/required-input.js';
import { findTask, noTaskAt } from '../definition/find-task.js';
import type { Task, WorkflowDefinition } from '../definition/workflow-definition.js';
import { workflowLimits } from '../definition/workflow-limits.js';
import { DocumentCheck } from '../expressions/document-check.service.js';
import { EventMatch } from '../events/event-match.js';
import { interpret, interpretTask } from '../interpreter/interpret.js';
import { WorkflowFailure } from '../interpreter/workflow-error.js';
import { runProblem } from '../runs/run-problem.js';
import { TrialHalt } from './trial-context.js';
import { TrialRecord, type TriedCall, type TriedEvent, type TriedStep } from './trial-record.js';
import { TrialRun } from './trial-run.js';
import { TrialTools, type Mocks } from './trial-tools.js';

export interface TrialRequest {
  /** A document that is tried as it stands; else that of the app by this name. */
  readonly document?: JsonObject | undefined;
  readonly workflow?: string | undefined;
  /** JSON pointer of the only task that is tried. */
  readonly step?: string | undefined;
  /** Outputs of the tasks before it, by name. */
  readonly steps: JsonRecord;
  /** Of the workflow, or of the step. */
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
  readonly events: readonly TriedEvent[];
  readonly more: boolean;
}

/** Tries documents without a run: what would be done is told, and nothing is. */
@Injectable()
export class Trials {
  private readonly open = new Map<string, number>();

  constructor(
    private readonly workflows: AppWorkflows,
    private readonly documents: DocumentCheck,
    private readonly asked: AskedTools,
    private readonly expressions: Expressions,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Throws `workflow-not-found`, `step-not-found`, `invalid-request` with the faults of the document or input, `too-many-trials`. */
  async run(caller: Caller, state: AppState, request: TrialRequest, scope: CallScope): Promise<Trial> {
    const { accountId } = state.app;
    const definition = await this.definitionOf(state, request);
    const { WORKFLOW_MAX_RESULT_BYTES, WORKFLOW_TRIALS } = this.config.values;
    const task = request.step === undefined ? undefined : taskAt(definition, request.step);
    const schema = task === undefined ? definition.input.schema : undefined;
    requireInput(request.input, schema, WORKFLOW_MAX_RESULT_BYTES);
    const before = this.open.get(accountId) ?? 0;
    if (before >= WORKFLOW_TRIALS)
      throw new Problem('too-many-trials', `${String(WORKFLOW_TRIALS)} are under way (WORKFLOW_TRIALS).`);
    this.open.set(accountId, before + 1);
    try {
      const lookUp = (asked: AskedCall) => this.asked.findKnown(caller, state, asked, scope);
      return await this.carriedOut(state, definition, request, task, lookUp);
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

  /** Workflows of the app, each read once. */
  private definitions(state: AppState): (workflow: string) => WorkflowDefinition {
    const known = new Map<string, WorkflowDefinition>();
    return (workflow) => {
      this.workflows.get(state, workflow);
      const limits = workflowLimits(this.config.values);
      const definition =
        known.get(workflow) ?? parseWorkflow(state.config.workflows?.[workflow], limits).definition;
      if (definition === undefined) throw new Problem('workflow-not-found');
      known.set(workflow, definition);
      return definition;
    };
  }

  private async carriedOut(
    state: AppState,
    definition: WorkflowDefinition,
    { input, mocks, signals, now = this.clock.now(), skipTime, timeoutMs, steps }: TrialRequest,
    task: Task | undefined,
    lookUp: (asked: AskedCall) => Promise<FoundTool | undefined>,
  ): Promise<Trial> {
    const { WORKFLOW_TRIAL_STEPS, WORKFLOW_TRIAL_BYTES, WORKFLOW_MAX_DEPTH } = this.config.values;
    const record = new TrialRecord(WORKFLOW_TRIAL_STEPS, WORKFLOW_TRIAL_BYTES);
    const { accountId } = state.app;
    const terms = {
      ...{ startedAt: now, skipTime, signals: new Map(Object.entries(signals)) },
      ends: AbortSignal.timeout(timeoutMs),
      takes: async (filter: EventTerms, event: JsonObject) => {
        const match = new EventMatch(this.expressions, accountId, { event, correlation: {}, at: now });
        return (await match.by(filter)) !== undefined;
      },
    };
    const parts = {
      ...{ accountId, expressions: this.expressions, record, terms },
      ...{ maxDepth: WORKFLOW_MAX_DEPTH, find: this.definitions(state) },
    };
    const tried = new TrialRun(definition, parts, new TrialTools(mocks, record, lookUp));
    const told = () => ({
      steps: record.steps,
      calls: record.calls,
      events: record.events,
      more: record.isCut,
    });
    try {
      const output =
        task === undefined
          ? await interpret(definition, input, tried.ports())
          : await interpretTask(definition, task, { input, steps }, tried.ports());
      return { status: 'completed', output, ...told() };
    } catch (error) {
      if (error instanceof TrialHalt) return { status: 'waiting', waitsFor: error.waitsFor, ...told() };
      if (!(error instanceof WorkflowFailure)) throw error;
      return { status: 'failed', error: runProblem(error.error), ...told() };
    }
  }
}

/** Throws `step-not-found`. */
function taskAt(definition: WorkflowDefinition, pointer: string): Task {
  const task = findTask(definition, pointer);
  if (task !== undefined) return task;
  const detail = `is no task of the document.${noTaskAt(pointer, [...definition.pointers.values()])}`;
  throw new Problem('step-not-found', undefined, { errors: [{ pointer: '/step', detail }] });
}
