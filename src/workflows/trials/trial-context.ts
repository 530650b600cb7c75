import { setTimeout as pause } from 'node:timers/promises';
import type { JsonObject, JsonValue } from '../../kernel/json/json.js';
import type { EventTerms } from '../definition/event-filter.js';
import { allFailed } from '../interpreter/all-failed.js';
import {
  awaitedNames,
  type Awaited,
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
} from '../interpreter/durable-context.port.js';
import { WorkflowFailure } from '../interpreter/workflow-error.js';

/** A trial cannot go on: it waits for what nobody has given, or its time is over. */
export class TrialHalt extends Error {
  override readonly name = 'TrialHalt';

  constructor(readonly waitsFor: readonly string[]) {
    super('The trial cannot go on');
  }
}

/** What came of a workflow that another one runs, and when. */
export type ChildEnd = BranchEnd;

export interface TrialTerms {
  readonly startedAt: number;
  /** Waits are over at once. */
  readonly skipTime: boolean;
  /** Data of signals by their type; each is taken once. */
  readonly signals: Map<string, JsonValue>;
  /** Ends the trial. */
  readonly ends: AbortSignal;
  /** Whether a filter takes an event. */
  readonly takes: (terms: EventTerms, event: JsonObject) => Promise<boolean>;
  readonly runBranch: (branch: Branch, context: TrialContext) => Promise<JsonValue>;
  readonly runChild: (key: string, child: ChildRun, time: number) => Promise<ChildEnd>;
}

/** An engine that remembers nothing. Its time is its own: it begins where it is told to, and passes by waiting alone. */
export class TrialContext implements DurableContext {
  readonly runId = 'run_trial';

  constructor(
    private readonly terms: TrialTerms,
    private time = terms.startedAt,
  ) {}

  get startedAt(): number {
    return this.terms.startedAt;
  }

  get signal(): AbortSignal {
    return this.terms.ends;
  }

  /** Milliseconds since the epoch, in this part of the trial. */
  readonly clock = { now: (): number => this.time };

  async step(
    _: string,
    __: StepInfo,
    work: (attempt: StepAttempt) => Promise<JsonValue>,
  ): Promise<JsonValue> {
    this.requireTime();
    const attempt = { interrupted: false, leaving: () => Promise.resolve(), progress: () => undefined };
    return await work({ ...attempt, signal: this.signal });
  }

  now(): Promise<number> {
    this.requireTime();
    return Promise.resolve(this.time);
  }

  isOver(_: string, instant: number): Promise<boolean> {
    this.requireTime();
    return Promise.resolve(this.time >= instant);
  }

  async sleepUntil(_: string, instant: number): Promise<void> {
    this.requireTime();
    if (!this.terms.skipTime && instant > this.time)
      await pause(Math.min(instant - this.time, 2_147_483_647), undefined, { signal: this.signal }).catch(
        () => {
          this.requireTime();
        },
      );
    this.time = Math.max(this.time, instant);
  }

  async waitForSignals(key: string, wait: SignalWait): Promise<readonly Signal[] | undefined> {
    this.requireTime();
    const found = wait.stream === undefined ? await this.given(wait) : await this.nextGiven(wait);
    if (found.length > 0) return found;
    if (wait.deadline === undefined) throw new TrialHalt(awaitedNames(wait));
    await this.sleepUntil(key, wait.deadline);
    return undefined;
  }

  endStream(): Promise<void> {
    return Promise.resolve();
  }

  async child(key: string, child: ChildRun): Promise<JsonValue> {
    this.requireTime();
    const end = await this.terms.runChild(key, child, this.time);
    const { deadline } = child;
    if (deadline !== undefined && end.at > deadline.instant) throw this.at(deadline.instant, deadline.over());
    if ('failure' in end) throw this.at(end.at, end.failure);
    this.time = end.at;
    return end.output;
  }

  show(_: string, __: TaskInfo): void {
    this.requireTime();
  }

