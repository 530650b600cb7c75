import { printJson } from '../../kernel/json/exact-number.js';
import { Problem } from '../../kernel/problems/problem.js';
import { RpcRefusal } from '../../mcp/server/rpc-reply.js';
import { rpcErrorCodes } from '../../mcp/wire/error-codes.js';
import type { MeasuredBody } from '../../platform/http/bodies/body-reader.js';
import { argumentOnBothWays } from '../../platform/http/fast-argument.js';

/** Gives the message of a client; rejects with a refusal when it is none for its size, and with a problem when it cannot be taken. */
export type ReadMessage = () => Promise<MeasuredBody>;

/** A `ReadMessage`: on the fast path the bytes as they come, read when they are wanted; behind Express what was parsed, printed anew. */
export const MessageBody = argumentOnBothWays(
  (execution): ReadMessage => {
    const request = execution.switchToHttp().getRequest<{ readonly body?: unknown }>();
    return () => Promise.resolve({ bytes: Buffer.from(printJson(request.body ?? null)) });
  },
  ({ measured }): ReadMessage =>
    () =>
      measured().catch(asRefusal),
);

/** A body with too many levels or values is answered as what is no message, like one that is no JSON. */
function asRefusal(error: unknown): never {
  if (!(error instanceof Problem)) throw error;
  const isMeasured =
    error.code === 'json-too-deep' || error.extras.members?.['limit'] === 'MAX_JSON_ELEMENTS';
  throw isMeasured ? new RpcRefusal(rpcErrorCodes.parseError, error.message) : error;
}
