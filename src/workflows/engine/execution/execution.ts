import type { JsonValue } from '../../../kernel/json/json.js';
import type { RunChange } from '../../runs/run-store.port.js';
import type { Run, SignalName, StoredSignal } from '../../runs/run.js';
import type { Problem } from '../../../kernel/problems/problem.js';
import type { AwaitedEvent } from '../../events/workflow-event.js';
import type { RunProgram } from '../run-program.js';
import type { WorkAborted } from '../run-stopped.js';
import type { StepEvent } from '../../runs/step-facts.js';
import type { RunEvent } from '../../runs/run-event.js';
import type { ToldTasks } from '../../runs/told-tasks.js';
import { Replay, takenSignals, type EntryKind, type JournalEntry } from '../journal/journal-entry.js';
import type { RunWrite } from '../journal/run-write.js';
import { bytesOfEntry, bytesOfEvent } from '../../runs/run-bytes.js';
import { sizeOf } from '../../expressions/json-size.js';
import { Pause, type PauseEnd } from './pause.js';

/** What an execution needs of the engine. */
export interface ExecutionSurroundings {
  now(): number;
  write(write: RunWrite): Promise<void>;
  /** Somebody waits for what was to be written so far. */
  hurry(): void;
  /** Oldest first. */
  listSignals(runId: string): Promise<SignalName[]>;
  findSignals(ids: readonly string[]): Promise<StoredSignal[]>;
  /** Does `work`, which the database may refuse for as long as it is away, once it is back. */
  throughOutages<T>(work: () => Promise<T>): Promise<T>;
  /** From when it returns, an event that is awaited becomes a signal of the run. */
  awaitEvents(run: Run, key: string, awaited: readonly AwaitedEvent[]): Promise<void>;
  /** The same waits for nothing more, and what has come for it that is not among those `taken` is there for others. */
  forgetEvents(run: Run, key: string, taken: ReadonlySet<string>): Promise<void>;
  /** Settles when it is the turn of the account; never once the process is about to stop: nothing new begins. */
  mayBegin(accountId: string): Promise<void>;
  /** The run writes `more` bytes, `total` with all before. The problem that ends it, if that is too much. */
  grew(run: Run, total: number, more: number): Problem | undefined;
  /** The run has written too much. */
  onOutgrown(execution: Execution, problem: Problem): void;
  /** Every line waits; `until` is when the first one goes on by itself. */
  onIdle(execution: Execution, until: number | undefined): void;
  /** Something could not be written: the run cannot go on here. */
  onBroken(execution: Execution, error: unknown): void;
}

/** What is known of a run when this process takes it up. */
export interface ExecutionStart {
  readonly run: Run;
  readonly program: RunProgram;
  readonly entries: readonly JournalEntry[];
  readonly told: ToldTasks;
  /** Of the lease; unset where one process carries out all runs. */
  readonly token?: string | undefined;
  /** A step began: the run may take no place any more. */
  readonly onStep?: (() => void) | undefined;
}

/** Why a run is in memory no longer: it has ended, waits for long, is another process's now, or could not be written. */
export type LeftBecause = 'ended' | 'waiting' | 'lost' | 'broken';

interface NewEntry {
  readonly kind: EntryKind;
  readonly key: string;
  readonly value: JsonValue;
}

/** What is told without being written at once is written after so long, if not before. */
const toldWithinMs = 50;

/** What a run has grown by is added to its row with the next change of it, or once it is so much. */
const mostUncounted = 65_536;

/** A run in memory: its lines (one, and one more for each further branch under way), what they wait for, and what they have written. */
export class Execution {
  readonly run: Run;
  readonly program: RunProgram;
  readonly replay: Replay;
  readonly told: ToldTasks;
  readonly token: string | undefined;
  readonly cancellation = new AbortController();
  /** Settles when it is in memory no longer; never when the process stops. */
  readonly left: Promise<LeftBecause>;
  /** Ids of the signals that waits have taken. */
  readonly taken: Set<string>;
  /** Keys of the streams for which events are kept, and what has been read of them. */
  readonly streams = new Map<string, StoredSignal[]>();
  /** Some step has begun another run, or is about to. */
  hasChildren = false;
  /** Nothing more is written: the run has ended, or has been put aside. */
  over = false;
  /** Steps that are being carried out. */
  working = 0;
  /** Grows whenever somebody goes on, so that whoever found everybody waiting can tell that this has changed. */
  moves = 0;
  /** Grows whenever it is about to leave memory: only the last time counts. */
  departures = 0;
  /** It has written too much: the problem that it ends with. */
  outgrown: Problem | undefined;
  private lines = 1;
  private readonly pauses = new Set<Pause>();
  private written: Promise<void> = Promise.resolve();
  private seq: number;
  private place: number;
  private recoveries: number;
  /** About what it takes up in the database. */
  private bytes: number;
  /** What of that its row does not say yet. */
  private uncounted = 0;
  /** Told, and not written yet. */
  private untold: RunEvent[] = [];
  private telling: NodeJS.Timeout | undefined;

