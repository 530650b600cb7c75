import { Pause, type PauseEnd } from '../embedded/pause.js';
import type { Replay } from '../embedded/journal-entry.js';
import { WorkAborted } from '../run-stopped.js';
import type { Run, StoredSignal } from '../../runs/run.js';
import type { RunProgram } from '../run-program.js';
import type { StepEvent } from '../../runs/step-facts.js';
import type { ToldTasks } from '../../runs/told-tasks.js';
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
/** What is told without being written at once is written after so long, if not before. */
const toldWithinMs = 50;

/** A strand that this process carries out. */
export class LocalStrand {
  private readonly controller = new AbortController();
  private readonly pauses = new Set<Pause>();
  /** Steps that are being carried out. */
  working = 0;
  private recoveries: number;
  /** Told, and not written yet. */
  private untold: StepEvent[] = [];
  private timer: NodeJS.Timeout | undefined;
  /** Writes that nobody else waits for: what is told later is written later. */
  private telling: Promise<void> | undefined;

  constructor(
    readonly hold: StrandHold,
    readonly run: Run,
    readonly program: RunProgram,
    readonly memory: Replay,
    readonly around: StrandSurroundings,
    readonly told: ToldTasks,
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
    if (this.telling !== undefined) await this.telling;
    const whole = this.withNews(this.withProgress(write));
    await this.held(() => this.around.journal.write(this.hold, whole));
  }

  /** Has this written together with what is written next, or soon. */
  tell(events: readonly StepEvent[]): void {
    if (events.length === 0) return;
    this.untold.push(...events);
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.tellAll();
    }, toldWithinMs).unref();
  }

  /** Settles when all that was told is written, or the strand has been ended. */
  async tellAll(): Promise<void> {
    while (this.untold.length > 0) {
      this.telling ??= this.writeNews().finally(() => (this.telling = undefined));
      await this.telling;
    }
  }

  async takeSignal(
    signals: readonly StoredSignal[],
    writeOf: (signal: StoredSignal) => StrandWrite,
  ): Promise<StoredSignal | undefined> {
    await this.tellAll();
    return await this.held(() =>
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

  private async writeNews(): Promise<void> {
    const write = this.withNews({});
    await this.held(() => this.around.journal.write(this.hold, write)).catch(() => undefined);
  }

  private withNews(write: StrandWrite): StrandWrite {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.untold.length === 0) return write;
    const events = [...this.untold, ...(write.events ?? [])];
    this.untold = [];
    return { ...write, events };
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
