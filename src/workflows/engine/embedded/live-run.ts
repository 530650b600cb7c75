import type { JsonValue } from '../../../kernel/json/json.js';
import type { RunChange } from '../../runs/run-store.port.js';
import type { Run, StoredSignal } from '../../runs/run.js';
import type { RunProgram } from '../run-program.js';
import type { WorkAborted } from '../run-stopped.js';
import type { StepEvent } from '../../runs/step-facts.js';
import type { RunEvent } from '../../runs/run-event.js';
import type { ToldTasks } from '../../runs/told-tasks.js';
import type { EntryKind, Replay } from './journal-entry.js';
import { Pause, type PauseEnd } from './pause.js';
import type { RunWrite } from './run-write.js';

/** What a run in memory needs of the engine. */
export interface RunSurroundings {
  now(): number;
  write(write: RunWrite): Promise<void>;
  listSignals(runId: string): Promise<StoredSignal[]>;
  /** Settles never once the process is about to stop: nothing new begins. */
  mayBegin(): Promise<void>;
  /** Every strand waits; `until` is when the first one goes on by itself. */
  onIdle(live: LiveRun, until: number | undefined): void;
  /** A step began: the run may take no place any more. */
  onStep(): void;
  /** Something could not be written: the run cannot go on here. */
  onBroken(live: LiveRun, error: unknown): void;
}

/** Where the numbers of a run's events and journal entries go on. */
export interface RunPosition {
  readonly seq: number;
  readonly place: number;
}

interface NewEntry {
  readonly kind: EntryKind;
  readonly key: string;
  readonly value: JsonValue;
}

/** What is told without being written at once is written after so long, if not before. */
const toldWithinMs = 50;

/** A run in memory: its strands (one, and one more for each further branch under way), what they wait for, and what they have written. */
export class LiveRun {
  readonly cancellation = new AbortController();
  /** Ids of the signals that waits have taken. */
  readonly taken: Set<string>;
  /** Nothing more is written: the run has ended, or has been put aside. */
  over = false;
  /** Steps that are being carried out. */
  working = 0;
  /** Settles when it has ended or is put aside. */
  done: Promise<void> = Promise.resolve();
  /** Grows whenever somebody goes on, so that whoever found everybody waiting can tell that this has changed. */
  moves = 0;
  private strands = 1;
  private readonly pauses = new Set<Pause>();
  private written: Promise<void> = Promise.resolve();
  private seq: number;
  private place: number;
  private recoveries: number;
  /** Told, and not written yet. */
  private untold: RunEvent[] = [];
  private telling: NodeJS.Timeout | undefined;

  constructor(
    readonly run: Run,
    readonly program: RunProgram,
    readonly replay: Replay,
    taken: readonly string[],
    { seq, place }: RunPosition,
    readonly around: RunSurroundings,
    readonly told: ToldTasks,
  ) {
    this.taken = new Set(taken);
    this.seq = seq;
    this.place = place;
    this.recoveries = run.recoveries;
  }

  /** Asks for all of this to be written together, after all that was asked for before. */
  record(entries: readonly NewEntry[], events: readonly StepEvent[] = [], change?: RunChange): void {
    if (this.over) return;
    const { id: runId } = this.run;
    this.number(events);
    const news = this.untold;
    this.untold = [];
    clearTimeout(this.telling);
    this.telling = undefined;
    const whole = { ...this.progressMade(entries), ...change };
    this.written = this.around.write({
      runId,
      entries: entries.map((entry) => ({ runId, place: ++this.place, ...entry })),
      events: news,
      ...(Object.keys(whole).length === 0 ? {} : { change: whole }),
    });
    this.written.catch((error: unknown) => {
      if (!this.over) this.around.onBroken(this, error);
    });
  }

  /** Asks for this to be written together with what is recorded next, or soon. */
  tell(events: readonly StepEvent[]): void {
    if (this.over || events.length === 0) return;
    this.number(events);
    this.telling ??= setTimeout(() => {
      this.record([]);
    }, toldWithinMs).unref();
  }

  /** Resolves when everything that was recorded is on disk. */
  flushed(): Promise<void> {
    return this.written;
  }

  /** A pause that counts as such only once somebody rests in it. */
  pause(until: number | undefined, signal: AbortSignal, types: readonly string[] = []): Pause {
    const pause = new Pause(until, signal, () => this.around.now(), types);
    this.pauses.add(pause);
    return pause;
  }

  async rest(pause: Pause): Promise<PauseEnd> {
    pause.resting = true;
    this.lookAround();
    try {
      return await pause.ended;
    } finally {
      this.leave(pause);
    }
  }

  leave(pause: Pause): void {
    pause.drop();
    this.pauses.delete(pause);
    this.moves++;
  }

  /** A signal has come: whoever waits looks whether it is for them. */
  notify(): void {
    this.moves++;
    for (const pause of this.pauses) pause.end('signal');
  }

  /** So many strands more, or fewer. */
  branch(more: number): void {
    this.strands += more;
    if (more < 0) this.lookAround();
  }

  get accountId(): string {
    return this.run.accountId;
  }

  /** Whether some strand does something other than wait: for a tool, for time, for a signal. */
  get isBusy(): boolean {
    return this.working + this.pauses.size < this.strands;
  }

  get idle(): boolean {
    return this.pauses.size === this.strands && [...this.pauses].every(({ resting }) => resting);
  }

  /** When the first strand goes on by itself. */
  get idleUntil(): number | undefined {
    const ends = [...this.pauses].flatMap(({ until }) => until ?? []);
    return ends.length === 0 ? undefined : Math.min(...ends);
  }

  /** Whether a signal is news to somebody who waits. */
  waitsFor({ id, type }: StoredSignal): boolean {
    return !this.taken.has(id) && [...this.pauses].some(({ types }) => types.includes(type));
  }

  /** Looks whether every strand waits. */
  lookAround(): void {
    if (!this.over && this.idle) this.around.onIdle(this, this.idleUntil);
  }

  /** Lets go of the run: what it is made of waits for ever, and memory gets it back. */
  drop(): void {
    this.over = true;
    clearTimeout(this.telling);
    for (const pause of this.pauses) pause.drop();
    this.pauses.clear();
  }

  /** Breaks off what is under way. */
  abort(reason: WorkAborted): void {
    this.cancellation.abort(reason);
  }

  private number(events: readonly StepEvent[]): void {
    const { id: runId } = this.run;
    const at = this.around.now();
    for (const { type, data } of events)
      this.untold.push({ runId, seq: ++this.seq, type, at, data: { runId, ...data } });
  }

  private progressMade(entries: readonly NewEntry[]): RunChange {
    if (this.recoveries === 0 || !entries.some(({ kind }) => kind === 'value' || kind === 'error')) return {};
    this.recoveries = 0;
    return { recoveries: 0 };
  }
}
