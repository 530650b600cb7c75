import { request as plainRequest } from 'node:http';
import type { HttpExchanged, HttpSending } from './exchange.js';

/** Node's own HTTP client: it loads in a tenth of the time that `fetch` takes. TLS is loaded when an address asks for it. */
export async function nodeTransport({
  url,
  method,
  headers,
  body,
  signal,
}: HttpSending): Promise<HttpExchanged> {
  const request = url.protocol === 'https:' ? (await import('node:https')).request : plainRequest;
  return new Promise<HttpExchanged>((resolve, reject) => {
    const sent = request(url, { method, headers: { ...headers }, signal, agent: false }, (answer) => {
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: answer });
    });
    sent.once('error', reject);
    sent.end(body);
  });
}
