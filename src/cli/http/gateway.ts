import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { GantryProblem, readProblem } from '../../client/problem.js';
import { readEvents, type ServerSentEvent } from '../../client/server-sent-events.js';
import type { HttpExchanged, Transport } from './exchange.js';
import type { Input, Method, PathOf, Success } from './operation-types.js';
import { neverArrived, unreachable } from './unreachable.js';

interface Plain {
  readonly path?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  readonly idempotent?: boolean;
}

const headTimeoutMs = 30_000;
const maxTries = 3;
const maxWaitMs = 5000;

/** An answer with what its headers say. */
export interface GatewayAnswer<T> {
  readonly status: number;
  readonly headers: HttpExchanged['headers'];
  readonly body: T;
}

/** Speaks to one gateway. What is no success is thrown as a `GantryProblem`. */
export class Gateway {
  constructor(
    readonly url: string,
    private readonly token: string | undefined,
    private readonly agent: string,
    private readonly transport: Transport,
    private readonly signal: AbortSignal,
  ) {}

  async get<P extends PathOf<'get'>>(path: P, input: Input<'get', P>): Promise<Success<'get', P>> {
    return (await this.ask('get', path, input)).body as Success<'get', P>;
  }

  /** The same of what answers with text. */
  async getText<P extends PathOf<'get'>>(path: P, input: Input<'get', P>): Promise<string> {
    return (await this.ask('get', path, input, String)).body as string;
  }

  async post<P extends PathOf<'post'>>(path: P, input: Input<'post', P>): Promise<Success<'post', P>> {
    return (await this.ask('post', path, input)).body as Success<'post', P>;
  }

  async put<P extends PathOf<'put'>>(path: P, input: Input<'put', P>): Promise<Success<'put', P>> {
    return (await this.ask('put', path, input)).body as Success<'put', P>;
  }

  async patch<P extends PathOf<'patch'>>(path: P, input: Input<'patch', P>): Promise<Success<'patch', P>> {
    return (await this.ask('patch', path, input)).body as Success<'patch', P>;
  }

  async delete<P extends PathOf<'delete'>>(path: P, input: Input<'delete', P>): Promise<void> {
    await this.ask('delete', path, input);
  }

  /**
   * Any operation, with the head of its answer. What is safe to repeat (reads, and what carries an Idempotency-Key) is tried again when the
   * connection breaks or the gateway asks to come back soon.
   */
  async ask(
    method: Method,
    path: string,
    input: Plain,
    read: (text: string) => unknown = parse,
  ): Promise<GatewayAnswer<unknown>> {
    const key: Record<string, string> = input.idempotent === true ? { 'idempotency-key': randomUUID() } : {};
    const tries = method === 'get' || input.idempotent === true ? maxTries : 1;
    for (let attempt = 1; ; attempt++) {
      try {
        const exchange = await this.send(
          method,
          path,
          { ...input, headers: { ...key, ...input.headers } },
          'application/json',
        );
        const text = await textOf(exchange, this.url);
        return { status: exchange.status, headers: exchange.headers, body: read(text) };
      } catch (error) {
        this.signal.throwIfAborted();
        const wait = attempt < tries ? waitBeforeRetry(error, attempt) : undefined;
        if (wait === undefined) throw error;
        await sleep(wait, undefined, { signal: this.signal }).catch(() => {
          this.signal.throwIfAborted();
        });
      }
    }
  }

  /** The events of an operation that streams. */
  async *stream(method: Method, path: string, input: Plain): AsyncGenerator<ServerSentEvent> {
    const exchange = await this.send(method, path, input, 'text/event-stream');
    try {
      yield* readEvents(exchange.body);
    } catch (error) {
      this.signal.throwIfAborted();
      throw unreachable(this.url, error);
    }
  }

  private async send(method: Method, path: string, input: Plain, accept: string): Promise<HttpExchanged> {
    const { body, timeoutMs = headTimeoutMs } = input;
    const late = new AbortController();
    const timer = setTimeout(() => {
      late.abort();
    }, timeoutMs);
    let exchange: HttpExchanged;
    try {
      exchange = await this.transport({
        url: this.address(path, input),
        method: method.toUpperCase(),
        headers: {
          accept,
          'user-agent': this.agent,
          ...(this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...input.headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.any([this.signal, late.signal]),
      });
    } catch (error) {
      this.signal.throwIfAborted();
      if (!late.signal.aborted) throw unreachable(this.url, error);
      throw new GantryProblem(
        'timeout',
        0,
        `${this.url} did not answer within ${String(timeoutMs / 1000)} s`,
      );
    } finally {
      clearTimeout(timer);
    }
    if (exchange.status >= 200 && exchange.status < 300) return exchange;
    throw await this.problem(exchange);
  }

  private async problem(exchange: HttpExchanged): Promise<GantryProblem> {
    const { status, headers } = exchange;
    if (status >= 300 && status < 400)
      return new GantryProblem(
        'not-a-gateway',
        status,
        `${this.url} redirects to ${header(headers, 'location') ?? 'somewhere else'}`,
        'use that address',
      );
    return readProblem(status, await textOf(exchange, this.url), header(headers, 'retry-after'));
  }

  private address(path: string, { path: parts, query }: Plain): URL {
    const values = (parts ?? {}) as Readonly<Record<string, unknown>>;
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
    const url = new URL(this.url + filled);
    for (const [name, value] of Object.entries(query ?? {}))
      if (value !== undefined) url.searchParams.set(name, String(value));
    return url;
  }
}

export function header(headers: HttpExchanged['headers'], name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.[0];
}

function waitBeforeRetry(error: unknown, attempt: number): number | undefined {
  if (!(error instanceof GantryProblem)) return undefined;
  if (error.code === 'unreachable') return neverArrived(error.cause) ? undefined : 100 * 2 ** attempt;
  if (error.status !== 429 && error.status !== 503) return undefined;
  const wait = (error.retryAfter ?? 1) * 1000;
  return wait > maxWaitMs ? undefined : wait;
}

async function textOf({ body }: HttpExchanged, url: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of body) chunks.push(chunk);
  } catch (error) {
    throw unreachable(url, error);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new GantryProblem('not-a-gateway', 200, 'The answer is not JSON');
  }
}
