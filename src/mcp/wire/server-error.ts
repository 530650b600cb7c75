import { type Problem } from '../../kernel/problems/problem.js';
import type { RpcError } from './json-rpc.js';

/** A JSON-RPC error that a server has answered with, as it came; the cause of the problem that it is elsewhere. */
export class ServerError extends Error {
  override readonly name = 'ServerError';

  constructor(readonly error: RpcError) {
    super('the server answered with an error');
  }
}

/** What the server itself answered, if that is what the problem is about. */
export function serverErrorOf(problem: Problem): RpcError | undefined {
  return problem.cause instanceof ServerError ? problem.cause.error : undefined;
}
