import type { Role } from './principal.js';

/** Who may approve a call, beside what the policies of its server and app say. */
export interface ApprovalTerms {
  readonly roles?: readonly Role[] | undefined;
  readonly except?: 'caller' | undefined;
  /** Where nothing else is said, the person who asks may decide, too. */
  readonly self?: true | undefined;
}

/** How the caller of a piece of work is asked for an approval, and goes on with one. */
export interface ApprovalWay {
  /** The same call by the same door finds the approval that it was asked for. */
  readonly door: string;
  /** The approval that the request names, whichever door it was asked for at. */
  readonly id?: string | undefined;
  /**
   * What the same call does, without an id, once it has been decided: it asks anew; it goes on, and asks anew once it has been told of a
   * denial; or it goes on, and a denial stands.
   */
  readonly again: 'asks' | 'goes-on' | 'stands';
  /** The run of a workflow that waits. */
  readonly runId?: string | undefined;
  readonly terms?: ApprovalTerms | undefined;
}
