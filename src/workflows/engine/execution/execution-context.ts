import type { JsonObject, JsonValue } from '../../../kernel/json/json.js';
import {
  awaitedNames,
  type Branch,
  type BranchOptions,
  type BranchResults,
  type ChildRun,
  type DurableContext,
  type Signal,
  type SignalWait,
  type StepAttempt,
  type StepInfo,
  type TaskInfo,
  type TaskMoment,
} from '../../interpreter/durable-context.port.js';
import { begunFacts, failureEvents, stepFacts, stepOutput } from '../../runs/step-facts.js';
import { errorValue, WorkflowFailure, type WorkflowError } from '../../interpreter/workflow-error.js';
import { WorkAborted } from '../run-stopped.js';
import { runBranches } from './branches.js';
import type { Execution } from './execution.js';
import { answersFor, approvalOf, notedWait, type AwaitedAnswer } from './awaited-answers.js';
import { endStream, expectEvents } from './awaited-signals.js';
import { childBegun, childIn, childOutput, isUnwanted } from './children.js';
import { ProgressThrottle } from './progress-throttle.js';

/** Whether readers of the run have heard of a step. */
interface Telling {
  begun: boolean;
}

/** What an execution gives the interpreter: memory in the journal, sleep and signals without a thread. */
export class ExecutionContext implements DurableContext {
  constructor(
    private readonly execution: Execution,
    readonly signal: AbortSignal,
    /** Key of the branch, '' for the run itself. */
    private readonly branch = '',
  ) {}

  get runId(): string {
    return this.execution.run.id;
  }

  get startedAt(): number {
    return this.execution.run.createdAt;
  }

  async step(
    key: string,
    asked: StepInfo,
    work: (attempt: StepAttempt) => Promise<JsonValue>,
  ): Promise<JsonValue> {
    const { execution } = this;
    const end = execution.replay.take(key);
    if (end?.kind === 'error') throw new WorkflowFailure(end.value as unknown as WorkflowError);
    if (end !== undefined) return end.value;
    await execution.around.mayBegin(execution.accountId);
    this.signal.throwIfAborted();
    execution.step(1);
    const telling = { begun: false };
    let info = asked;
    try {
      if (asked.prepare !== undefined) {
        info = { ...asked, ...(await asked.prepare()) };
        this.signal.throwIfAborted();
      }
      const value = await this.carryOut(key, info, work, telling);
      execution.record(
        [{ kind: 'value', key, value }],
        [{ type: 'step.completed', data: { ...stepFacts(key, info), ...stepOutput(value) } }],
      );
      return value;
    } catch (error) {
      throw this.failed(key, info, error, telling);
    } finally {
      execution.step(-1);
    }
  }

  async now(key: string): Promise<number> {
    const known = this.execution.replay.take(key);
    if (known !== undefined) return known.value as number;
    const now = this.execution.around.now();
    this.execution.record([{ kind: 'value', key, value: now }]);
    return Promise.resolve(now);
  }

  isOver(key: string, instant: number): Promise<boolean> {
    const { around, replay } = this.execution;
    const isKnown = replay.take(key) !== undefined;
    const isOver = isKnown || (around.now() >= instant && !replay.goesOn(this.branch));
    if (isOver && !isKnown) this.execution.record([{ kind: 'value', key, value: null }]);
    return Promise.resolve(isOver);
  }

  async sleepUntil(key: string, instant: number, task: TaskInfo): Promise<void> {
    const { execution } = this;
    if (execution.replay.take(key) !== undefined) return;
    this.signal.throwIfAborted();
    this.announce(key, task, { type: 'time', until: new Date(instant).toISOString() });
    await this.waiting(key, task, async () => {
      await execution.rest(execution.pause(instant, this.signal));
      // A signal for another branch wakes everybody.
      while (execution.around.now() < instant) await execution.rest(execution.pause(instant, this.signal));
    });
    execution.record(
      [{ kind: 'value', key, value: null }],
      [{ type: 'step.completed', data: stepFacts(key, task) }],
    );
  }

  async waitForSignals(
    key: string,
    wait: SignalWait,
    task: TaskInfo,
  ): Promise<readonly Signal[] | undefined> {
    const { execution } = this;
    const end = execution.replay.take(key);
    if (end !== undefined) return signalsIn(end.value);
    this.signal.throwIfAborted();
    const { deadline, approvalFor } = wait;
    const until = deadline === undefined ? {} : { until: new Date(deadline).toISOString() };
    const call = approvalFor === undefined ? {} : { approvalFor };
    await expectEvents(execution, key, wait);
    const approval = approvalOf(wait, execution.replay.begunWith(key));
    const id = approval === undefined ? {} : { approvalId: approval.id };
    this.announce(key, task, { type: awaitedNames(wait).join(', '), ...until, ...call, ...id }, approval);
    const found = await this.waiting(
      key,
      task,
      () => answersFor(execution, key, { wait, approval }, this.signal),
      approval,
    );
    if (found !== undefined) {
      const [first] = found;
      const value = (found.length === 1 ? first : found) as unknown as JsonValue;
      const shown = found.length === 1 ? first?.data : found.map(({ data }) => data);
      execution.record(
        [{ kind: 'signal', key, value }],
        [
          {
            type: 'step.completed',
            data: {
              ...stepFacts(key, task),
              ...stepOutput(shown ?? null),
              ...(first === undefined ? {} : { sender: first.sender }),
            },
          },
        ],
      );
      return found;
    }
    execution.record(
      [{ kind: 'value', key, value: null }],
      [
        {
          type: 'step.failed',
          data: { ...stepFacts(key, task), error: { title: 'Nobody sent it in time' } },
        },
      ],
    );
    return undefined;
  }

