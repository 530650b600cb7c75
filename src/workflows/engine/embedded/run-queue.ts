import { Turns } from '../../../kernel/pacing/turns.js';
import type { Run, RunOfAccount } from '../../runs/run.js';
import { hasPlace, type Placed } from '../places.js';

/** Taking up is paced, so that a start with many runs serves requests meanwhile. */
const loadsAtOnce = 8;

/** A run that waits for its place; one just begun, or tried again, comes with all that is known of it. */
export interface QueuedRun {
  readonly run: RunOfAccount;
  readonly begun: Run | undefined;
}

/** What the queue needs of the runs in memory. */
export interface RunLoads {
  load(queued: QueuedRun): Promise<void>;
  failed(run: RunOfAccount, error: unknown): void;
  /** Somebody asked for the run while it was being loaded. */
  askedAgain(run: RunOfAccount): void;
  isLive(id: string): boolean;
  liveRuns(): readonly Placed[];
}

/** What each account may have in memory. */
export interface RunMemory {
  hasRoom(accountId: string): boolean;
  /** Takes room for a run until the result is called. */
  take(accountId: string): () => void;
}

/** Runs that are to be taken up, by turns of their accounts, and what each account has in memory. */
export class RunQueue {
  private readonly turns = new Turns<QueuedRun>();
  /** Those that wait for their turn. */
  private readonly queued = new Set<string>();
  private readonly loading = new Map<string, Placed>();
  /** Those that somebody asked for while they were being loaded. */
  private readonly again = new Set<string>();
  /** What each run holds of its account's share of memory. */
  private readonly shares = new Map<string, () => void>();

  constructor(
    private readonly loads: RunLoads,
    private readonly memory: RunMemory,
    private readonly places: number,
  ) {}

  /** How many runs are being loaded. */
  get loadingCount(): number {
    return this.loading.size;
  }

  add(queued: QueuedRun): void {
    const { id, accountId } = queued.run;
    if (this.loading.has(id)) this.again.add(id);
    else if (!this.queued.has(id)) {
      this.queued.add(id);
      this.turns.add(accountId, queued);
    }
    this.next();
  }

  /** Does `work` with a run that is not in memory, which nobody takes up meanwhile; `false` when it is being taken up at this moment. */
  instead(run: RunOfAccount, work: () => Promise<void>): Promise<void> {
    if (this.loading.has(run.id)) {
      this.again.add(run.id);
      return Promise.resolve();
    }
    if (this.queued.delete(run.id)) this.turns.remove((queued) => queued.run.id === run.id);
    const done = work();
    this.follow(run, done);
    return done.catch(() => undefined);
  }

  /** Takes up as many as there are places for. */
  next(): void {
    while (this.turns.size > 0 && this.loading.size < loadsAtOnce) {
      const next = this.turns.take((accountId) => this.mayTakeUp(accountId));
      if (next === undefined) return;
      const { id, accountId } = next.run;
      this.queued.delete(id);
      this.shares.set(id, this.memory.take(accountId));
      this.follow(next.run, this.loads.load(next));
    }
  }

  /** The run is in memory no longer. */
  left(id: string): void {
    if (this.loading.has(id)) return;
    this.shares.get(id)?.();
    this.shares.delete(id);
  }

  private mayTakeUp(accountId: string): boolean {
    if (!this.memory.hasRoom(accountId)) return false;
    const live = this.loads.liveRuns();
    if (live.length + this.loading.size < this.places) return true;
    return hasPlace(accountId, [...live, ...this.loading.values()], this.places, this.turns.owners);
  }

  private follow(run: RunOfAccount, work: Promise<void>): void {
    const { id, accountId } = run;
    this.loading.set(id, { accountId, isBusy: true });
    void work
      .catch((error: unknown) => {
        this.loads.failed(run, error);
      })
      .finally(() => {
        this.loading.delete(id);
        if (!this.loads.isLive(id)) this.left(id);
        if (this.again.delete(id)) this.loads.askedAgain(run);
        this.next();
      });
  }
}
