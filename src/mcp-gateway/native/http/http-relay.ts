import type { ByteCollector } from '../../../kernel/byte-collector.js';
import { keepFromOthers, Reply } from '../../../platform/http/answers/reply.js';
import { holdsTooMany, tooManyValues } from '../../../mcp/wire/answer-values.js';
import { countedEvents } from '../../../mcp/wire/exchange-events.js';
import { collectorFor } from '../../../upstreams/links/http-body.js';
import type { HttpExchange, ResponseSink } from '../../../upstreams/links/http-exchange.js';
import type { HttpOrigin } from '../../../upstreams/links/http-origin.js';
import { LinkFailure } from '../../../mcp/wire/link-failure.js';
import { isEventStream } from '../../../mcp/wire/event-stream-parser.js';
import { EventBlocks } from '../../../mcp/wire/event-blocks.js';
import type { EventView } from './stream-ways.js';
import type { NativeCall } from '../native-call.js';
import { headersForClient } from './relay-headers.js';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

export interface RelayLimits {
  readonly maxResultBytes: number;
  /** Of an answer that is no stream, and of an event that is looked at. */
  readonly maxResultValues: number;
  readonly maxExchangeBytes: number;
  readonly maxExchangeEvents: number;
  /** Silence before the answer, or within one that is no stream, that is too long; milliseconds. */
  readonly timeoutMs: number;
  /** The same within a stream. */
  readonly maxTimeoutMs: number;
}

export type RelayClient = Pick<NativeCall, 'context' | 'res'>;

/** What is sent, and how its answer is dealt with. */
export interface Relaying {
  readonly headers: readonly string[];
  readonly body: Buffer | string;
  readonly limits: RelayLimits;
  /** Session id that the client knows; comes back with the answer. */
  readonly sessionId?: string | undefined;
  /** The last event of a stream that breaks off, so that nobody waits for a response that will not come. */
  readonly farewell?: ((failure: LinkFailure) => string | undefined) | undefined;
  /** Hears a stream on its way to the client. */
  readonly heard?: ((chunk: Buffer) => void) | undefined;
  /** Nothing is written before all has come, streams too. */
  readonly whole?: boolean | undefined;
  /** Whether questions of the server do not reach the client. */
  readonly isMuted?: boolean | undefined;
  /** What the client gets of an event of a stream, as is found when one begins; `undefined`: all. */
  readonly shown?: (() => EventView | undefined) | undefined;
  /** The same of one of which nothing else is written before all has come; what is left of it is kept. */
  readonly shownAtOnce?: EventView | undefined;
}

/** The answer of a server: in `body`, unless it was a stream that has been written to the client by now. */
export interface Relayed {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
  readonly streamed: boolean;
}

const maxRedirects = 3;
const endOfEvent = Buffer.from('\n\n');
const blankLine = /\n\r?\n$/;
/** What a server of the 2025 revisions asks a client in the middle of a call: while a person thinks no call is late. */
const questions = ['"elicitation/create"', '"sampling/createMessage"', '"roots/list"'];

/**
 * Sends one POST to a server and its answer back: streams byte by byte as they come and no faster than the client reads, other
 * answers whole. Rejects with a `LinkFailure` while nothing has been written.
 */
export function relayPost(
  origin: HttpOrigin,
  /** Without a client the answer comes whole. */
  client: RelayClient | undefined,
  relaying: Relaying,
): Promise<Relayed> {
  return new Relay(origin, client, relaying).relayed;
}

/** An answer that came whole, on its way to the client. */
export function replyOf({ status, headers, body }: Relayed, sessionId?: string): Reply {
  return new Reply(status, status === 204 ? undefined : body, headersForClient(headers, sessionId));
}

class Relay implements ResponseSink {
  readonly relayed: Promise<Relayed>;
  private readonly startedAt = performance.now();
  private readonly count: (events: number) => void;
  private redirects = 0;
  private status = 0;
  private headers: Headers = {};
  private body!: ByteCollector;
  private streaming = false;
  private tail = '';
  private opened = false;
  /** Where events are looked at on their way. */
  private blocks: EventBlocks | undefined;
  private exchange: HttpExchange;
  private release: (() => void) | undefined;
  private settled = false;
  private timer: NodeJS.Timeout | undefined;
  private isAsking = false;
  /** Whether the reader has to catch up; one that takes nothing is cut off as in all answers. */
  private paused = false;
  private resolve!: (relayed: Relayed) => void;
  private reject!: (failure: LinkFailure) => void;

  constructor(
    private readonly origin: HttpOrigin,
    private readonly client: RelayClient | undefined,
    private readonly relaying: Relaying,
  ) {
    this.relayed = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    this.count = countedEvents(relaying.limits.maxExchangeEvents);
    this.exchange = this.send();
    if (this.settled) return;
    this.waitFor(relaying.limits.timeoutMs);
    this.release = client?.context.onCancel(() => {
      this.exchange.cancel(new LinkFailure('cancelled', 'the caller left'));
    });
  }

  get cap(): number {
    const { maxResultBytes, maxExchangeBytes } = this.relaying.limits;
    return this.streaming ? maxExchangeBytes : maxResultBytes;
  }

  get isStream(): boolean {
    return this.streaming;
  }

