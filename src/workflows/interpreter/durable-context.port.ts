import type { JsonObject, JsonValue } from '../../kernel/json/json.js';
import type { WorkflowFailure } from './workflow-error.js';
import type { EventTerms } from '../definition/event-filter.js';
import type { TaskKind } from '../definition/workflow-definition.js';
import type { BoundCall } from './tool-access.port.js';

/** What the interpreter asks of an engine. Keys are paths in the document; each is used once in a run and is the same at every replay. */
export interface DurableContext {
  readonly runId: string;

  /** When the run began, in milliseconds since the epoch; the same in its branches and at every replay. */
  readonly startedAt: number;

  /** Fires when the run is cancelled, and in a branch when it has lost a competition. */
  readonly signal: AbortSignal;

  /** Runs `work` and remembers its result: a finished key gives its stored value, or throws its stored `WorkflowFailure`, without running again. */
  step(key: string, step: StepInfo, work: (attempt: StepAttempt) => Promise<JsonValue>): Promise<JsonValue>;

  /** Milliseconds since the epoch, the same at every replay. */
  now(key: string): Promise<number>;

  /**
   * Whether an instant (milliseconds since the epoch) has passed, which is asked wherever a run could go on for long without a step. Once
   * passed it is so at every replay, and where an earlier process went on, so does a replay.
   */
  isOver(key: string, instant: number): Promise<boolean>;

  /** Sleeps until an instant (milliseconds since the epoch), through restarts. */
  sleepUntil(key: string, instant: number, task: TaskInfo): Promise<void>;

  /** The first that comes of what is awaited and that nobody has taken yet, or with `needsAll` one for each; undefined when the deadline passes first. */
  waitForSignals(key: string, wait: SignalWait, task: TaskInfo): Promise<readonly Signal[] | undefined>;

  /** Nothing more is kept for a stream; what has not been taken is there for whoever waits next. */
  endStream(key: string): Promise<void>;

  /**
   * Tells the readers of the run of a task that makes no step: the interpreter carries it out anew at each replay, they hear of it once.
   * Nothing waits for that; it is written with what is written next, or soon.
   */
  show(key: string, task: TaskInfo, moment: TaskMoment): void;

  /**
   * Waits for a run that does a part of the work. It is begun once, and remembered with its end; nobody wants it any more when this one is
   * broken off. Throws the `WorkflowFailure` that it ends with, and what `begin` throws.
   */
  child(key: string, child: ChildRun, task: TaskInfo): Promise<JsonValue>;

  /** Runs each branch as a durable unit of its own, at most `concurrency` at once; with `compete` the first success ends the others. */
  branches(key: string, branches: readonly Branch[], options: BranchOptions): Promise<BranchResults>;
}

/** A task as the events and the list of steps show it. */
export interface TaskInfo {
  /** Name of the task in the document. */
  readonly name: string;
  readonly kind: TaskKind;
}

/** What readers are told of a task. */
export type TaskMoment =
  | { readonly state: 'started' }
  | { readonly state: 'completed'; readonly output?: JsonValue | undefined }
  | { readonly state: 'failed'; readonly error: JsonObject };

export interface StepInfo extends TaskInfo {
  /** `tool@server` of a call. */
  readonly tool?: string | undefined;
  /** Of a call; readers are shown them without what looks like a secret. */
  readonly arguments?: JsonObject | undefined;
  /** Finds out `tool` and `arguments` where they are not known beforehand; asked once, and not where the step is remembered. What it throws ends the step. */
  readonly prepare?: (() => Promise<Pick<StepInfo, 'tool' | 'arguments'>>) | undefined;
  /** Whether the step may simply run again when a crash interrupts it; asked only before something leaves. */
  isRepeatable(): Promise<boolean>;
}

export interface StepAttempt {
  /** In an earlier process this step, which must not be repeated, left and did not live to store its end. */
  readonly interrupted: boolean;
  readonly signal: AbortSignal;
  /**
   * Waited for right before something leaves that cannot be taken back: what came before is stored by then, and of a step that must not be
   * repeated that it may have had its effect. Rejects when nothing may leave any more.
   */
  readonly leaving: () => Promise<void>;
  /** Shows how far the step is; not remembered. */
  progress(progress: JsonObject): void;
}

export interface SignalWait {
  readonly awaited: readonly Awaited[];
  readonly needsAll?: boolean;
  /** Milliseconds since the epoch. */
  readonly deadline?: number | undefined;
  /** The call that an approval is waited for, as the waiting step shows it. */
  readonly approvalFor?: JsonObject | undefined;
  /** What an approval that answers this wait is bound to. */
  readonly approves?: BoundCall | undefined;
  /** The wait is for the next of many. */
  readonly stream?: SignalStream | undefined;
}

/** Waits that come after each other for the same: what comes between two of them is kept for the next, in the order of arrival. */
export interface SignalStream {
  /** The same for all of them. */
  readonly key: string;
  /** Comes beside what is awaited: after one of these, or all, nothing more is kept. */
  readonly ends: readonly Awaited[];
  readonly endsByAll: boolean;
}

/** A run that another one waits for. */
export interface ChildRun {
  readonly workflow: string;
  readonly input: JsonObject;
  /** When it must have ended, in milliseconds since the epoch, and what is thrown otherwise. */
  readonly deadline: { readonly instant: number; over(): WorkflowFailure } | undefined;
  /** Begins it, or finds the one that was begun by an earlier process; its id. */
  readonly begin: () => Promise<string>;
  /** Its output as whoever runs it may see it; `undefined` while it is under way. Throws a `WorkflowFailure` when it ended otherwise. */
  readonly output: (runId: string) => Promise<{ readonly value: JsonValue } | undefined>;
  /** Asks it to stop. */
  readonly cancel: (runId: string) => Promise<void>;
}

/** One of what a run waits for: one of the two will do. */
export interface Awaited {
  /** Type of a signal that is sent to the run itself. */
  readonly signal?: string | undefined;
  /** An event of the app. */
  readonly event?: EventTerms | undefined;
}

/** What somebody sent to a waiting run. */
export interface Signal {
  readonly id: string;
  readonly type: string;
  /** Of an event all of it. */
  readonly data: JsonValue;
  /** User or key that sent it, or the source of the event. */
  readonly sender: string;
  readonly isEvent?: boolean;
  /** Of an approval: the call that its step returned to readers when the wait began, whatever policies say since. */
  readonly approves?: BoundCall;
  /** Of a stream: which of what is awaited it is, those that end it being the last. */
  readonly place?: number;
}

/** Names of what is awaited, as readers are told. */
export function awaitedNames({ awaited, stream }: SignalWait): string[] {
  return [...awaited, ...(stream?.ends ?? [])].flatMap(({ signal, event }) => signal ?? event?.type ?? []);
}

/** A part of a run that an engine can start from its data alone. */
export interface Branch {
  readonly key: string;
  readonly program: JsonObject;
}

export interface BranchOptions {
  readonly concurrency: number;
  readonly compete: boolean;
  /** Of all outputs together, as JSON; more of them fail as `tooMuchData`. */
  readonly maxBytes: number;
}

/** Outputs in the order of the branches; of a competition only the winner's. The first branch that fails ends the others and is thrown; in a competition only when all have failed, as one error that names those of all. */
export interface BranchResults {
  readonly outputs: readonly JsonValue[];
  readonly winner?: number | undefined;
}
