import type { Role } from '../../kernel/principal.js';
import type { ApprovalDeciders, ApprovalStatus, KeptApproval, NamedCaller } from './approval.js';

/** What an account, and each caller in it, may have waiting. */
export interface WaitingLimits {
  readonly perCaller: number;
  readonly perAccount: number;
}

/** Whose approvals somebody sees: the own, and those that somebody with this place may look at or decide. */
export interface ApprovalReach {
  readonly accountId: string;
  /** Own are all that this person, or this holder, has asked for. */
  readonly userId?: string | undefined;
  readonly holder?: string | undefined;
  readonly role?: Role | undefined;
  readonly operator?: boolean | undefined;
}

/** What somebody decided. `sealed`: other arguments than were asked about. */
export interface KeptDecision {
  readonly state: 'approved' | 'denied';
  readonly note: string | null;
  readonly decidedBy: NamedCaller;
  readonly sealed?: string | undefined;
  /** Who could decide, by the policies at that moment. */
  readonly deciders: ApprovalDeciders;
}

/** Keeps approvals; on Postgres for all processes. */
export abstract class ApprovalBook {
  /** Keeps it, unless one that still counts has a slot of these: that one; or there are too many: which. Joins the transaction that is open. */
  abstract open(
    approval: KeptApproval,
    slots: readonly string[],
    limits: WaitingLimits,
  ): Promise<KeptApproval | keyof WaitingLimits>;
  abstract find(id: string): Promise<KeptApproval | undefined>;
  /** One that still counts at `now`. */
  abstract findBySlot(slots: readonly string[], now: number): Promise<KeptApproval | undefined>;
  /** The same call does not find it any more; `false` when it did not before. */
  abstract leaveSlot(id: string): Promise<boolean>;
  /** `false` when somebody was faster, or the time is over. */
  abstract decide(id: string, decision: KeptDecision, now: number): Promise<boolean>;
  /** Takes it out of circulation; `false` when it is not approved, not any more, or somebody was faster. */
  abstract use(id: string, now: number): Promise<boolean>;
  /** Newest first, older than the id `before`. */
  abstract list(
    reach: ApprovalReach,
    of: { readonly status?: ApprovalStatus | undefined; readonly now: number },
    limit: number,
    before?: string,
  ): Promise<KeptApproval[]>;
  /** Those of runs that have been decided, or whose time is over, and that the run has not gone on with, oldest first. */
  abstract listSettledOfRuns(now: number, limit: number): Promise<KeptApproval[]>;
  abstract countWaiting(accountId: string, now: number): Promise<number>;
  /** Bytes of the account's approvals that are in the database. */
  abstract measure(accountId: string): Promise<number>;
  /** Removes some of the account's oldest that are used, denied or expired at `now`, and that no run has to go on with; about `bytes` at most. Resolves to their bytes. */
  abstract removeOldest(accountId: string, bytes: number, now: number): Promise<number>;
  /** Removes at most `limit` that ended before `ended`; how many. */
  abstract removeOld(ended: number, limit: number): Promise<number>;
  /** Runs `listener` with the id of one that another process has changed, and without when changes may have been missed. */
  abstract onChange(listener: (id: string | undefined) => void): void;
}