  private readonly onStep: () => void;
  private settle: (why: LeftBecause) => void = () => undefined;

  constructor(
    { run, program, entries, told, token, onStep = () => undefined }: ExecutionStart,
    readonly around: ExecutionSurroundings,
  ) {
    this.run = run;
    this.program = program;
    this.replay = new Replay(entries);
    this.told = told;
    this.token = token;
    this.onStep = onStep;
    this.taken = new Set(takenSignals(entries));
    this.seq = told.lastSeq;
    this.place = entries.at(-1)?.place ?? 0;
    this.recoveries = run.recoveries;
    this.bytes = run.bytes;
    this.left = new Promise((resolve) => (this.settle = resolve));
  }

  /** Asks for all of this to be written together, after all that was asked for before. */
  record(entries: readonly NewEntry[], events: readonly StepEvent[] = [], change?: RunChange): void {
    if (this.over) return;
    const { id: runId } = this.run;
    const { token } = this;
    this.number(events);
    const news = this.untold;
    this.untold = [];
    clearTimeout(this.telling);
    this.telling = undefined;
    this.grow(entries, news, change);
    const whole = this.withGrowth({ ...this.progressMade(entries), ...change });
    this.written = this.around.write({
      ...{ runId, token },
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
    this.around.hurry();
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

  /** So many lines more, or fewer. */
  branch(more: number): void {
    this.lines += more;
    if (more < 0) this.lookAround();
  }

  /** Whether its end is of interest to other runs. */
  get hasRelatives(): boolean {
    return this.hasChildren || this.run.parentId !== null;
  }

  get accountId(): string {
    return this.run.accountId;
  }

  /** Whether some line does something other than wait: for a tool, for time, for a signal. */
  get isBusy(): boolean {
    return this.working + this.pauses.size < this.lines;
  }

  get idle(): boolean {
    return this.pauses.size === this.lines && [...this.pauses].every(({ resting }) => resting);
  }

  /** When the first line goes on by itself. */
  get idleUntil(): number | undefined {
    const ends = [...this.pauses].flatMap(({ until }) => until ?? []);
    return ends.length === 0 ? undefined : Math.min(...ends);
  }

  /** Whether a signal is news to somebody who waits. */
  waitsFor({ id, type }: SignalName): boolean {
    return !this.taken.has(id) && [...this.pauses].some(({ types }) => types.includes(type));
  }

  /** Looks whether every line waits. */
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

  /** Tells whoever handed it out that it is in memory no longer. */
  leaveMemory(why: LeftBecause): void {
    this.settle(why);
  }

  /** A step begins or has ended. */
  step(more: 1 | -1): void {
    this.working += more;
    if (more > 0) this.onStep();
  }

  /** Breaks off what is under way. */
  abort(reason: WorkAborted): void {
    this.moves++;
    this.cancellation.abort(reason);
  }

  private grow(entries: readonly NewEntry[], events: readonly RunEvent[], change?: RunChange): void {
    const { output = null, error } = change ?? {};
    const ends = output === null && error == null ? 0 : sizeOf(output) + sizeOf((error ?? null) as JsonValue);
    let more = ends;
    for (const entry of entries) more += bytesOfEntry(entry);
    for (const event of events) more += bytesOfEvent(event);
    if (more === 0) return;
    this.bytes += more;
    this.uncounted += more;
    const problem = this.around.grew(this.run, this.bytes, more);
    if (problem === undefined || this.outgrown !== undefined) return;
    this.outgrown = problem;
    // What records goes on first: to end the run records more.
    setImmediate(() => {
      if (!this.over) this.around.onOutgrown(this, problem);
    });
  }

  private withGrowth(change: RunChange): RunChange {
    if (this.uncounted === 0) return change;
    if (Object.keys(change).length === 0 && this.uncounted < mostUncounted) return change;
    const grownBytes = this.uncounted;
    this.uncounted = 0;
    return { ...change, grownBytes };
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
