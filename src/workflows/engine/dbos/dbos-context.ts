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
} from '../../durable-context.port.js';
import { failureEvents, stepFacts, stepOutput } from '../../runs/step-facts.js';
import type { StoredSignal } from '../../runs/run.js';
import { errorValue, WorkflowFailure, type WorkflowError } from '../../workflow-error.js';
import type { JournalEntry } from '../embedded/journal-entry.js';
import { ProgressThrottle } from '../embedded/progress-throttle.js';
import { WorkAborted } from '../run-stopped.js';
import { runBranches } from './branches.js';
import { forever, type LocalStrand } from './local-strand.js';

/** Whether readers of the run have heard of a step. */
interface Telling {
  begun: boolean;
}

/** How a key ended. */
type End = Pick<JournalEntry, 'kind' | 'value'>;

/**
 * What the scale-out engine gives the interpreter. The end of each step, sleep and wait is a step of DBOS, which says who carries the strand
 * out; its value is a row of the journal, written together with its event.
 */
export class DbosContext implements DurableContext {
  constructor(private readonly strand: LocalStrand) {}

  get runId(): string {
    return this.strand.run.id;
  }

  get startedAt(): number {
    return this.strand.run.createdAt;
  }

  get signal(): AbortSignal {
    return this.strand.signal;
  }

  async step(
    key: string,
    info: StepInfo,
    work: (attempt: StepAttempt) => Promise<JsonValue>,
  ): Promise<JsonValue> {
    const { around, memory } = this.strand;
    const known = memory.take(key);
    const here: { carriedOut?: Promise<End> } = {};
    await around.once(key, async () => {
      if (known !== undefined) return;
      here.carriedOut = this.carryOut(key, info, work);
      // What ends the strand is not kept as the step's end.
      await here.carriedOut.catch(() => undefined);
    });
    const { kind, value } = known ?? (await (here.carriedOut ?? this.carryOut(key, info, work)));
    if (kind === 'error') throw new WorkflowFailure(value as unknown as WorkflowError);
    return value;
  }

  async now(key: string): Promise<number> {
    const { around, memory } = this.strand;
    const known = memory.take(key);
    if (known !== undefined) return known.value as number;
    const now = around.now();
    await this.strand.write({ entries: [{ kind: 'value', key, value: now }] });
    return now;
  }

  async isOver(key: string, instant: number): Promise<boolean> {
    const { around, memory } = this.strand;
    if (memory.take(key) !== undefined) return true;
    if (around.now() < instant || memory.goesOn(this.strand.branch)) return false;
    await this.strand.write({ entries: [{ kind: 'value', key, value: null }] });
    return true;
  }

  async sleepUntil(key: string, instant: number, task: TaskInfo): Promise<void> {
    const { strand } = this;
    await this.waited(key, async () => {
      await this.announce(key, task, { type: 'time', until: new Date(instant).toISOString() });
      while (strand.around.now() < instant) await strand.rest(strand.pause(instant), []);
      const end: End = { kind: 'value', value: null };
      const events = [{ type: 'step.completed' as const, data: stepFacts(key, task) }];
      await strand.write({ entries: [{ key, ...end }], events });
      return end;
    });
  }

  async waitForSignal(
    key: string,
    { types, deadline, approvalFor }: SignalWait,
    task: TaskInfo,
  ): Promise<Signal | undefined> {
    const { value } = await this.waited(key, async () => {
      const until = deadline === undefined ? {} : { until: new Date(deadline).toISOString() };
      const call = approvalFor === undefined ? {} : { approvalFor };
      await this.announce(key, task, { type: types.join(', '), ...until, ...call });
      return (await this.signalInTime(key, types, deadline, task)) ?? (await this.nobodySentIt(key, task));
    });
    return value === null ? undefined : (value as unknown as Signal);
  }

  show(key: string, task: TaskInfo, moment: TaskMoment): void {
    this.strand.tell(this.strand.told.eventsOf(key, task, moment));
  }

  async branches(key: string, branches: readonly Branch[], options: BranchOptions): Promise<BranchResults> {
    // Branches write for themselves: what came before them is told before.
    await this.strand.tellAll();
    return await runBranches(this.strand, key, branches, options);
  }

  /** A wait may leave memory, so it is no step of DBOS before it is over. */
  private async waited(key: string, wait: () => Promise<End>): Promise<End> {
    const { around, memory } = this.strand;
    const end = memory.take(key) ?? (await wait());
    await around.once(key, () => Promise.resolve());
    return end;
  }