  onHead(status: number, headers: Headers): void {
    this.status = status;
    this.headers = headers;
    this.body = collectorFor(headers, this.relaying.limits.maxResultBytes);
    const isStream = status >= 200 && status < 300 && isEventStream(headers);
    const { client } = this;
    if (!isStream || client === undefined) return;
    const { shownAtOnce, whole } = this.relaying;
    if (whole === true) {
      if (shownAtOnce !== undefined)
        this.look(client, shownAtOnce, (left) => {
          this.body.add(left);
        });
      return;
    }
    this.streaming = true;
    this.begin(client);
    const shown = this.relaying.shown?.();
    if (shown !== undefined)
      this.look(client, shown, (left) => {
        this.write(client, left);
      });
  }

  /** Looks at events on their way. */
  private look(client: RelayClient, shown: EventView, pass: (left: Buffer) => void): void {
    const { maxResultBytes, maxResultValues } = this.relaying.limits;
    const ways = {
      tell: (event: string) => {
        if (this.settled) return;
        this.begin(client);
        this.write(client, Buffer.from(event));
      },
      end: (failure: LinkFailure) => {
        this.exchange.cancel(failure);
      },
    };
    this.blocks = new EventBlocks(maxResultBytes, (block) => {
      if (holdsTooMany(block, maxResultValues)) throw tooManyValues(maxResultValues);
      const text = shown(block, ways);
      if (text !== undefined) pass(Buffer.from(text));
    });
  }

  onData(chunk: Buffer): void {
    if (isEventStream(this.headers)) this.heard(chunk);
    if (!this.streaming || this.client === undefined) {
      if (this.blocks === undefined) this.body.add(chunk);
      else this.blocks.push(chunk);
      return;
    }
    this.count(blankLinesIn(chunk));
    this.relaying.heard?.(chunk);
    if (this.blocks === undefined) this.write(this.client, chunk);
    else this.blocks.push(chunk);
  }

  private write({ res }: RelayClient, chunk: Buffer): void {
    this.tail = (this.tail + chunk.toString('latin1', Math.max(0, chunk.length - 4))).slice(-4);
    if (res.write(chunk) || this.paused) return;
    this.exchange.pause();
    this.paused = true;
    res.once('drain', () => {
      this.paused = false;
      this.exchange.resume();
    });
  }

  onEnd(): void {
    if (this.streaming) this.client?.res.end();
    else this.blocks?.push(endOfEvent);
    this.finish();
  }

  onFailure(failure: LinkFailure): void {
    if (!this.opened) {
      this.leave();
      this.reject(failure);
      return;
    }
    this.streaming = true;
    const farewell = this.relaying.farewell?.(failure);
    const gap = this.tail === '' || blankLine.test(this.tail) ? '' : '\n\n';
    this.client?.res.end(farewell === undefined ? undefined : `${gap}event: message\ndata: ${farewell}\n\n`);
    this.finish();
  }

  private send(): HttpExchange {
    const { headers, body } = this.relaying;
    return this.origin.exchange('POST', ['content-type', 'application/json', ...headers], body, this);
  }

  private begin({ context, res }: RelayClient): void {
    if (this.opened) return;
    this.opened = true;
    const all = [...context.headers, 'server-timing', context.serverTiming, 'x-accel-buffering', 'no'];
    for (const [name, value] of Object.entries(headersForClient(this.headers, this.relaying.sessionId)))
      all.push(name, value);
    if (context.isForBrowser) keepFromOthers(all);
    res.writeHead(this.status, all);
    res.flushHeaders();
  }

  private finish(): void {
    const isMoved =
      this.redirects < maxRedirects && this.origin.follow(this.status, this.headers['location']);
    if (isMoved) {
      this.redirects++;
      this.exchange = this.send();
      return;
    }
    this.leave();
    const { status, headers, streaming: streamed } = this;
    const body = this.body.take();
    const { maxResultValues } = this.relaying.limits;
    if (holdsTooMany(body, maxResultValues)) this.reject(tooManyValues(maxResultValues));
    else this.resolve({ status, headers, body, streamed });
  }

  private leave(): void {
    this.settled = true;
    clearTimeout(this.timer);
    this.release?.();
    if (this.client !== undefined) this.client.context.upstreamMs += performance.now() - this.startedAt;
  }

  /** Events start the time anew, up to the longest there is; comments, which servers send to keep the connection, do not. */
  private heard(chunk: Buffer): void {
    const { timeoutMs, maxTimeoutMs } = this.relaying.limits;
    if (this.isAsking || !chunk.includes('data:')) return;
    // What a client does not get to hear makes nobody think.
    const mayAsk = this.client !== undefined && this.relaying.isMuted !== true;
    this.isAsking = mayAsk && questions.some((method) => chunk.includes(method));
    const spentMs = performance.now() - this.startedAt;
    if (this.isAsking) this.waitFor(Math.max(0, maxTimeoutMs - spentMs));
    else if (spentMs + timeoutMs <= maxTimeoutMs) this.timer?.refresh();
  }

  private waitFor(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.exchange.cancel(
        new LinkFailure('timeout', `the server did not answer within ${String(Math.round(ms))} ms`),
      );
    }, ms);
  }
}

/** About as many as there are events; a piece is not taken apart for it. */
function blankLinesIn(chunk: Buffer): number {
  let count = 0;
  for (const blank of ['\n\n', '\n\r\n', '\r\r'])
    for (let at = chunk.indexOf(blank); at >= 0; at = chunk.indexOf(blank, at + blank.length)) count++;
  return count;
}
