import { request as plainRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as secureRequest } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { proxyAuthorization, proxyFor } from '../../kernel/network/forward-proxy.js';
import type { Environment } from '../environment.js';
import type { HttpExchanged, HttpSending, Transport } from './exchange.js';

/** Requests through the proxies that HTTP_PROXY, HTTPS_PROXY and NO_PROXY name; `direct` is for addresses that need none. */
export function proxyTransport(environment: Environment, direct: Transport): Transport {
  return (sending) => {
    const proxy = proxyFor(sending.url, environment);
    if (proxy === undefined) return direct(sending);
    return sending.url.protocol === 'https:' ? throughTunnel(sending, proxy) : throughProxy(sending, proxy);
  };
}

/** RFC 9112 §3.2.2: the proxy is asked for the whole address. */
function throughProxy(
  { url, method, headers, body, signal }: HttpSending,
  proxy: URL,
): Promise<HttpExchanged> {
  return new Promise((resolve, reject) => {
    const options = { ...atProxy(proxy, signal), method, path: url.href };
    const sent = requestOf(proxy)({
      ...options,
      headers: { host: url.host, ...headers, ...proxyAuthorization(proxy) },
    });
    sent.once('response', (answer) => {
      resolve(toExchange(answer));
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** RFC 9110 §9.3.6: TLS goes through the proxy untouched. */
async function throughTunnel(
  { url, method, headers, body, signal }: HttpSending,
  proxy: URL,
): Promise<HttpExchanged> {
  const socket = await openTunnel(url, proxy, signal);
  return new Promise((resolve, reject) => {
    const servername = isIP(url.hostname) === 0 ? { servername: url.hostname } : {};
    const createConnection = (): Socket => connectTls({ socket, ...servername, ALPNProtocols: ['http/1.1'] });
    const sent = secureRequest(url, {
      method,
      headers: { ...headers },
      signal,
      agent: false,
      createConnection,
    });
    sent.once('response', (answer) => {
      resolve(toExchange(answer));
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

function openTunnel(url: URL, proxy: URL, signal: AbortSignal): Promise<Socket> {
  const path = `${url.hostname}:${url.port === '' ? '443' : url.port}`;
  return new Promise((resolve, reject) => {
    const options = { ...atProxy(proxy, signal), method: 'CONNECT', path };
    const asked = requestOf(proxy)({ ...options, headers: { host: path, ...proxyAuthorization(proxy) } });
    asked.once('connect', ({ statusCode = 0 }: IncomingMessage, socket: Socket) => {
      if (statusCode === 200) resolve(socket);
      else reject(new Error(`the proxy ${proxy.host} answered ${String(statusCode)}`));
    });
    asked.once('response', ({ statusCode = 0 }) => {
      asked.destroy();
      reject(new Error(`the proxy ${proxy.host} answered ${String(statusCode)}`));
    });
    asked.once('error', reject);
    asked.end();
  });
}

function requestOf({ protocol }: URL): typeof plainRequest {
  return protocol === 'https:' ? secureRequest : plainRequest;
}

function atProxy({ hostname, port, protocol }: URL, signal: AbortSignal): RequestOptions {
  return {
    host: hostname,
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : port,
    signal,
    agent: false,
  };
}

function toExchange(answer: IncomingMessage): HttpExchanged {
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: answer };
}