  private async signalInTime(
    key: string,
    types: readonly string[],
    deadline: number | undefined,
    task: TaskInfo,
  ): Promise<End | undefined> {
    const { strand } = this;
    const taken = ({ id, type, data, sender }: StoredSignal): End => ({
      kind: 'signal',
      value: { id, type, data, sender },
    });
    for (;;) {
      const pause = strand.pause(deadline);
      const sent = await strand.around.listSignals(this.runId);
      const wanted = sent.filter(({ type }) => types.includes(type));
      const found =
        wanted.length === 0
          ? undefined
          : await strand.takeSignal(wanted, (signal) => {
              const data = { ...stepFacts(key, task), ...stepOutput(signal.data), sender: signal.sender };
              return { entries: [{ key, ...taken(signal) }], events: [{ type: 'step.completed', data }] };
            });
      if (found !== undefined) {
        strand.leave(pause);
        return taken(found);
      }
      if ((await strand.rest(pause, types)) === 'time') return undefined;
    }
  }

  private async nobodySentIt(key: string, task: TaskInfo): Promise<End> {
    const end: End = { kind: 'value', value: null };
    const data = { ...stepFacts(key, task), error: { title: 'Nobody sent it in time' } };
    await this.strand.write({ entries: [{ key, ...end }], events: [{ type: 'step.failed', data }] });
    return end;
  }

  private async carryOut(
    key: string,
    info: StepInfo,
    work: (attempt: StepAttempt) => Promise<JsonValue>,
  ): Promise<End> {
    const { strand } = this;
    await strand.around.mayBegin();
    this.signal.throwIfAborted();
    strand.working++;
    const telling = { begun: false };
    try {
      const value = await this.call(key, info, work, telling);
      const data = { ...stepFacts(key, info), ...stepOutput(value) };
      const end: End = { kind: 'value', value };
      await strand.write({ entries: [{ key, ...end }], events: [{ type: 'step.completed', data }] });
      return end;
    } catch (error) {
      return await this.failed(key, info, error, telling);
    } finally {
      strand.working--;
    }
  }

  private async call(
    key: string,
    info: StepInfo,
    work: (attempt: StepAttempt) => Promise<JsonValue>,
    telling: Telling,
  ): Promise<JsonValue> {
    const { signal, strand } = this;
    const interrupted = strand.memory.hasBegun(key);
    strand.tell([{ type: 'step.started', data: stepFacts(key, info) }]);
    telling.begun = true;
    let left: Promise<void> | undefined;
    let written = Promise.resolve();
    const progress = new ProgressThrottle((told) => {
      const events = [{ type: 'step.progress' as const, data: { ...stepFacts(key, info), progress: told } }];
      written = written.then(() => strand.write({ events })).catch(() => undefined);
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
      // No progress is told after the step's end.
      await written;
    }
  }

  /** The mark of a call that must not be repeated is on disk before the call leaves. */
  private async leaving(key: string, info: StepInfo, isMarked: boolean): Promise<void> {
    const needsMark = !isMarked && !(await info.isRepeatable());
    await this.strand.write({ entries: needsMark ? [{ kind: 'mark', key, value: null }] : [] });
    this.signal.throwIfAborted();
  }

  /** What is broken off is not kept as a failure: the step has no end then. */
  private async failed(key: string, info: StepInfo, error: unknown, { begun }: Telling): Promise<End> {
    const { signal, strand } = this;
    const reason: unknown = signal.aborted ? signal.reason : error;
    if (reason instanceof WorkAborted && reason.why === 'set-aside') await forever();
    const told = (value: JsonObject) => failureEvents(key, info, value, begun);
    if (reason instanceof WorkAborted)
      await strand.write({ events: told({ title: 'The step was cancelled' }) }).catch(() => undefined);
    if (!(reason instanceof WorkflowFailure)) throw reason;
    const value = errorValue(reason.error);
    await strand.write({ entries: [{ kind: 'error', key, value }], events: told(value) });
    return { kind: 'error', value };
  }

  private async announce(key: string, task: TaskInfo, what: JsonObject): Promise<void> {
    if (this.strand.memory.hasBegun(key)) return;
    await this.strand.write({
      entries: [{ kind: 'wait', key, value: null }],
      events: [{ type: 'wait.required', data: { ...stepFacts(key, task), ...what } }],
    });
  }
}
