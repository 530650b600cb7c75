import type { Transport } from '../../http/exchange.js';
import { header } from '../../http/gateway.js';
import { unreachable } from '../../http/unreachable.js';

const timeoutMs = 10_000;
const maxBytes = 262_144;

/** An answer as a client sees it that knows nothing of the gateway. */
export interface ProbeAnswer {
  readonly url: string;
  readonly status: number;
  /** The body as a JSON object, where it is one. */
  readonly document: Readonly<Record<string, unknown>> | undefined;
  /** A field of the head; `undefined` when it is not there. */
  header(name: string): string | undefined;
  /** When it was asked for, and how long it took. Milliseconds. */
  readonly sentAt: number;
  readonly ms: number;
}

/** Asks as clients do before they have a token; redirects are not followed, as most of them do not. */
export class Probe {
  constructor(
    private readonly transport: Transport,
    private readonly signal: AbortSignal,
  ) {}

  get(url: string, headers: Readonly<Record<string, string>> = {}): Promise<ProbeAnswer> {
    return this.ask(url, 'GET', { accept: 'application/json', ...headers });
  }

  post(url: string, type: string, body: string): Promise<ProbeAnswer> {
    const accept = 'application/json, text/event-stream';
    return this.ask(url, 'POST', { accept, 'content-type': type }, body);
  }

  /** Throws a `GantryProblem` when there is no answer. */
  private async ask(
    url: string,
    method: string,
    headers: Readonly<Record<string, string>>,
    body?: string,
  ): Promise<ProbeAnswer> {
    const sentAt = Date.now();
    const startedAt = performance.now();
    try {
      const length: Record<string, string> =
        body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const exchange = await this.transport({
        url: new URL(url),
        method,
        headers: { ...headers, ...length },
        ...(body === undefined ? {} : { body }),
        signal: AbortSignal.any([this.signal, AbortSignal.timeout(timeoutMs)]),
      });
      const text = await beginningOf(exchange.body);
      return {
        ...{ url, status: exchange.status, document: objectIn(text) },
        header: (name) => header(exchange.headers, name),
        ...{ sentAt, ms: performance.now() - startedAt },
      };
    } catch (error) {
      this.signal.throwIfAborted();
      throw unreachable(url, error);
    }
  }
}

/** Streams and large pages are not waited for. */
async function beginningOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes >= maxBytes) break;
  }
  return Buffer.concat(pieces).toString();
}

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}
