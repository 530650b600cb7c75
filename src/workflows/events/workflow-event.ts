import type { JsonObject, JsonRecord } from '../../kernel/json/json.js';
import type { EventTerms } from '../definition/event-filter.js';

/** An event of an app, as it is kept. */
export interface WorkflowEvent {
  readonly id: string;
  readonly appId: string;
  readonly type: string;
  /** Its attributes, as CloudEvents has them. */
  readonly event: JsonObject;
  /** What it is recognised by, beside what is in it. */
  readonly correlation: JsonRecord;
  /** Of the run that emitted it; 0 when none did. */
  readonly depth: number;
  /** It reaches the runs of this credential and no others. */
  readonly onlyOf: string | null;
  readonly at: number;
  /** When somebody has to hand it out; `null`: it has been. */
  readonly dueAt: number | null;
}

/** One filter of a run that waits for events. */
export interface EventWait {
  readonly runId: string;
  /** Which wait of the run, see `waitOf`. */
  readonly wait: string;
  /** Of the filter in the wait. */
  readonly place: number;
  readonly appId: string;
  readonly type: string;
  readonly needsAll: boolean;
  readonly terms: EventTerms;
}

/** An event that waits until the run before it has ended. */
export interface DueEvent {
  readonly appId: string;
  readonly workflow: string;
  readonly eventId: string;
  readonly event: JsonObject;
  readonly depth: number;
  readonly at: number;
}
