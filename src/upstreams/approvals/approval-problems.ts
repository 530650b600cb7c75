import { Problem } from '../../kernel/problems/problem.js';
import { approvalPath, type KeptApproval } from './approval.js';
import type { WaitingLimits } from './approval-book.port.js';

/** Where an approval is decided, and until when: what callers are told who have to wait for it. */
export interface ApprovalTicket {
  readonly id: string;
  readonly url: string;
  readonly expiresAt: string;
}

export function approvalUrl({ id }: Pick<KeptApproval, 'id'>, publicUrl: string): string {
  return publicUrl + approvalPath(id);
}

export function approvalNeeded(approval: KeptApproval, publicUrl: string): Problem {
  const { id, tool, expiresAt } = approval;
  const url = approvalUrl(approval, publicUrl);
  const ticket: ApprovalTicket = { id, url, expiresAt: new Date(expiresAt).toISOString() };
  return new Problem(
    'approval-required',
    `The tool "${tool}" runs only when somebody approves this call at ${url}. Then make the same call again.`,
    { members: { approval: ticket } },
  );
}

/** Where there is nobody to ask. */
export function nobodyToAsk(name: string): Problem {
  return new Problem(
    'approval-required',
    `"${name}" runs only after an approval, and on this way nobody can be asked.`,
  );
}

/** When the policies leave no one who decides. */
export function nobodyDecides(name: string): Problem {
  return new Problem(
    'approval-required',
    `"${name}" runs only after an approval, and no one can give it: the approvers that the operator, the app and the workflow name have no role in common.`,
  );
}

/** When somebody has said no to what the run listened for. */
export function deniedInRun(name: string): Problem {
  return new Problem('approval-required', `Somebody has denied that the run calls "${name}".`);
}

/** When a client has not sent its person to the page. */
export function askedInVain(): Problem {
  return new Problem('approval-required', 'Nobody was sent to the page on which the call is approved.');
}

/** The approval that somebody has to give before a call can run; `undefined` for other problems, and where nobody can. */
export function ticketIn(error: unknown): ApprovalTicket | undefined {
  if (!(error instanceof Problem) || error.code !== 'approval-required') return undefined;
  return error.extras.members?.['approval'] as ApprovalTicket | undefined;
}

export function approvalDenied({ id, tool, note }: KeptApproval): Problem {
  const why = note === null ? '' : `: ${note}`;
  return new Problem('approval-denied', `The call of "${tool}" was not approved${why}`, {
    members: { approval: { id }, ...(note === null ? {} : { note }) },
  });
}

export function approvalExpired({ id, tool }: KeptApproval): Problem {
  return new Problem(
    'approval-expired',
    `Nobody has approved the call of "${tool}" in time, or it was not made in time.`,
    {
      members: { approval: { id } },
    },
  );
}

const variables = {
  perCaller: 'APPROVALS_WAITING_PER_CALLER',
  perAccount: 'APPROVALS_WAITING_PER_ACCOUNT',
} as const;

export function tooManyWaiting(limit: keyof WaitingLimits): Problem {
  const name = variables[limit];
  return new Problem('too-many-approvals', `Too many calls wait for an approval already (${name}).`, {
    retryAfterMs: 60_000,
    members: { limit: name },
  });
}
