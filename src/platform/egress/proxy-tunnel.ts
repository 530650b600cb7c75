import type { Socket } from 'node:net';
import { Client } from 'undici';
import { proxyAuthorization } from '../../kernel/network/forward-proxy.js';

/** The proxy does not connect to where it is asked to; the status says why. */
export class ProxyRefusal extends Error {
  override readonly name = 'ProxyRefusal';
  readonly code = 'PROXY_REFUSED';

  constructor(proxy: URL, status: number) {
    super(`the proxy ${proxy.host} answered with HTTP ${String(status)}`);
  }
}

/**
 * A connection to `target`, `host:port`, through a forward proxy (RFC 9110 §9.3.6). Rejects with a `ProxyRefusal`, and with the error of
 * connecting to the proxy.
 */
export async function openTunnel(target: string, proxy: URL, signal: AbortSignal): Promise<Socket> {
  const client = new Client(proxy.origin);
  try {
    const { statusCode, socket } = await client.connect({
      path: target,
      signal,
      headers: { host: target, ...proxyAuthorization(proxy) },
    });
    if (statusCode === 200) return socket as unknown as Socket;
    socket.on('error', () => undefined).destroy();
    throw new ProxyRefusal(proxy, statusCode);
  } finally {
    client.close().catch(() => undefined);
  }
}
