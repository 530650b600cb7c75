import type { PageRequest } from '../../kernel/page.js';
import type { WorkflowError } from '../interpreter/workflow-error.js';
import type { BoundCall, Run, RunOfAccount, RunOutcome, RunStatus, StoredSignal } from './run.js';
import type { RunEvent } from './run-event.js';

/** Which runs of an app a list shows. */
export interface RunFilter {
  readonly appId: string;
  readonly workflow?: string | undefined;
  readonly status?: RunStatus | undefined;
  /** Only those that this credential started. */
  readonly tokenId?: string | undefined;
}

export type RunChange = Partial<
  Pick<
    Run,
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
  /** `null` forgets the one that is there. */
  readonly error?: WorkflowError | null;
  /** When somebody has to look at the run; `null`: not by itself. */
  readonly wakeAt?: number | null;
};

/** Keeps runs, their events and signals, for every engine. Writes join the transaction that is open. */
export abstract class RunStore {
  /** In a commit that it shares with others; not inside a transaction. */
  abstract insert(run: Run, first: RunEvent): Promise<void>;
  /** The same in the transaction that is open. */
  abstract add(run: Run, first: RunEvent): Promise<void>;
  abstract find(id: string): Promise<Run | undefined>;
  abstract findByStartKey(startKey: string): Promise<Run | undefined>;
  /** Newest first; `cursor` is the id that the page comes after. */
  abstract list(filter: RunFilter, page: PageRequest): Promise<Run[]>;
  /** How many runs of the app have not ended. */
  abstract countOpen(appId: string): Promise<number>;
  /** Versions of the app's config that runs began with which are not completed. */
  abstract versionsInUse(appId: string): Promise<number[]>;
  abstract update(id: string, change: RunChange): Promise<void>;
  /** Changes the run if it is in one of these states; `false` when it is not. */
  abstract updateIn(id: string, statuses: readonly RunStatus[], change: RunChange): Promise<boolean>;
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
  abstract countSignals(runId: string): Promise<number>;
  /** Oldest first. */
  abstract listSignals(runId: string): Promise<StoredSignal[]>;
  /** Says what an approval was good for; `false` when it has been used. */
  abstract useSignal(id: string, usedFor: string): Promise<boolean>;
  /** Binds an approval to a call; one that is bound stays so. */
  abstract bindSignal(id: string, boundTo: BoundCall): Promise<void>;
  /** Runs that want to be looked at by `until`, the most urgent first. */
  abstract listDue(until: number, limit: number): Promise<RunOfAccount[]>;
  /** All runs that were under way want to be looked at now: the process that carried them out is gone. */
  abstract wakeInterrupted(now: number): Promise<void>;
  /** Removes runs that ended before `before`, at most `limit`; how many it were. */
  abstract removeEnded(before: number, limit: number): Promise<number>;
}
