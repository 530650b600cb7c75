import type { JsonObject } from '../../kernel/json/json.js';
import { RpcRefusal } from '../../mcp/server/rpc-reply.js';
import { rpcErrorCodes } from '../../mcp/wire/error-codes.js';
import type { ApprovalTicket } from '../../upstreams/approvals/approval-problems.js';

const message = 'This call runs only when somebody approves it: look at it there, and decide.';

/** The parameters of `elicitation/create` that send a person to the page; the same approval is asked about under the same id. */
export function approvalQuestion({ id, url }: ApprovalTicket): JsonObject {
  return { mode: 'url', elicitationId: id, url, message };
}

/** How a client of 2025-11-25 that opens addresses learns that somebody has to approve a call first (Elicitation, URL mode). */
export function approvalRefusal(ticket: ApprovalTicket): RpcRefusal {
  return new RpcRefusal(rpcErrorCodes.urlElicitationRequired, `${message} ${ticket.url}`, {
    status: 200,
    data: { elicitations: [approvalQuestion(ticket)], approval: ticket },
  });
}
