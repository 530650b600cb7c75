import { printJson } from '../../kernel/json/exact-number.js';
import { Problem } from '../../kernel/problems/problem.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import type { Reply } from '../../platform/http/answers/reply.js';
import { idOf, isOpening, type NativeRequest } from './native-request.js';
import { problemAsRpc, RpcRefusal, toldError, type RpcId } from './rpc-reply.js';

type Told = Pick<RequestContext, 'bodyOf' | 'problem' | 'operation'>;

/** The answer to a request (`undefined` for one without a body) that failed. Throws what is neither a refusal nor a problem. */
export function failureReply(error: unknown, request: NativeRequest | undefined, context: Told): Reply {
  const id = request === undefined ? null : idOf(request);
  if (error instanceof RpcRefusal) return refused(error, id, context);
  if (error instanceof Problem)
    return problemAsRpc(error, id, context, request !== undefined && isOpening(request));
  throw error;
}

/** The response, for a stream, that tells of a failure. */
export function failureResponse(error: unknown, id: RpcId | undefined, context: Told): string {
  if (error instanceof RpcRefusal) return String(refused(error, id ?? null, context).body);
  const problem = Problem.from(error);
  context.problem = problem.code;
  return printJson({ jsonrpc: '2.0', id, error: toldError(problem, context) });
}

function refused(refusal: RpcRefusal, id: RpcId, { operation }: Told): Reply {
  if (operation !== undefined) operation.rpcCode = refusal.code;
  return refusal.reply(id);
}
