import type { JsonObject } from '../../../kernel/json/json.js';
import type { RunEventType } from '../../runs/run-event.js';
import type { StrandHold } from './strand.js';
import type { StrandWrite } from './strand-write.js';

/** Rows that a strand adds to its run, not yet numbered. */
export interface StrandRows {
  readonly entries: NonNullable<StrandWrite['entries']>;
  readonly events: readonly { readonly type: RunEventType; readonly at: number; readonly data: JsonObject }[];
}

export interface RunningRun {
  readonly id: string;
  readonly attempt: number;
}

/** Who holds which strand, who is alive. Writes join the transaction that is open. */
export abstract class StrandStore {
  /** Takes hold of a strand; undefined when its run or itself has ended. `fresh`: nobody held it before. */
  abstract claim(hold: StrandHold): Promise<{ readonly fresh: boolean } | undefined>;
  /** Adds rows all at once and in the line of whoever writes to the run; the number of the last event. Undefined when it is not the strand's turn any more. */
  abstract add(hold: StrandHold, rows: StrandRows): Promise<number | undefined>;
  /** Holds up everybody else who writes to the run until the transaction ends; the number of the last event. Undefined when the run has ended. */
  abstract lock(rootId: string): Promise<number | undefined>;
  /** Whether the strand is still held; if so it stays held until the transaction ends. */
  abstract keepHeld(hold: StrandHold): Promise<boolean>;
  /** `lost`: somebody else has taken hold of it since. */
  abstract stateOf(hold: StrandHold): Promise<'held' | 'lost' | 'closed'>;
  /** No strand of the run writes any more. */
  abstract closeRun(runId: string): Promise<void>;
  /** The same for some strands, begun or not. */
  abstract close(runId: string, ids: readonly string[]): Promise<void>;
  abstract listOpen(runIds: readonly string[]): Promise<string[]>;
  /** Ids of the signals that waits of the run have taken. */
  abstract listTakenSignals(runId: string): Promise<string[]>;

  /** Runs that are under way and began before `before`, after `after` in the order of their ids. */
  abstract listRunning(before: number, after: string, limit: number): Promise<RunningRun[]>;
  /** Those of these runs that have not ended. */
  abstract listOpenRuns(runIds: readonly string[]): Promise<string[]>;

  /** Says that the worker lives. */
  abstract beat(workerId: string): Promise<void>;
  /** Says that the worker is no more, by its own will. */
  abstract leave(workerId: string): Promise<void>;
  /** A worker that has not been heard of for so long, or has left; whoever gets it from here has so much time to take over from it. */
  abstract takeSilent(ms: number): Promise<{ readonly id: string; readonly left: boolean } | undefined>;
  abstract forgetWorker(workerId: string): Promise<void>;
}
