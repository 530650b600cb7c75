/** Where a call is approved, and until when. */
export interface AwaitedTicket {
  readonly id: string;
  readonly url: string;
  readonly expiresAt: string;
}

/** Thrown in place of a failure: a call cannot leave before somebody has approved it. */
export class ApprovalAwaited extends Error {
  override readonly name = 'ApprovalAwaited';

  constructor(readonly ticket: AwaitedTicket) {
    super(`the call waits for the approval ${ticket.id}`);
  }
}

/** Type of the signal by which a run learns that somebody has decided. Nobody can send it: signals of callers have no slash. */
export function decidedSignal(approvalId: string): string {
  return `approval/${approvalId}`;
}

/** How the ids begin of approvals that steps wait for; those of the inbox begin with `apr_`. */
export const awaitedIdPrefix = 'rap';

/** Type of the signal that answers the wait with this id, and no other. */
export function answerSignal(awaitedId: string): string {
  return `approval/${awaitedId}`;
}

export function isAnswer(type: string): boolean {
  return type.startsWith(answerSignal(`${awaitedIdPrefix}_`));
}
