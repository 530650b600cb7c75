import type { JsonObject, JsonValue } from '../../kernel/json/json.js';
import type { Role } from '../../kernel/principal.js';
import type { BoundCall } from '../interpreter/tool-access.port.js';
import type { WorkflowError } from '../interpreter/workflow-error.js';

/** `waiting`: every branch sleeps or waits for a signal. */
export const runStatuses = ['running', 'waiting', 'completed', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof runStatuses)[number];

/** How a run can end. */
export type RunOutcome =
  | { readonly status: 'completed'; readonly output: JsonValue }
  | { readonly status: 'failed'; readonly error: WorkflowError }
  | { readonly status: 'cancelled' };

/**
 * As whom a run acts: it may do what this token may, the grant of a program, a person who was signed in in a browser (`mandateOf`), or the
 * app itself (`app_…`).
 */
export interface RunOwner {
  readonly tokenId: string;
  /** `null` for a program with an app key. */
  readonly userId: string | null;
}

/** What began a run. */
export const startKinds = ['user', 'key', 'schedule', 'webhook', 'event', 'workflow'] as const;
export type StartKind = (typeof startKinds)[number];

/** Who or what began a run; as whom it acts is another matter. */
export interface RunStart {
  readonly kind: StartKind;
  /** Of a schedule: the due time. Absent when somebody let it run at once. */
  readonly dueAt?: number;
  /** Who let a schedule run at once: id of a user, or of a key. */
  readonly askedBy?: string;
  /** Of a webhook: its id. */
  readonly hookId?: string;
  /** What the sender calls the delivery. */
  readonly delivery?: string;
  /** Of a workflow that another one runs: the run, and the key of its step. */
  readonly runId?: string;
  readonly step?: string;
  /** The event. */
  readonly eventId?: string;
}

/** The run that a run is a part of. */
export interface RunParent {
  /** `null` when no run has it as a step. */
  readonly parentId: string | null;
  /** The run that began all of this, by steps, calls and events of runs; `null` for one that no run began. */
  readonly rootId: string | null;
  /** It goes on when its parent has ended. */
  readonly isDetached: boolean;
}

/** Which run it is, and whose. */
export type RunOfAccount = Pick<Run, 'id' | 'accountId'>;

/** One execution of a workflow. Times in milliseconds since the epoch. */
export interface Run extends RunOwner, RunParent {
  readonly id: string;
  readonly accountId: string;
  readonly appId: string;
  readonly workflow: string;
  /** Of the document. */
  readonly version: string;
  /** The version of the app's config that has the definition. Versions never change: this is the run's snapshot. */
  readonly configVersion: number;
  /** A document of its own, in place of one of the config. */
  readonly document?: JsonObject;
  readonly status: RunStatus;
  readonly input: JsonValue;
  readonly output?: JsonValue;
  readonly error?: WorkflowError;
  /** 1, and one more with each retry. */
  readonly attempt: number;
  /** 1, and one more whenever a process is to carry it out anew: at a retry, after a long wait. */
  readonly dispatch: number;
  /** How often in a row the process died over it. */
  readonly recoveries: number;
  /** How deep in runs that started one another: 1 for one that no run started. */
  readonly depth: number;
  readonly start: RunStart;
  /** There is one run with this key, however often it is asked for; `null`: nobody asks again. */
  readonly startKey: string | null;
  /** Digest of the signed body that began it, where senders sign nothing else: another delivery with the same body begins no run. */
  readonly bodyKey: string | null;
  readonly createdAt: number;
  readonly endedAt: number | null;
  /** When somebody asked it to stop. */
  readonly cancelledAt: number | null;
  /** About what it takes up in the database, with its journal, events and signals. */
  readonly bytes: number;
}

/** What a program waits for or a person approves, as it is kept. */
/** A signal without what it says. */
export type SignalName = Pick<StoredSignal, 'id' | 'type' | 'usedFor'>;

export interface StoredSignal {
  readonly id: string;
  readonly runId: string;
  readonly type: string;
  readonly data: JsonValue;
  /** Id of a user or of a key. */
  readonly sender: string;
  readonly byPerson: boolean;
  /** Of the person, at that moment. */
  readonly senderRole: Role | null;
  /** Of an approval: the call that it was good for. */
  readonly usedFor: string | null;
  /** Of an approval: the call that it was waited for. */
  readonly boundTo: BoundCall | null;
  /** The event that it was made of. */
  readonly eventId: string | null;
  readonly at: number;
}

/** `rootId` of what this run begins. */
export function rootOf({ id, rootId }: Pick<Run, 'id' | 'rootId'>): string {
  return rootId ?? id;
}

export function hasEnded({ status }: { readonly status: RunStatus }): boolean {
  return status !== 'running' && status !== 'waiting';
}
