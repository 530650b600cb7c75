import { headerNames } from '../../mcp/wire/header-names.js';
import type { ByteCollector } from '../../kernel/byte-collector.js';
import { isNotification, isResponse, type RpcMessage } from '../../mcp/wire/json-rpc.js';
import { EventStreamParser, isEventStream } from '../../mcp/wire/event-stream-parser.js';
import { excerptOf } from './http-excerpt.js';
import { collectorFor } from './http-body.js';
import type { ResponseSink } from './http-exchange.js';
import { LinkFailure } from '../../mcp/wire/link-failure.js';
import { countedEvents } from '../../mcp/wire/exchange-events.js';
import type { LinkLimits, RawResponse, LinkRequestOptions } from '../../mcp/wire/link.js';
import { decodeMessages } from '../../mcp/wire/message-decoder.js';
import { isTelling, tellingBytes } from './unheard.js';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** What becomes of an answer. */
interface Outcome {
  readonly id: string | number;
  readonly options: LinkRequestOptions;
  readonly limits: LinkLimits;
  resolve(response: RawResponse): void;
  reject(failure: LinkFailure): void;
  onSession(id: string | string[] | undefined): void;
  /** Messages of the server beside the response. */
  onUnrelated(message: RpcMessage): void;
  /** An HTTP status other than 2xx. */
  onStatus(status: number, headers: Headers, body: Buffer): void;
}

/** The answer to one POST of Streamable HTTP: a JSON body or an event stream that ends in the response (MCP 2025-03-26 and later). */
export class HttpAnswer implements ResponseSink {
  private status = 0;
  private headers: Headers = {};
  private parser: EventStreamParser | undefined;
  private body!: ByteCollector;
  private done = false;
  /** Where the stream can be resumed (MCP 2025-11-25, Resumability and Redelivery). */
  lastEventId: string | undefined;

  constructor(private readonly outcome: Outcome) {}

  /** Whether more may come behind the response. */
  get isStream(): boolean {
    return this.parser !== undefined;
  }

  get gathered(): number {
    return this.parser?.gathered ?? 0;
  }

  /** Bytes that the whole body may have. */
  get cap(): number {
    const { maxResultBytes, maxExchangeBytes } = this.outcome.limits;
    return this.parser === undefined ? maxResultBytes : maxExchangeBytes;
  }

  /** Pause before resuming that the server asked for, milliseconds. */
  get retryMs(): number {
    return Math.min(this.parser?.retryMs ?? 100, 30_000);
  }

  onHead(status: number, headers: Headers): void {
    this.status = status;
    this.headers = headers;
    this.outcome.onSession(headers[headerNames.sessionId]);
    const { maxResultBytes, maxExchangeEvents } = this.outcome.limits;
    const count = countedEvents(maxExchangeEvents);
    if (status >= 200 && status < 300 && isEventStream(headers))
      this.parser = new EventStreamParser(maxResultBytes, ({ event, data, id }) => {
        count();
        if (id !== undefined) this.lastEventId = id;
        if (event === 'message' && data.length > 0 && this.isWanted(data)) this.takeMessages(data);
      });
    else this.body = collectorFor(headers, maxResultBytes);
  }

  onData(chunk: Buffer): void {
    if (this.parser !== undefined) this.parser.push(chunk);
    else this.body.add(chunk);
  }

  onEnd(): void {
    if (this.done) return;
    if (this.parser !== undefined)
      throw new LinkFailure('broken', 'the event stream ended without the response');
    const body = this.body.take();
    if (this.status < 200 || this.status >= 300) {
      this.done = true;
      this.outcome.onStatus(this.status, this.headers, body);
      return;
    }
    if (!this.takeWhole(body))
      throw new LinkFailure('bad-answer', 'the answer does not hold the response to the request');
  }

  onFailure(failure: LinkFailure): void {
    this.done = true;
    this.outcome.reject(failure);
  }

  /** A body that is not MCP is a page of a login or of a firewall as often as not: what it says tells which. */
  private takeWhole(body: Buffer): boolean {
    try {
      return this.takeMessages(body);
    } catch (error) {
      if (!(error instanceof LinkFailure) || error.kind !== 'bad-answer' || this.done) throw error;
      const type = String(this.headers['content-type'] ?? '');
      if (/\bjson\b/i.test(type)) throw error;
      const what = `the server answered with HTTP ${String(this.status)}${excerptOf(this.headers, body)}`;
      throw new LinkFailure('bad-answer', what, { cause: error });
    }
  }

  private isWanted(data: Buffer): boolean {
    return (
      this.outcome.options.onNotification !== undefined ||
      !isTelling(data.toString('latin1', 0, tellingBytes))
    );
  }

  /** Whether the response was among them. */
  private takeMessages(bytes: Buffer): boolean {
    for (const { message, resultBytes, fault } of decodeMessages(
      bytes,
      this.outcome.limits.maxResultValues,
    )) {
      if (isResponse(message)) {
        if (message.id !== this.outcome.id) continue;
        if (fault !== undefined) throw fault;
        this.done = true;
        this.outcome.resolve({ message, resultBytes });
      } else {
        if (isNotification(message)) this.outcome.options.onNotification?.(message);
        this.outcome.onUnrelated(message);
      }
    }
    return this.done;
  }
}
