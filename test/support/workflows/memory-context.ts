import type { JsonValue } from '../../../src/kernel/json/json.js';
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
} from '../../../src/workflows/interpreter/durable-context.port.js';
import { allFailed } from '../../../src/workflows/interpreter/all-failed.js';
import type { EmittedEvent } from '../../../src/workflows/interpreter/ports.js';
import { WorkflowFailure, type WorkflowError } from '../../../src/workflows/interpreter/workflow-error.js';

/** The process died: nothing that runs may go on. */
export class Crash extends Error {}

type End = { readonly value: JsonValue } | { readonly error: WorkflowError };

/** What survives a crash: the journal of one run, and a time that only sleep lets pass. */
export class MemoryJournal {
  readonly ends = new Map<string, End>();
  readonly marks = new Set<string>();
  readonly instants = new Map<string, number>();
  readonly over = new Set<string>();
  readonly winners = new Map<string, number>();
  readonly taken = new Map<string, readonly Signal[]>();
  /** Events that were emitted, by the key of the step. */
  readonly emitted = new Map<string, EmittedEvent>();
  time = 1_700_000_000_000;

  constructor(readonly signals: Signal[] = []) {}
}

/** One life of a process that runs a workflow; it dies at its `lives`-th moment. */
export class MemoryContext implements DurableContext {
  readonly runId = 'run_1';
  readonly startedAt = 1_700_000_000_000;
  readonly signal = new AbortController().signal;
  moments = 0;
  readonly shown: (readonly [key: string, kind: string, state: string])[] = [];

  constructor(
    private readonly journal: MemoryJournal,
    private readonly runBranch: (branch: Branch, context: DurableContext) => Promise<JsonValue>,
    private readonly lives = Infinity,
  ) {}

  async step(
    key: string,
    step: StepInfo,
    work: (attempt: StepAttempt) => Promise<JsonValue>,
  ): Promise<JsonValue> {
    return await this.once(key, async () => {
      const interrupted = this.journal.marks.has(key);
      const leaving = async () => {
        if (!(await step.isRepeatable())) this.journal.marks.add(key);
      };
      return await work({ interrupted, signal: this.signal, leaving, progress: () => undefined });
    });
  }

  show(key: string, { kind }: TaskInfo, { state }: TaskMoment): void {
    this.shown.push([key, kind, state]);
  }

  now(key: string): Promise<number> {
    this.moment();
    const instant = this.journal.instants.get(key) ?? this.journal.time;
    this.journal.instants.set(key, instant);
    return Promise.resolve(instant);
  }

  isOver(key: string, instant: number): Promise<boolean> {
    if (this.journal.time >= instant) this.journal.over.add(key);
    return Promise.resolve(this.journal.over.has(key));
  }

  sleepUntil(_key: string, instant: number): Promise<void> {
    this.moment();
    this.journal.time = Math.max(this.journal.time, instant);
    this.moment();
    return Promise.resolve();
  }

  waitForSignals(key: string, wait: SignalWait): Promise<readonly Signal[] | undefined> {
    this.moment();
    const { taken, signals } = this.journal;
    const types = awaitedNames(wait);
    const sent =
      wait.needsAll === true ? types : [types.find((type) => signals.some((one) => one.type === type))];
    const found = taken.get(key) ?? sent.flatMap((type) => signals.find((one) => one.type === type) ?? []);
    const isThere = found.length > 0 && found.length === sent.length;
    if (isThere) {
      taken.set(key, found);
      for (const one of found) if (signals.includes(one)) signals.splice(signals.indexOf(one), 1);
    } else if (wait.deadline === undefined) throw new Error(`Nobody sends ${types.join(', ')}`);
    else this.journal.time = Math.max(this.journal.time, wait.deadline);
    this.moment();
    return Promise.resolve(isThere ? found : undefined);
  }

  endStream(): Promise<void> {
    return Promise.resolve();
  }

  child(key: string, { begin, output }: ChildRun): Promise<JsonValue> {
    return this.once(key, async () => (await output(await begin()))?.value ?? null);
  }

  async branches(
    key: string,
    branches: readonly Branch[],
    { compete }: BranchOptions,
  ): Promise<BranchResults> {
    const run = (branch: Branch) => this.once(`${branch.key} (branch)`, () => this.runBranch(branch, this));
    if (!compete) return { outputs: await Promise.all(branches.map(run)) };
    const known = this.journal.winners.get(key);
    const first = known ?? (await firstSuccess(key, branches, run));
    this.journal.winners.set(key, first);
    const winner = branches[first];
    return { outputs: winner === undefined ? [] : [await run(winner)], winner: first };
  }

  private async once(key: string, work: () => Promise<JsonValue>): Promise<JsonValue> {
    this.moment();
    const known = this.journal.ends.get(key);
    if (known !== undefined) return valueOf(known);
    const end = await work().then(
      (value): End => ({ value: structuredClone(value) }),
      (error: unknown): End => {
        if (!(error instanceof WorkflowFailure)) throw error;
        return { error: error.error };
      },
    );
    this.moment();
    this.journal.ends.set(key, end);
    this.moment();
    return valueOf(end);
  }

  private moment(): void {
    if (++this.moments >= this.lives) throw new Crash();
  }
}

/** Which of them succeeds first; throws the error of all when none does, and at once what is no failure. */
function firstSuccess(
  key: string,
  branches: readonly Branch[],
  run: (branch: Branch) => Promise<JsonValue>,
): Promise<number> {
  const keys = branches.map((branch) => branch.key);
  const errors: WorkflowError[] = [];
  return new Promise((resolve, reject) => {
    let failed = 0;
    for (const [index, branch] of branches.entries())
      run(branch).then(
        () => {
          resolve(index);
        },
        (error: unknown) => {
          if (!(error instanceof WorkflowFailure))
            reject(error instanceof Error ? error : new Error(String(error)));
          else {
            errors[index] = error.error;
            if (++failed === branches.length) reject(allFailed(key, keys, errors, error.error));
          }
        },
      );
  });
}

function valueOf(end: End): JsonValue {
  if ('error' in end) throw new WorkflowFailure(end.error);
  return end.value;
}
