import { EnvHttpProxyAgent, request } from 'undici';
import type { Environment } from '../environment.js';
import type { Exchange, Sending, Transport } from './exchange.js';

/** Requests through the proxies that HTTP_PROXY, HTTPS_PROXY and NO_PROXY name. */
export function proxyTransport(environment: Environment): Transport {
  const lower = (name: string): string | undefined => environment[name.toLowerCase()] ?? environment[name];
  const httpProxy = lower('HTTP_PROXY');
  const httpsProxy = lower('HTTPS_PROXY');
  const noProxy = lower('NO_PROXY');
  const dispatcher = new EnvHttpProxyAgent({
    ...(httpProxy === undefined ? {} : { httpProxy }),
    ...(httpsProxy === undefined ? {} : { httpsProxy }),
    ...(noProxy === undefined ? {} : { noProxy }),
  });
  return async ({ url, method, headers, body, signal }: Sending): Promise<Exchange> => {
    const answer = await request(url, {
      method: method as 'GET',
      headers: { ...headers },
      signal,
      dispatcher,
      reset: true,
      ...(body === undefined ? {} : { body }),
    });
    return { status: answer.statusCode, headers: answer.headers, body: answer.body };
  };
}
