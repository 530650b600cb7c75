import type { PageRequest } from '../../kernel/page.js';
import type { BoundCall } from '../interpreter/tool-access.port.js';
import type { WorkflowError } from '../interpreter/workflow-error.js';
import type { Run, RunOfAccount, RunOutcome, RunStatus, SignalName, StartKind, StoredSignal } from './run.js';
import type { RunEvent } from './run-event.js';

/** Which runs of an app a list shows. */
export interface RunFilter {
  readonly appId: string;
  readonly workflow?: string | undefined;
  readonly status?: RunStatus | undefined;
  /** What began them. */
  readonly startedBy?: StartKind | undefined;
  /** Begun then or later, in milliseconds since the epoch. */
  readonly since?: number | undefined;
  /** Begun before then. */
  readonly until?: number | undefined;
  /** Only steps of this run. */
  readonly parentId?: string | undefined;
  /** Only those that this credential started. */
  readonly tokenId?: string | undefined;
  /** Only those that this person started. */
  readonly userId?: string | undefined;
  /** Only those of these. */
  readonly workflows?: readonly string[] | undefined;
}

export type RunChange = Partial<
  Pick<
    Run,
    | 'configVersion'
    | 'input'
    | 'version'
    | 'status'
    | 'output'
    | 'attempt'
    | 'dispatch'
    | 'recoveries'
    | 'endedAt'
    | 'cancelledAt'
    | 'tokenId'
    | 'userId'
  >
> & {
  /** The output that is there is no longer the run's. */
  readonly forgetsOutput?: true;
  /** Bytes that it takes up more in the database. */
  readonly grownBytes?: number;
  /** `null` forgets the one that is there. */
  readonly error?: WorkflowError | null;
  /** When somebody has to look at the run; `null`: not by itself. */
  readonly wakeAt?: number | null;
};

/** A run and about what it takes up in the database. */
export type RunSize = Pick<Run, 'id' | 'bytes'>;

/** Keeps runs, their events and signals, for every engine. Writes join the transaction that is open. */
export abstract class RunStore {
  /** In a commit that it shares with others; not inside a transaction. */
  abstract insert(run: Run, first: RunEvent): Promise<void>;
  /** The same in the transaction that is open. */
  abstract add(run: Run, first: RunEvent): Promise<void>;
  /** The same for a step of another run, unless that has ended: `false` then. */
  abstract addChild(run: Run & { readonly parentId: string }, first: RunEvent): Promise<boolean>;
  abstract find(id: string): Promise<Run | undefined>;
  abstract findByStartKey(startKey: string): Promise<Run | undefined>;
  abstract findByBodyKey(bodyKey: string): Promise<Run | undefined>;
  /** Newest first; `cursor` is the id that the page comes after. */
  abstract list(filter: RunFilter, page: PageRequest): Promise<Run[]>;
  /** How many runs of the app have not ended. */
  abstract countOpen(appId: string): Promise<number>;
  /** How many runs this one has begun, and those, and so on, as far as they are kept. */
  abstract countDescendants(rootId: string): Promise<number>;
  /** Versions of the app's config that runs began with which are not completed. */
  abstract versionsInUse(appId: string): Promise<number[]>;
  abstract update(id: string, change: RunChange): Promise<void>;
  /** Changes the run if it is in one of these states, and in this attempt if one is named; `false` when it is not. */
  abstract updateIn(
    id: string,
    statuses: readonly RunStatus[],
    change: RunChange,
    attempt?: number,
  ): Promise<boolean>;
  /** Ends a run that nobody in this process carries out, with its last event, which comes back numbered; undefined when it has ended. */
  abstract end(
    runId: string,
    outcome: RunOutcome,
    last: Omit<RunEvent, 'seq'>,
  ): Promise<RunEvent | undefined>;
  abstract addEvents(events: readonly RunEvent[]): Promise<void>;
  /** In their order, those after `after`. */
  abstract listEvents(runId: string, after: number, limit: number): Promise<RunEvent[]>;
  /** Number of the last event; 0 when there is none. */
  abstract lastSeq(runId: string): Promise<number>;
  abstract addSignal(signal: StoredSignal): Promise<void>;
  /** Those that somebody sent, and no event made. */
  abstract countSignals(runId: string): Promise<number>;
  /** Those that somebody sent, and no event made, oldest first. */
  abstract listSignals(runId: string): Promise<StoredSignal[]>;
  /** All of them, oldest first. */
  abstract listSignalNames(runId: string): Promise<SignalName[]>;
  /** Oldest first. */
  abstract findSignals(ids: readonly string[]): Promise<StoredSignal[]>;
  abstract removeSignals(ids: readonly string[]): Promise<void>;
  /** Says what an approval was good for; `false` when it has been used. */
  abstract useSignal(id: string, usedFor: string): Promise<boolean>;
  /** Binds an approval to a call; one that is bound stays so. */
  abstract bindSignal(id: string, boundTo: BoundCall): Promise<void>;
  /** What was sent is used up: it keeps its place, and nobody takes it any more. */
  abstract spendSignal(id: string, type: string): Promise<void>;
  /** Runs that have not ended and want to be looked at by `until`, the most urgent first. */
  abstract listDue(until: number, limit: number): Promise<RunOfAccount[]>;
  /** Ids of runs whose end other runs have not been told of. */
  abstract listUntold(now: number, limit: number): Promise<string[]>;
  /** Runs that have not ended which go on only as long as this one does, which has ended; none while it goes on. */
  abstract listBound(parentId: string, limit: number): Promise<RunOfAccount[]>;
  /** All runs that were under way want to be looked at now: the process that carried them out is gone. */
  abstract wakeInterrupted(now: number): Promise<void>;
  /** Removes some of the runs that ended before `before`; whether there may be more. */
  abstract removeEnded(before: number): Promise<boolean>;
  /** Bytes of the account's runs that are in the database. */
  abstract measure(accountId: string): Promise<number>;
  /** Measures what the run has written, and resolves to its bytes. */
  abstract measureRun(id: string): Promise<number>;
  /** Removes some of the account's oldest ended runs, apart from those that open runs began; about `bytes` at most. Resolves to their bytes. */
  abstract removeOldest(accountId: string, bytes: number): Promise<number>;
  /** Runs that have not ended, the largest first. */
  abstract listLargestOpen(accountId: string, limit: number): Promise<RunSize[]>;
}
