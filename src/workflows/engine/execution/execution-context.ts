import type { JsonObject, JsonValue } from '../../../kernel/json/json.js';
import type {
  Branch,
  BranchOptions,
  BranchResults,
  DurableContext,
  Signal,
  SignalWait,
  StepAttempt,
  StepInfo,
  TaskInfo,
  TaskMoment,
} from '../../interpreter/durable-context.port.js';
import { failureEvents, stepFacts, stepOutput } from '../../runs/step-facts.js';
import type { StoredSignal } from '../../runs/run.js';
import { errorValue, WorkflowFailure, type WorkflowError } from '../../interpreter/workflow-error.js';
import { WorkAborted } from '../run-stopped.js';
import { runBranches } from './branches.js';
import type { Execution } from './execution.js';
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
    info: StepInfo,
    work: (attempt: StepAttempt) => Promise<JsonValue>,
  ): Promise<JsonValue> {
    const { execution } = this;
    const end = execution.replay.take(key);
    if (end?.kind === 'error') throw new WorkflowFailure(end.value as unknown as WorkflowError);
    if (end !== undefined) return end.value;
    await execution.around.mayBegin();
    this.signal.throwIfAborted();
    execution.step(1);
    const telling = { begun: false };
    try {
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

  async waitForSignal(
    key: string,
    { types, deadline, approvalFor }: SignalWait,
    task: TaskInfo,
  ): Promise<Signal | undefined> {
    const { execution } = this;
    const end = execution.replay.take(key);
    if (end !== undefined) return signalIn(end.value);
    this.signal.throwIfAborted();
    const until = deadline === undefined ? {} : { until: new Date(deadline).toISOString() };
    const call = approvalFor === undefined ? {} : { approvalFor };
    this.announce(key, task, { type: types.join(', '), ...until, ...call });
    const found = await this.waiting(key, task, () => this.signalInTime(types, deadline));
    if (found !== undefined) {
      const { id, type, data, sender } = found;
      execution.record(
        [{ kind: 'signal', key, value: { id, type, data, sender } }],
        [{ type: 'step.completed', data: { ...stepFacts(key, task), ...stepOutput(data), sender } }],
      );
      return { id, type, data, sender };
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

  show(key: string, task: TaskInfo, moment: TaskMoment): void {
    this.execution.tell(this.execution.told.eventsOf(key, task, moment));
  }

  branches(key: string, branches: readonly Branch[], options: BranchOptions): Promise<BranchResults> {
    const context = (signal: AbortSignal, branch: Branch) =>
      new ExecutionContext(this.execution, signal, branch.key);
    return runBranches(this.execution, this.signal, context, { key, branches, options });
  }

  /** The first that nobody has taken; undefined when the deadline passes. */
  private async signalInTime(
    types: readonly string[],
    deadline: number | undefined,
  ): Promise<StoredSignal | undefined> {
    const { execution } = this;
    for (;;) {
      const pause = execution.pause(deadline, this.signal, types);
      const found = (await execution.around.listSignals(this.runId)).find(
        ({ id, type }) => types.includes(type) && !execution.taken.has(id),
      );
      this.signal.throwIfAborted();
      if (found !== undefined) {
        execution.leave(pause);
        execution.taken.add(found.id);
        return found;
      }
      if ((await execution.rest(pause)) === 'time') return undefined;
    }
  }

  /** Tells of a wait that has been announced when it is broken off. */
  private async waiting<T>(key: string, task: TaskInfo, wait: () => Promise<T>): Promise<T> {
    try {
      return await wait();
    } catch (error) {
      if (error instanceof WorkAborted && error.why !== 'set-aside')
        this.execution.record([], failureEvents(key, task, { title: 'The wait was cancelled' }, true));
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
    execution.tell([{ type: 'step.started', data: stepFacts(key, info) }]);
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
  private failed(key: string, info: StepInfo, error: unknown, { begun }: Telling): unknown {
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

  private announce(key: string, task: TaskInfo, what: JsonObject): void {
    if (this.execution.replay.hasBegun(key)) return;
    this.execution.record(
      [{ kind: 'wait', key, value: null }],
      [{ type: 'wait.required', data: { ...stepFacts(key, task), ...what } }],
    );
  }
}

function signalIn(value: JsonValue): Signal | undefined {
  return value === null ? undefined : (value as unknown as Signal);
}
