import { setTimeout as pause } from 'node:timers/promises';
import type { JsonValue } from '../../kernel/json/json.js';
import { allFailed } from '../interpreter/all-failed.js';
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
} from '../interpreter/durable-context.port.js';
import { WorkflowFailure } from '../interpreter/workflow-error.js';

/** A trial cannot go on: it waits for what nobody has given, or its time is over. */
export class TrialHalt extends Error {
  override readonly name = 'TrialHalt';

  constructor(readonly waitsFor: readonly string[]) {
    super('The trial cannot go on');
  }
}

export interface TrialTerms {
  readonly startedAt: number;
  /** Waits are over at once. */
  readonly skipTime: boolean;
  /** Data of signals by their type; each is taken once. */
  readonly signals: Map<string, JsonValue>;
  /** Ends the trial. */
  readonly given: AbortSignal;
  readonly runBranch: (branch: Branch, context: TrialContext) => Promise<JsonValue>;
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
    return this.terms.given;
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

  async waitForSignal(key: string, { types, deadline }: SignalWait): Promise<Signal | undefined> {
    this.requireTime();
    const { signals } = this.terms;
    const type = types.find((one) => signals.has(one));
    if (type === undefined) {
      if (deadline === undefined) throw new TrialHalt(types);
      await this.sleepUntil(key, deadline);
      return undefined;
    }
    const data = signals.get(type) ?? null;
    signals.delete(type);
    return { id: `sig_${type}`, type, data, sender: 'trial' };
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

  private at(time: number, failure: WorkflowFailure): WorkflowFailure {
    this.time = Math.max(this.time, time);
    return failure;
  }

  private requireTime(): void {
    if (this.terms.given.aborted) throw new TrialHalt([]);
  }
}

type BranchEnd =
  | { readonly output: JsonValue; readonly at: number }
  | { readonly failure: WorkflowFailure; readonly at: number };
