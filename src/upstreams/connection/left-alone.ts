import { Problem } from '../../kernel/problems/problem.js';
import type { Circuit } from './circuit.js';

/** What whoever asks is told while the server is left alone. */
export function leftAlone({ lastFailure, waitMs }: Circuit): Problem {
  const { members = {} } = lastFailure?.extras ?? {};
  const retryAfterMs = Math.max(waitMs, Number(members['retryAfterMs'] ?? 0), 1000);
  // The declaration is at fault, not the server: say so for as long as it stands.
  if (lastFailure !== undefined && lastFailure.status < 500) return lastFailure;
  if (lastFailure?.code === 'upstream-auth-refused')
    return new Problem(lastFailure.code, lastFailure.detail, { ...lastFailure.extras, retryAfterMs });
  const last = lastFailure?.detail === undefined ? '' : ` The last failure: ${lastFailure.detail}`;
  return new Problem(
    'upstream-unavailable',
    `The server has failed repeatedly; the next attempt is due soon.${last}`,
    { retryAfterMs, members, cause: lastFailure },
  );
}
