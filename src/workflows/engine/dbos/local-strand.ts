import { Pause, type PauseEnd } from '../embedded/pause.js';
import type { Replay } from '../embedded/journal-entry.js';
import { WorkAborted } from '../run-stopped.js';
import type { Run, StoredSignal } from '../../runs/run.js';
import type { RunProgram } from '../run-program.js';
import { RunSuspended } from './run-suspended.js';
import type { StrandEnd, StrandHold, StrandOrder, Wait } from './strand.js';
import type { StrandWrite, StrandWriter } from './strand-write.js';

/** What a strand in this process needs of the engine. */
export interface StrandSurroundings {
  readonly journal: StrandWriter;
  now(): number;
  /** Runs `work` unless a replay of the strand finds that it ran to its end. */
  once(key: string, work: () => Promise<void>): Promise<void>;
  /** Settles never once the process is about to stop: nothing new begins. */
  mayBegin(): Promise<void>;
  listSignals(runId: string): Promise<StoredSignal[]>;
  /** Signals that no wait of the run has taken. */
  listNews(runId: string): Promise<StoredSignal[]>;
  /** Whether the strand may leave memory: nothing has happened since that it waits for. */
  suspend(strand: LocalStrand, wait: Wait): Promise<boolean>;
  /** Begins with a branch if need be, and waits for its end. */
  branch(order: StrandOrder): Promise<StrandEnd>;
  /** The ends of branches that have ended, by id. */
  listEnds(ids: readonly string[]): Promise<ReadonlyMap<string, StrandEnd>>;
  /** Lets a branch go on that has left memory. */
  wakeBranch(parent: LocalStrand, order: StrandOrder): Promise<void>;
  /** Ends branches, wherever they run. */
  closeBranches(runId: string, ids: readonly string[]): Promise<void>;
}

/** A strand that waits for less stays in memory. */
const residentMs = 3000;

/** A strand that this process carries out. */
export class LocalStrand {
  private readonly controller = new AbortController();
  private readonly pauses = new Set<Pause>();
  /** Steps that are being carried out. */
  working = 0;
  private recoveries: number;

  constructor(
    readonly hold: StrandHold,
    readonly run: Run,
    readonly program: RunProgram,
    readonly memory: Replay,
    readonly around: StrandSurroundings,
    /** Key of the branch that it is, '' for the whole run. */
    readonly branch = '',
  ) {
    this.recoveries = run.recoveries;
  }

  get isRoot(): boolean {
    return this.hold.id === this.hold.rootId;
  }

  /** Whether it does something other than wait: for a tool, its branches, time or a signal. */
  get isBusy(): boolean {
    return this.working === 0 && this.pauses.size === 0;
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Throws what ended the strand when it has been ended; never settles when another process has it, or this one stops. */
  async write(write: StrandWrite): Promise<void> {
    await this.held(() => this.around.journal.write(this.hold, this.withProgress(write)));
  }

  takeSignal(
    signals: readonly StoredSignal[],
    writeOf: (signal: StoredSignal) => StrandWrite,
  ): Promise<StoredSignal | undefined> {
    return this.held(() =>
      this.around.journal.takeSignal(this.hold, signals, (signal) => this.withProgress(writeOf(signal))),
    );
  }

  /** A pause that ends with the strand, at an instant, or when something happened to the run. */
  pause(until: number | undefined): Pause {
    const pause = new Pause(until, this.signal, () => this.around.now(), []);
    this.pauses.add(pause);
    return pause;
  }

  /** Waits in memory for a while; throws `RunSuspended` when that takes long. */
  async rest(pause: Pause, types: readonly string[]): Promise<PauseEnd> {
    const { until } = pause;
    try {
      if (until === undefined || until - this.around.now() > residentMs)
        if (await this.around.suspend(this, { until, types })) throw new RunSuspended({ until, types });
        else pause.end('signal');
      return await this.linger(pause);
    } finally {
      this.leave(pause);
    }
  }

  /** Waits in memory. */
  async linger(pause: Pause): Promise<PauseEnd> {
    try {
      return await this.held(() => pause.ended);
    } finally {
      this.leave(pause);
    }
  }

  leave(pause: Pause): void {
    pause.drop();
    this.pauses.delete(pause);
  }

  /** Something happened to the run: whoever waits looks whether it is for them. */
  notify(): void {
    for (const pause of this.pauses) pause.end('signal');
  }

  abort(why: WorkAborted['why']): void {
    if (!this.signal.aborted) this.controller.abort(new WorkAborted(why));
  }

  /** What is thrown because the strand is no longer this process's business is thrown to nobody. */
  async held<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof WorkAborted)) throw error;
      this.abort(error.why);
      if (error.why === 'set-aside') await forever();
      throw error;
    }
  }

  private withProgress(write: StrandWrite): StrandWrite {
    const isProgress = write.entries?.some(({ kind }) => kind === 'value' || kind === 'error') === true;
    if (this.recoveries === 0 || !isProgress) return write;
    this.recoveries = 0;
    return { ...write, change: { ...write.change, recoveries: 0 } };
  }
}

/** Settles never. */
export function forever(): Promise<never> {
  return new Promise(() => undefined);
}
