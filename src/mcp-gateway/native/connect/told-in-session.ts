import type { JsonObject } from '../../../kernel/json/json.js';
import type { Problem } from '../../../kernel/problems/problem.js';
import { RpcRefusal } from '../../../mcp/server/rpc-reply.js';
import { rpcErrorCodes } from '../../../mcp/wire/error-codes.js';
import { askingMethods } from '../../../mcp/wire/question.js';
import { newestSessionVersion } from '../../../mcp/wire/revisions.js';
import { ticketIn } from '../../../upstreams/approvals/approval-problems.js';
import { isConnectionNeed } from '../../../upstreams/connection/connection-need.js';
import { approvalRefusal } from '../../approving/approval-question.js';
import {
  connectUrlOf,
  serverOf,
  takesAddresses,
  textWithLink,
  toldAsResult,
  urlQuestion,
  withLink,
} from './connect-question.js';
import { mayBeConnectTool } from './connect-tool.js';
import type { PendingQuestions } from './pending-questions.js';

/** What a client of the 2025 revisions has said of itself. */
interface SessionClient {
  /** The revision that its handshake ended in. */
  readonly version: string;
  readonly capabilities: JsonObject;
}

/** Whether somebody has to do something before the request can be answered, and toldInSession says how. */
export function isNeed(error: unknown): error is Problem {
  return isConnectionNeed(error) || ticketIn(error) !== undefined;
}

/**
 * How a client of the 2025 revisions learns that somebody must approve a call, or connect a server first: since 2025-11-25, where it has declared that it opens
 * addresses, by the error -32042, which is thrown; else the result of a tool says it in words, and other requests fail with the link.
 */
export function toldInSession(
  problem: Problem,
  asked: { readonly method: string; readonly params: JsonObject },
  { version, capabilities }: SessionClient,
  pending: PendingQuestions | undefined,
): JsonObject {
  const canOpen = version >= newestSessionVersion && takesAddresses(capabilities);
  const ticket = ticketIn(problem);
  if (ticket !== undefined) {
    if (!canOpen) throw problem;
    pending?.awaitDecision(ticket.id);
    throw approvalRefusal(ticket);
  }
  if (
    canOpen &&
    pending !== undefined &&
    connectUrlOf(problem) !== undefined &&
    askingMethods.has(asked.method)
  ) {
    const elicitations = [urlQuestion(problem, pending.idFor(serverOf(problem)))];
    throw new RpcRefusal(rpcErrorCodes.urlElicitationRequired, textWithLink(problem), {
      status: 200,
      data: { elicitations },
    });
  }
  if (asked.method === 'tools/call') return toldAsResult(problem, mayBeConnectTool(asked.params['name']));
  throw withLink(problem);
}
