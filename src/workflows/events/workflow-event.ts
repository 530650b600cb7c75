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
  /** The run that began what emitted it; `null` when no run did. */
  readonly rootId: string | null;
  /** It reaches the runs of this credential and no others. */
  readonly onlyOf: string | null;
  readonly at: number;
  /** When somebody has to hand it out; `null`: it has been. */
  readonly dueAt: number | null;
}

/** What a run waits for, at one place of a wait. */
export interface AwaitedEvent {
  /** Of the filter in the wait. */
  readonly place: number;
  readonly terms: EventTerms;
  /** The wait is over when each of those that end it has had an event, and not the first. */
  readonly needsAll: boolean;
  /** It takes every event, and ends nothing. */
  readonly stays: boolean;
}

/** One filter of a run that waits for events. */
export interface EventWait extends AwaitedEvent {
  readonly runId: string;
  /** Which wait of the run, see `waitOf`. */
  readonly wait: string;
  readonly appId: string;
  readonly type: string;
}

/** What waits until the run before it has ended. */
export interface DueEvent {
  readonly appId: string;
  readonly workflow: string;
  readonly eventId: string;
  /** What begins the run: it, or the last of several. */
  readonly events: readonly JsonObject[];
  readonly depth: number;
  /** The run that began what emitted it, or the last of several. */
  readonly rootId: string | null;
  readonly at: number;
}

/** Events that have come for a workflow which begins once there is one for each of its filters. */
export interface EventSet {
  readonly id: string;
  readonly appId: string;
  readonly workflow: string;
  /** Of the filters: a set for others is of no use. */
  readonly digest: string;
  /** By the place of the filter. */
  readonly events: Readonly<Record<string, JsonObject>>;
  /** What they say of the correlations, which the others are to say as well. */
  readonly values: JsonRecord;
  /** Of the deepest. */
  readonly depth: number;
  /** Of the last that a run emitted. */
  readonly rootId: string | null;
  /** When the first came. */
  readonly at: number;
}
