import { expectsAnswer, type NativeRequest } from '../../../mcp/server/native-request.js';
import { Problem } from '../../../kernel/problems/problem.js';
import type { LinkFailure } from '../../../mcp/wire/link-failure.js';
import { problemOfFailure } from '../../../upstreams/connection/failure-mapping.js';
import type { NativeCall } from '../native-call.js';
import { failureResponse } from '../../../mcp/server/failure-reply.js';

/** The response that a client still waits for when a stream breaks off. */
export function farewellTo(
  { context }: NativeCall,
  { messages }: NativeRequest,
  failure: LinkFailure | Problem,
): string | undefined {
  const asked = messages.find(expectsAnswer);
  if (asked === undefined) return undefined;
  if (failure instanceof Problem) return failureResponse(failure, asked.id, context);
  return failure.kind === 'cancelled'
    ? undefined
    : failureResponse(problemOfFailure(failure, undefined), asked.id, context);
}