  /** One after the other, each with a time of its own: who is done first in that time has come first. */
  async branches(
    key: string,
    branches: readonly Branch[],
    { compete }: BranchOptions,
  ): Promise<BranchResults> {
    const ends = await this.endsOf(branches);
    const failed = ends.filter((end) => 'failure' in end);
    const [firstFailed] = failed.toSorted((one, other) => one.at - other.at);
    if (!compete) {
      if (firstFailed !== undefined) throw this.at(firstFailed.at, firstFailed.failure);
      this.time = Math.max(this.time, ...ends.map(({ at }) => at));
      return { outputs: ends.flatMap((end) => ('output' in end ? [end.output] : [])) };
    }
    const winner = ends.reduce(
      (best, end, index) => ('output' in end && end.at < (ends[best]?.at ?? Infinity) ? index : best),
      -1,
    );
    const won = ends[winner];
    if (won === undefined || !('output' in won)) {
      const errors = failed.map(({ failure }) => failure.error);
      const keys = branches.map((branch) => branch.key);
      const last = failed.toSorted((one, other) => one.at - other.at).at(-1);
      if (last === undefined) return { outputs: [] };
      throw this.at(last.at, allFailed(key, keys, errors, last.failure.error));
    }
    this.time = won.at;
    return { outputs: [won.output], winner };
  }

  private async endsOf(branches: readonly Branch[]): Promise<BranchEnd[]> {
    const ends: BranchEnd[] = [];
    for (const branch of branches) {
      const own = new TrialContext(this.terms, this.time);
      try {
        const output = await this.terms.runBranch(branch, own);
        ends.push({ output, at: own.time });
      } catch (error) {
        if (!(error instanceof WorkflowFailure)) throw error;
        ends.push({ failure: error, at: own.time });
      }
    }
    return ends;
  }

  /** What was given beforehand of all that is awaited, or of the first; nothing when something is missing. */
  private async given({ awaited, needsAll = false }: SignalWait): Promise<readonly Signal[]> {
    const found: Signal[] = [];
    for (const one of awaited) {
      const signal = await this.givenFor(one);
      if (signal !== undefined) found.push(signal);
      if (!needsAll && signal !== undefined) break;
    }
    if (needsAll && found.length < awaited.length) return [];
    for (const { type } of found) this.terms.signals.delete(type);
    return found;
  }

  /** Of a stream the next that was given: of a type a list has one for each. */
  private async nextGiven({ awaited, stream }: SignalWait): Promise<readonly Signal[]> {
    const places = [...awaited, ...(stream?.ends ?? [])];
    for (const type of new Set(places.map(typeOf)))
      while (this.terms.signals.has(type)) {
        const data = this.shift(type);
        for (const [place, one] of places.entries()) {
          const signal = typeOf(one) === type ? await this.signalFor(one, data) : undefined;
          if (signal !== undefined) return [{ ...signal, place }];
        }
      }
    return [];
  }

  private shift(type: string): JsonValue {
    const given = this.terms.signals.get(type) ?? null;
    const [first = null, ...rest] = Array.isArray(given) ? (given as JsonValue[]) : [given];
    if (rest.length > 0) this.terms.signals.set(type, rest);
    else this.terms.signals.delete(type);
    return first;
  }

  private async givenFor({ signal, event }: Awaited): Promise<Signal | undefined> {
    const type = typeOf({ signal, event });
    if (!this.terms.signals.has(type)) return undefined;
    return this.signalFor({ signal, event }, this.terms.signals.get(type) ?? null);
  }

  private async signalFor({ signal, event }: Awaited, data: JsonValue): Promise<Signal | undefined> {
    const type = typeOf({ signal, event });
    const told = { id: `sig_${type}`, type, sender: 'trial' };
    if (signal !== undefined || event === undefined) return { ...told, data };
    const whole = { specversion: '1.0', id: told.id, source: told.sender, type, data };
    return (await this.terms.takes(event, whole)) ? { ...told, data: whole, isEvent: true } : undefined;
  }

  private at(time: number, failure: WorkflowFailure): WorkflowFailure {
    this.time = Math.max(this.time, time);
    return failure;
  }

  private requireTime(): void {
    if (this.terms.ends.aborted) throw new TrialHalt([]);
  }
}

function typeOf({ signal, event }: Awaited): string {
  return signal ?? event?.type ?? '';
}

type BranchEnd =
  | { readonly output: JsonValue; readonly at: number }
  | { readonly failure: WorkflowFailure; readonly at: number };
