import type { ApprovalTerms } from '../../kernel/approval-way.js';
import type { JsonObject } from '../../kernel/json/json.js';
import type { Role } from '../../kernel/principal.js';

/** Who made something happen, as people read it. */
export interface NamedCaller {
  readonly kind: 'user' | 'key' | 'client';
  readonly id: string;
  readonly email?: string | undefined;
  /** Absent in approvals of before it was kept. */
  readonly emailVerified?: boolean | undefined;
  readonly name?: string | undefined;
  readonly role?: Role | undefined;
}

/** Who it is, for people who decide: an address that is only claimed says so. */
export function shownName({ id, email, emailVerified, name }: NamedCaller): string {
  return email !== undefined && emailVerified === false ? `${email}, not verified` : (email ?? name ?? id);
}

/** Of the caller's account; `caller` is the person who asked, whatever their role. */
export type DecidingRole = Role | 'caller';

/** Whose policy requires an approval: the operator's, or the app's alone. */
export type PolicyAuthor = 'operator' | 'app';

/** Who decides: people of these roles, whoever runs the gateway, and perhaps not the caller. */
export interface ApprovalDeciders {
  readonly roles: readonly DecidingRole[];
  readonly isForOperator: boolean;
  readonly exceptCaller: boolean;
}

/** A call that somebody is asked about, as it is kept. Times in milliseconds since the epoch. */
export interface KeptApproval {
  /** `apr_…` */
  readonly id: string;
  readonly accountId: string;
  /** `holderOf` the caller. */
  readonly holder: string;
  /** The person who asked, be it by a program. */
  readonly userId: string | null;
  readonly appId: string | null;
  /** Digest by which the same call at the same door finds it; `null` once it no longer does. */
  readonly slot: string | null;
  /** Digest of caller, server, tool and arguments. */
  readonly binding: string;
  /** Handle. */
  readonly server: string;
  readonly tool: string;
  readonly caller: NamedCaller;
  /** The arguments, sealed: credentials may stand in them. */
  readonly sealed: string;
  /** Whoever approved it has changed the arguments. */
  readonly isEdited: boolean;
  readonly reason: string | null;
  /** Of a call that waits: as the policies were when it began to wait. Of others: as they were at the decision. */
  readonly deciders: ApprovalDeciders;
  /** Whose policy required it. */
  readonly requiredBy: PolicyAuthor;
  /** What the way of the call says about who decides; `null`: it began to wait before that was kept. */
  readonly terms: ApprovalTerms | null;
  readonly state: 'waiting' | 'approved' | 'denied' | 'used';
  readonly note: string | null;
  readonly decidedBy: NamedCaller | null;
  readonly runId: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export const approvalStatuses = ['waiting', 'approved', 'denied', 'expired', 'used'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

/** What was not used in time is good for nothing any more; a denial stays one. */
export function statusOf({ state, expiresAt }: KeptApproval, now: number): ApprovalStatus {
  return (state === 'waiting' || state === 'approved') && expiresAt <= now ? 'expired' : state;
}

/** An approval with the arguments that the server will get. */
export interface OpenedApproval extends KeptApproval {
  readonly arguments: JsonObject;
}

/** The page on which it is decided, below PUBLIC_URL. */
export function approvalPath(id: string): string {
  return `/approvals/${id}`;
}
