import type { CallScope } from '../kernel/call-scope.js';
import { LinkFailure } from './links/link-failure.js';
import type { RawResponse } from './links/link.js';
import type { McpRequest, UpstreamConnection } from './upstream-connector.port.js';

/** Moments on the clock of `performance.now()`. */
interface TimeLimits {
  readonly deadline: number;
  /** What progress puts the deadline off to, counted from then. */
  readonly timeoutMs: number;
  /** Beyond this moment progress does not help. */
  readonly latest: number;
}

/** One request and its response, ended by its deadline or by the caller's leaving. Rejects with a `LinkFailure`; after the deadline nothing is sent. */
export function timedExchange(
  connection: UpstreamConnection,
  request: McpRequest,
  scope: CallScope,
  { deadline, timeoutMs, latest }: TimeLimits,
): Promise<RawResponse> {
  const startedAt = performance.now();
  if (startedAt >= deadline) return Promise.reject(late(timeoutMs));
  let due = deadline;
  const { onNotification } = request;
  const exchange = connection.request(
    onNotification === undefined
      ? request
      : {
          ...request,
          onNotification: (notification) => {
            due = Math.min(performance.now() + timeoutMs, latest);
            onNotification(notification);
          },
        },
  );
  const expire = () => {
    const leftMs = due - performance.now();
    if (leftMs > 0) timer = setTimeout(expire, Math.ceil(leftMs));
    else exchange.cancel(late(timeoutMs));
  };
  let timer = setTimeout(expire, Math.ceil(deadline - startedAt));
  const release = scope.onCancel(() => {
    exchange.cancel(new LinkFailure('cancelled', 'the caller left'));
  });
  const { response } = exchange;
  const settle = () => {
    clearTimeout(timer);
    release();
    scope.upstreamMs += performance.now() - startedAt;
  };
  response.then(settle, settle);
  return response;
}

function late(timeoutMs: number): LinkFailure {
  return new LinkFailure('timeout', `the server did not answer within ${String(Math.round(timeoutMs))} ms`);
}
