import type { JsonValue } from '../../../kernel/json/json.js';
import type { Branch, BranchOptions, BranchResults } from '../../durable-context.port.js';
import { allFailed } from '../../interpreter/all-failed.js';
import { errorValue, WorkflowFailure, type WorkflowError } from '../../workflow-error.js';
import { HeldData, tooMuchData } from '../../interpreter/held-data.js';
import { WorkAborted } from '../run-stopped.js';
import type { LocalStrand } from './local-strand.js';
import { StrandStopped } from './strand-stopped.js';
import { AwayBranches } from './away-branches.js';
import { strandId, type StrandEnd, type StrandOrder } from './strand.js';

/** The branch that ended the others: by winning, by failing, or in a competition by failing as the last of all: `error` is of all then. */
interface Decision {
  readonly branch: number;
  readonly error?: WorkflowError;
}

/** Runs branches as strands of their own. Which of them decided is journalled, so that a replay asks for that one alone. */
export async function runBranches(
  strand: LocalStrand,
  key: string,
  branches: readonly Branch[],
  { concurrency, compete, maxBytes }: BranchOptions,
): Promise<BranchResults> {
  const decided = strand.memory.take(key)?.value as Decision | undefined;
  strand.memory.forget(branches.map((branch) => branch.key));
  const group = new BranchGroup(strand, branches, new HeldData(maxBytes, key));
  if (decided?.error !== undefined) throw new WorkflowFailure(decided.error);
  if (decided !== undefined) {
    const output = outputOf(await group.run(decided.branch));
    // Without a competition a branch that completed can only have decided because it was too much.
    if (!compete) throw tooMuchData(maxBytes, key);
    return { outputs: [output], winner: decided.branch };
  }
  const decision = await group.runAll(compete ? branches.length : concurrency, compete ? key : undefined);
  if (decision === undefined) return { outputs: group.outputs() };
  const { branch, ofAll } = decision;
  const value = { branch, ...(ofAll === undefined ? {} : { error: errorValue(ofAll) }) };
  await strand.write({ entries: [{ kind: 'branches', key, value }] });
  if (ofAll !== undefined) throw new WorkflowFailure(ofAll);
  return { outputs: [outputOf(decision.end)], winner: decision.branch };
}

class BranchGroup {
  private readonly orders: readonly StrandOrder[];
  private readonly ends: (StrandEnd | undefined)[];
  /** What an earlier execution of the parent left behind. */
  private known = new Map<string, StrandEnd>();
  private decision:
    { readonly branch: number; readonly end: StrandEnd; readonly ofAll?: WorkflowError } | undefined;
  /** Of a competition, in the order of the branches. */
  private readonly errors: WorkflowError[] = [];
  private failed = 0;
  private thrown: { readonly error: unknown } | undefined;

  constructor(
    private readonly strand: LocalStrand,
    branches: readonly Branch[],
    private readonly held: HeldData,
  ) {
    const { id: runId, attempt } = strand.run;
    this.orders = branches.map((branch) => ({ runId, attempt, branch }));
    this.ends = branches.map(() => undefined);
  }

  outputs(): JsonValue[] {
    return this.ends.map((end) => outputOf(end));
  }

  async run(index: number): Promise<StrandEnd> {
    const order = this.orders[index] as StrandOrder;
    const id = strandId(order);
    const known = this.known.get(id);
    this.known.delete(id);
    return known ?? (await this.strand.around.branch(order));
  }

  /** Undefined when all of them completed. */
  async runAll(concurrency: number, competition: string | undefined): Promise<typeof this.decision> {
    const { around, memory } = this.strand;
    if (!memory.isEmpty) this.known = new Map(await around.listEnds(this.orders.map(strandId)));
    const lines = Math.max(1, Math.min(concurrency, this.orders.length));
    const away = new AwayBranches(this.strand, lines);
    let next = 0;
    const line = async () => {
      while (next < this.orders.length && !this.isOver) await this.follow(next++, competition, away);
      away.lineEnded();
    };
    await this.orEnded(away.during(Promise.all(Array.from({ length: lines }, line))));
    if (this.thrown !== undefined) throw this.thrown.error;
    return this.decision;
  }

  private get isOver(): boolean {
    return this.decision !== undefined || this.thrown !== undefined || this.strand.signal.aborted;
  }

  private async follow(index: number, competition: string | undefined, away: AwayBranches): Promise<void> {
    try {
      const end = this.bounded(await this.endOf(index, away));
      this.ends[index] = end;
      if (this.isOver || (end.status === 'completed' && competition === undefined)) return;
      if (competition === undefined || end.status !== 'failed') this.decision = { branch: index, end };
      else {
        this.errors[index] = end.error;
        if (++this.failed < this.orders.length) return;
        const keys = this.orders.map(({ branch }) => branch?.key ?? '');
        this.decision = {
          branch: index,
          end,
          ofAll: allFailed(competition, keys, this.errors, end.error).error,
        };
      }
    } catch (error) {
      if (!this.isOver) this.thrown = { error };
    }
    away.callBack();
    await this.endOthers();
  }

  /** The end of a branch, which is a failure when its output is too much beside those of the others. */
  private bounded(end: StrandEnd): StrandEnd {
    try {
      if (end.status === 'completed') this.held.add(end.output);
      return end;
    } catch (error) {
      if (!(error instanceof WorkflowFailure)) throw error;
      return { status: 'failed', error: error.error };
    }
  }

  /** As often as a branch leaves memory, its parent waits for it and wakes it. */
  private async endOf(index: number, away: AwayBranches): Promise<StrandEnd> {
    for (;;) {
      const end = await this.run(index);
      if (end.status !== 'waiting') return end;
      await away.wait(end.wait);
      if (this.isOver) return end;
      const order = this.orders[index] as StrandOrder;
      await this.strand.held(() => this.strand.around.wakeBranch(this.strand, order));
    }
  }

  /** Ends with the strand itself, whatever its branches do. */
  private async orEnded(work: Promise<unknown>): Promise<void> {
    const { signal } = this.strand;
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
    try {
      await Promise.race([work, ended]);
      if (!signal.aborted) return;
      if (!isSetAside(signal.reason)) await this.endOthers();
      throw signal.reason;
    } finally {
      signal.removeEventListener('abort', end);
    }
  }

  private endOthers(): Promise<void> {
    const others = this.orders.filter((_, index) => this.ends[index] === undefined);
    return this.strand.around.closeBranches(this.strand.run.id, others.map(strandId));
  }
}

function isSetAside(reason: unknown): boolean {
  return reason instanceof WorkAborted && reason.why === 'set-aside';
}

function outputOf(end: StrandEnd | undefined): JsonValue {
  switch (end?.status) {
    case 'completed':
      return end.output;
    case 'failed':
      throw new WorkflowFailure(end.error);
    case 'stopped':
      throw new StrandStopped(end.error satisfies WorkflowError);
    default:
      throw new WorkAborted('branch-ended');
  }
}
