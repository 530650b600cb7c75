import type { CallScope } from '../kernel/call-scope.js';
import { LinkFailure } from './links/link-failure.js';
import type { RawResponse } from './links/link.js';
import type { McpRequest, UpstreamConnection } from './upstream-connector.port.js';

/** `deadline` on the clock of `performance.now()`; progress puts it off, but not beyond `maxMs`. */
interface TimeLimits {
  readonly deadline: number;
  readonly maxMs: number;
}

/** One request and its response, ended by its deadline or by the caller's leaving. Rejects with a `LinkFailure`. */
export function timedExchange(
  connection: UpstreamConnection,
  request: McpRequest,
  scope: CallScope,
  { deadline, maxMs }: TimeLimits,
): Promise<RawResponse> {
  const startedAt = performance.now();
  const timeoutMs = Math.max(0, deadline - startedAt);
  const { onNotification } = request;
  const exchange = connection.request(
    onNotification === undefined
      ? request
      : {
          ...request,
          onNotification: (notification) => {
            if (performance.now() - startedAt < maxMs) timer.refresh();
            onNotification(notification);
          },
        },
  );
  const timer = setTimeout(() => {
    exchange.cancel(
      new LinkFailure('timeout', `the server did not answer within ${String(Math.round(timeoutMs))} ms`),
    );
  }, Math.ceil(timeoutMs));
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
