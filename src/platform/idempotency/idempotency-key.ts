import { ApiHeader } from '../openapi/api-description.js';
import type { ProblemCode } from '../../kernel/problems/problem-catalogue.js';
import { Problem } from '../../kernel/problems/problem.js';

/** What can go wrong with a request because of its `Idempotency-Key`. */
export const idempotencyProblems = [
  ...([
    'idempotency-mismatch',
    'idempotency-running',
    'outcome-unknown',
    'answer-not-kept',
    'invalid-header',
  ] as const),
] as const satisfies readonly ProblemCode[];

/** Documents the header on an operation that is carried out once per key. */
export function IdempotencyKeyHeader(): MethodDecorator {
  return ApiHeader({
    name: 'Idempotency-Key',
    description:
      'Makes the request safe to repeat: for a day the same key with the same body gives the answer of the first one, marked by `Idempotency-Replayed: true`. The request goes on when the caller leaves.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  });
}

/** An event stream cannot be given again: throws `invalid-header` when one is wanted together with a key. */
export function refuseStream(wanted: boolean): void {
  if (wanted)
    throw new Problem(
      'invalid-header',
      'Idempotency-Key does not go with an event stream; send `Accept: application/json`.',
    );
}
