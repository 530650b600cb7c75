import { rpcErrorCodes } from '../wire/error-codes.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { Problem } from '../../kernel/problems/problem.js';
import type { ProblemCode } from '../../kernel/problems/problem-catalogue.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { Reply } from '../../platform/http/answers/reply.js';
import { serverErrorOf } from '../wire/server-error.js';

/** An answer that has no body. */
export function emptyReply(status: 200 | 202): Reply {
  return new Reply(status, undefined, { 'content-length': '0' });
}

export type RpcId = string | number | null;

interface RefusalExtras {
  /** The request that is refused, where whoever throws knows it and whoever answers may not. */
  readonly id?: RpcId;
  readonly status?: number;
  readonly data?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A message that is refused by the rules of MCP itself. */
export class RpcRefusal extends Error {
  override readonly name = 'RpcRefusal';

  constructor(
    readonly code: number,
    message: string,
    readonly extras: RefusalExtras = {},
  ) {
    super(message);
  }

  reply(id: RpcId): Reply {
    const { status = 400, data, headers, id: own = id } = this.extras;
    const error = { code: this.code, message: this.message, ...(data === undefined ? {} : { data }) };
    return Reply.json({ jsonrpc: '2.0', id: own, error }, status, headers);
  }
}

/** What a server has refused, in its own words. */
export function refusalOf(
  { code, message, data }: Readonly<Record<string, unknown>>,
  status = 200,
): RpcRefusal {
  return new RpcRefusal(
    typeof code === 'number' ? code : rpcErrorCodes.internalError,
    typeof message === 'string' ? message : 'The server refused the request.',
    { status, data },
  );
}

/** Problems that are the caller's mistake about a name or an argument. */
const invalidParams: readonly ProblemCode[] = [
  'invalid-params',
  'invalid-request-state',
  'ambiguous-resource',
  'prompt-changed',
  'prompt-not-found',
  'resource-not-found',
  'tool-changed',
  'tool-denied',
  'tool-not-found',
];

/** The error member that tells an MCP client of a problem: the server's own where it is that, else `data` is the RFC 9457 object. */
export function rpcErrorOf(problem: Problem, context: Pick<RequestContext, 'bodyOf'>): JsonObject {
  const own = serverErrorOf(problem);
  if (own !== undefined && Number.isInteger(own.code) && typeof own.message === 'string') return { ...own };
  return {
    code: invalidParams.includes(problem.code) ? rpcErrorCodes.invalidParams : rpcErrorCodes.internalError,
    message: problem.message,
    data: context.bodyOf(problem),
  };
}

/** The error that the request of `context` is answered with; telemetry has its code. */
export function toldError(
  problem: Problem,
  context: Pick<RequestContext, 'bodyOf' | 'operation'>,
): JsonObject {
  const error = rpcErrorOf(problem, context);
  const { code } = error;
  if (context.operation !== undefined && typeof code === 'number') context.operation.rpcCode = code;
  return error;
}

/** Problems for which a message is not taken on that would open something. */
const noPlace: readonly ProblemCode[] = ['overloaded', 'rate-limited'];

/** Whether a client is to ask for a token that may do more: HTTP says so to it, not the answer to its message (RFC 6750 §3.1). */
export function isStepUp(error: unknown): boolean {
  return error instanceof Problem && error.code === 'insufficient-scope';
}

/** A problem as the answer to one request: in band, unless there is no request or no place for what it would open. */
export function problemAsRpc(
  problem: Problem,
  id: RpcId,
  context: Pick<RequestContext, 'bodyOf' | 'problem' | 'operation'>,
  isOpening = false,
): Reply {
  context.problem = problem.code;
  const { retryAfterMs } = problem.extras;
  const headers =
    retryAfterMs === undefined
      ? undefined
      : { 'retry-after': String(Math.max(1, Math.ceil(retryAfterMs / 1000))) };
  const isRefused = id === null || (isOpening && noPlace.includes(problem.code));
  const status = isRefused ? problem.status : 200;
  return Reply.json({ jsonrpc: '2.0', id, error: toldError(problem, context) }, status, headers);
}
