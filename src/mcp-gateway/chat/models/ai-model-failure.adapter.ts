import { APICallError, RetryError, UnsupportedFunctionalityError } from 'ai';
import { isJsonObject } from '../../../kernel/json/json.js';
import { Problem } from '../../../kernel/problems/problem.js';

const busy = /rate.?limit|overloaded|insufficient_quota/;
const unauthorized = /auth|api_key|permission/;

/** What a caller is told of a failed model: a code and our words. The provider's own text stays here, and the log gets its status. */
export function modelFailure(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (RetryError.isInstance(error)) return modelFailure(error.lastError);
  if (APICallError.isInstance(error))
    return ofStatus(error.statusCode, error.responseHeaders?.['retry-after']);
  if (UnsupportedFunctionalityError.isInstance(error))
    return new Problem('model-error', 'The model cannot take content of this kind.');
  const kind = kindOf(error);
  if (busy.test(kind)) return ofStatus(429);
  if (unauthorized.test(kind)) return ofStatus(401);
  return new Problem('model-error', 'The model broke off before its answer was complete.', {
    cause: error instanceof Error ? error.name : kind,
  });
}

function ofStatus(status: number | undefined, retryAfter?: string): Problem {
  const cause = status;
  switch (status) {
    case 401:
    case 403:
      return new Problem('model-auth', 'The provider of the model refused the key of this gateway.', {
        cause,
      });
    case 429:
    case 503:
    case 529: {
      const seconds = Number(retryAfter);
      const retryAfterMs = Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 3600) * 1000 : 5000;
      return new Problem('model-rate-limited', 'The provider of the model takes no more requests now.', {
        retryAfterMs,
        cause,
      });
    }
    case 404:
      return new Problem('model-error', 'The provider does not know the model.', { cause });
    case 400:
    case 413:
    case 422:
      return new Problem('model-error', 'The provider of the model refused the request.', { cause });
    default:
      return new Problem(
        'model-error',
        status === undefined
          ? 'The provider of the model cannot be reached.'
          : 'The provider of the model failed.',
        { cause },
      );
  }
}

/** The `type` and `code` of an error object inside a stream. */
function kindOf(error: unknown): string {
  if (!isJsonObject(error)) return '';
  return [error['type'], error['code']].filter((part) => typeof part === 'string').join(' ');
}
