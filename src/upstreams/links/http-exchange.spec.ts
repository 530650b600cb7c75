import type { Dispatcher } from 'undici';
import { HttpExchange } from './http-exchange.js';
import type { LinkFailure } from '../../mcp/wire/link-failure.js';

describe('An exchange that its connection ends', () => {
  it.each([
    ['connect', 'ECONNREFUSED', 'unreachable'],
    ['connect', 'EMFILE', 'unreachable'],
    ['connect', 'ETIMEDOUT', 'unreachable'],
    ['getaddrinfo', 'ENOTFOUND', 'unreachable'],
    [undefined, 'UND_ERR_CONNECT_TIMEOUT', 'unreachable'],
    ['read', 'ETIMEDOUT', 'broken-before-answer'],
    ['read', 'EHOSTUNREACH', 'broken-before-answer'],
    ['write', 'EPIPE', 'broken-before-answer'],
    [undefined, 'UND_ERR_SOCKET', 'broken-before-answer'],
  ])('[idempotency-no-effect] by %s %s was %s', (syscall, code, kind) => {
    expect(failureAfter(Object.assign(new Error(code), { syscall, code })).kind).toBe(kind);
  });

  it('[idempotency-no-effect] by each address of a name that refused was unreachable', () => {
    expect(failureAfter(new AggregateError([], 'refused')).kind).toBe('unreachable');
  });
});

function failureAfter(error: Error): LinkFailure {
  let failed: LinkFailure | undefined;
  const exchange = new HttpExchange({
    cap: 1,
    onHead: () => undefined,
    onData: () => undefined,
    onEnd: () => undefined,
    onFailure: (failure) => {
      failed = failure;
    },
  });
  exchange.onResponseError({} as Dispatcher.DispatchController, error);
  if (failed === undefined) throw new Error('the sink was not told');
  return failed;
}
