import type { ApprovalNotice } from '../../apps/document/approval-policies.schema.js';
import type { Caller } from '../../kernel/caller.js';
import type { HopCause } from '../../kernel/hop.js';
import type { JsonObject } from '../../kernel/json/json.js';
import type { PolicyAuthor } from './approval.js';
import type { ApproverTerms } from './deciders.js';

/** A notice of calls that wait, and the policy that requests it. */
export interface PolicyNotice extends ApprovalNotice {
  readonly cause: HopCause;
}

/** A call that runs only when somebody approves it. */
export interface CallToApprove {
  readonly caller: Caller;
  readonly server: {
    readonly id: string;
    readonly handle: string;
    readonly app?: { readonly id: string } | undefined;
  };
  /** As the caller knows it. */
  readonly name: string;
  /** As the server knows it. */
  readonly tool: string;
  /** As the server will get them. */
  readonly arguments: JsonObject;
  /** What the policies say about who decides. */
  readonly approvers: readonly ApproverTerms[];
  /** Whose policy requires the approval. */
  readonly requiredBy: PolicyAuthor;
  readonly reason?: string | undefined;
  /** Who is told when it begins to wait. */
  readonly notices: readonly PolicyNotice[];
}
