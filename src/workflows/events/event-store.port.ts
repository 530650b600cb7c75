import type { EventSet, EventWait, DueEvent, WorkflowEvent } from './workflow-event.js';

/** Events of an app that were handed out before a run began to wait. */
export interface PastEvents {
  readonly appId: string;
  readonly types: readonly string[];
  readonly since: number;
  /** Those that it has had are left out. */
  readonly runId: string;
}

/** A wait of a run that has not ended, and whose run it is. */
export interface OpenWait extends EventWait {
  readonly accountId: string;
}

/** Keeps events of apps, and what waits for them. Writes join the transaction that is open. */
export abstract class EventStore {
  /** Whoever has it decides alone, until the transaction ends, which waits of the app an event reaches. */
  abstract lock(appId: string): Promise<void>;
  /** `false` when it is there already. */
  abstract add(event: WorkflowEvent): Promise<boolean>;
  abstract find(id: string): Promise<WorkflowEvent | undefined>;
  /** Those to hand out by `now`, the most urgent first. */
  abstract listDue(now: number, limit: number): Promise<WorkflowEvent[]>;
  abstract defer(id: string, dueAt: number): Promise<void>;
  /** Says that it has been handed out; `false` when somebody has said so before. */
  abstract settle(id: string): Promise<boolean>;
  /** Ids, oldest first. */
  abstract listPast(past: PastEvents, limit: number): Promise<string[]>;
  /** Those that have been handed out, beyond the newest `most` of each app or from before `before`; sets that began before that, too. */
  abstract prune(before: number, most: number): Promise<void>;
  /** Bytes of the account's events, sets and due events that are in the database. */
  abstract measure(accountId: string): Promise<number>;
  /** Removes some of the account's oldest events that have been handed out, about `bytes` at most. Resolves to their bytes. */
  abstract removeOldest(accountId: string, bytes: number): Promise<number>;

  /** Those that are there already stay. */
  abstract addWaits(waits: readonly EventWait[]): Promise<void>;
  /** Of runs that have not ended, in their order; `onlyOf`: of this credential. */
  abstract listWaits(appId: string, type: string, onlyOf: string | null): Promise<OpenWait[]>;
  abstract listWaitsOf(runId: string, wait: string): Promise<EventWait[]>;
  /** Whether it is there as it was seen. */
  abstract hasWait(wait: EventWait): Promise<boolean>;
  /** `false` when it is gone, or has become another. */
  abstract takeWait(wait: EventWait): Promise<boolean>;
  abstract changeWait(wait: EventWait): Promise<void>;
  abstract removeWaits(runId: string, wait: string): Promise<void>;

  abstract addDue(due: DueEvent): Promise<void>;
  abstract countDue(appId: string, workflow: string): Promise<number>;
  /** The one that came first. */
  abstract findDue(appId: string, workflow: string): Promise<DueEvent | undefined>;
  abstract removeDue(due: DueEvent): Promise<void>;

  /** Oldest first. */
  abstract listSets(appId: string, workflow: string): Promise<EventSet[]>;
  abstract putSet(set: EventSet): Promise<void>;
  abstract removeSet(id: string): Promise<void>;
}