  async endStream(key: string): Promise<void> {
    await endStream(this.execution, key);
    this.signal.throwIfAborted();
  }

  async child(key: string, child: ChildRun, task: TaskInfo): Promise<JsonValue> {
    const { execution } = this;
    const end = execution.replay.take(key);
    if (end?.kind === 'error') throw new WorkflowFailure(end.value as unknown as WorkflowError);
    if (end !== undefined) return end.value;
    await execution.around.mayBegin(execution.accountId);
    this.signal.throwIfAborted();
    const known = childIn(execution.replay.begunWith(key), execution.run.attempt);
    const telling = { begun: known !== undefined };
    let runId = known;
    try {
      execution.hasChildren = true;
      runId ??= await childBegun(execution, this.signal, child);
      this.signal.throwIfAborted();
      if (known === undefined) this.announceChild(key, task, child.workflow, runId);
      telling.begun = true;
      const value = await childOutput(execution, this.signal, runId, child);
      execution.record(
        [{ kind: 'value', key, value }],
        [{ type: 'step.completed', data: { ...stepFacts(key, task), ...stepOutput(value) } }],
      );
      return value;
    } catch (error) {
      const reason = this.failed(key, task, error, telling);
      if (runId !== undefined && isUnwanted(reason)) await child.cancel(runId);
      throw reason;
    }
  }

  show(key: string, task: TaskInfo, moment: TaskMoment): void {
    this.execution.tell(this.execution.told.eventsOf(key, task, moment));
  }

  branches(key: string, branches: readonly Branch[], options: BranchOptions): Promise<BranchResults> {
    const context = (signal: AbortSignal, branch: Branch) =>
      new ExecutionContext(this.execution, signal, branch.key);
    return runBranches(this.execution, this.signal, context, { key, branches, options });
  }

  private announceChild(key: string, task: TaskInfo, workflow: string, run: string): void {
    const { execution } = this;
    execution.record(
      [{ kind: 'wait', key, value: { run, attempt: execution.run.attempt } }],
      [{ type: 'wait.required', data: { ...stepFacts(key, task), type: 'workflow', workflow, run } }],
    );
  }

  /** Tells of a wait that has been announced when it is broken off. */
  private async waiting<T>(
    key: string,
    task: TaskInfo,
    wait: () => Promise<T>,
    approval?: AwaitedAnswer,
  ): Promise<T> {
    try {
      return await wait();
    } catch (error) {
      if (error instanceof WorkAborted && error.why !== 'set-aside')
        this.execution.record(
          approval === undefined ? [] : [{ kind: 'wait', key, value: null }],
          failureEvents(key, task, { title: 'The wait was cancelled' }, true),
        );
      throw error;
    }
  }

  private async carryOut(
    key: string,
    info: StepInfo,
    work: (attempt: StepAttempt) => Promise<JsonValue>,
    telling: Telling,
  ): Promise<JsonValue> {
    const { execution, signal } = this;
    const interrupted = execution.replay.hasBegun(key);
    execution.tell([{ type: 'step.started', data: begunFacts(key, info) }]);
    telling.begun = true;
    let left: Promise<void> | undefined;
    const progress = new ProgressThrottle((told) => {
      execution.record([], [{ type: 'step.progress', data: { ...stepFacts(key, info), progress: told } }]);
    });
    try {
      return await work({
        interrupted,
        signal,
        leaving: () => (left ??= this.leaving(key, info, interrupted)),
        progress: (told) => {
          progress.tell(told);
        },
      });
    } finally {
      progress.end();
    }
  }

  /** That it leaves is on disk, with all that came before, when it does. */
  private async leaving(key: string, info: StepInfo, isMarked: boolean): Promise<void> {
    const { execution, signal } = this;
    const needsMark = !isMarked && !(await info.isRepeatable());
    execution.record(needsMark ? [{ kind: 'mark', key, value: null }] : []);
    await execution.flushed();
    signal.throwIfAborted();
  }

  /** What is broken off is not kept as a failure: the step has no end then. */
  private failed(
    key: string,
    info: Omit<StepInfo, 'isRepeatable'>,
    error: unknown,
    { begun }: Telling,
  ): unknown {
    const { execution, signal } = this;
    const reason: unknown = signal.aborted ? signal.reason : error;
    const told = (value: JsonObject) => failureEvents(key, info, value, begun);
    if (reason instanceof WorkAborted) {
      if (reason.why !== 'set-aside') execution.record([], told({ title: 'The step was cancelled' }));
      return reason;
    }
    if (!(reason instanceof WorkflowFailure)) return reason;
    const value = errorValue(reason.error);
    execution.record([{ kind: 'error', key, value }], told(value));
    return reason;
  }

  private announce(key: string, task: TaskInfo, what: JsonObject, approval?: AwaitedAnswer): void {
    const { replay } = this.execution;
    if (approval === undefined ? replay.hasBegun(key) : approval.isKnown) return;
    this.execution.record(
      [{ kind: 'wait', key, value: approval === undefined ? null : notedWait(approval) }],
      [{ type: 'wait.required', data: { ...stepFacts(key, task), ...what } }],
    );
  }
}

/** One stands there by itself. */
function signalsIn(value: JsonValue): readonly Signal[] | undefined {
  return value === null ? undefined : ([value].flat() as unknown as readonly Signal[]);
}
