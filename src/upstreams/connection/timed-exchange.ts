import type { CallScope } from '../../kernel/call-scope.js';
import { LinkFailure } from '../../mcp/wire/link-failure.js';
import type { Exchange, RawResponse } from '../../mcp/wire/link.js';
import type { OnQuestion } from '../../mcp/wire/question.js';
import type { McpRequest, UpstreamConnection } from './handshake/upstream-connector.port.js';

/** Moments on the clock of `performance.now()`. */
interface TimeLimits {
  readonly deadline: number;
  /** What progress puts the deadline off to, counted from then. */
  readonly timeoutMs: number;
  /** Beyond this moment progress does not help. */
  readonly latest: number;
}

/** The place of a request among the calls, which it has not while the server waits for the answer to its question. */
interface CallPlace {
  leave(): void;
  reenter(): void;
}

/**
 * One request and its response, ended by its deadline or by the caller's leaving. While the server waits for an answer of the caller's no
 * time runs. Rejects with a `LinkFailure`; after the deadline nothing is sent.
 */
export function timedExchange(
  connection: UpstreamConnection,
  request: McpRequest,
  scope: CallScope,
  { deadline, timeoutMs, latest }: TimeLimits,
  place: CallPlace,
): Promise<RawResponse> {
  const startedAt = performance.now();
  if (startedAt >= deadline) return Promise.reject(late(timeoutMs));
  let due = deadline;
  let last = latest;
  let asked = 0;
  let askedAt = 0;
  const { onNotification, onQuestion } = request;
  const asking = (ask: OnQuestion): OnQuestion => {
    return async (question) => {
      if (asked++ === 0) {
        askedAt = performance.now();
        place.leave();
      }
      try {
        return await ask(question);
      } catch (cause) {
        exchange.cancel(new LinkFailure('unanswered', 'the caller does not answer', { cause }));
        throw cause;
      } finally {
        if (--asked === 0) {
          last += performance.now() - askedAt;
          due = Math.min(performance.now() + timeoutMs, last);
          place.reenter();
        }
      }
    };
  };
  const exchange: Exchange = connection.request(
    onNotification === undefined && onQuestion === undefined
      ? request
      : {
          ...request,
          onQuestion: onQuestion === undefined ? undefined : asking(onQuestion),
          onNotification:
            onNotification === undefined
              ? undefined
              : (notification) => {
                  due = Math.min(performance.now() + timeoutMs, last);
                  onNotification(notification);
                },
        },
  );
  const expire = () => {
    const leftMs = asked > 0 ? timeoutMs : due - performance.now();
    if (leftMs > 0) timer = setTimeout(expire, Math.ceil(leftMs));
    else exchange.cancel(late(timeoutMs));
  };
  let timer = setTimeout(expire, Math.ceil(deadline - startedAt));
  const release = scope.onCancel(() => {
    exchange.cancel(new LinkFailure('cancelled', 'the caller left'));
  });
  const settle = () => {
    clearTimeout(timer);
    release();
    scope.upstreamMs += performance.now() - startedAt;
  };
  const { response } = exchange;
  response.then(settle, settle);
  return response;
}

function late(timeoutMs: number): LinkFailure {
  return new LinkFailure('timeout', `the server did not answer within ${String(Math.round(timeoutMs))} ms`);
}
