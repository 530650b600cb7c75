import type { ByteCollector } from '../../../kernel/byte-collector.js';
import { collectorFor } from '../../../upstreams/links/http-body.js';
import type { HttpExchange, ResponseSink } from '../../../upstreams/links/http-exchange.js';
import { LinkFailure } from '../../../mcp/wire/link-failure.js';
import { isEventStream } from '../../../mcp/wire/event-stream-parser.js';
import { EventBlocks } from '../../../mcp/wire/event-blocks.js';
import type { Relayed } from './http-relay.js';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The answer of a server to a request for a stream of events, which comes when the server has something to say. */
export class EventFeed implements ResponseSink {
  /** The answer when it is no stream; `undefined` when it is one. Rejects with a `LinkFailure`. */
  readonly opened: Promise<Relayed | undefined>;
  /** The end of the stream: `undefined` when the server ended it properly. */
  readonly ended: Promise<LinkFailure | undefined>;
  onBlock: (block: string) => void = (block) => this.early.push(block);
  private readonly early: string[] = [];
  private readonly blocks: EventBlocks;
  private readonly exchange: HttpExchange;
  private status = 0;
  private headers: Headers = {};
  private body!: ByteCollector;
  isStream = false;
  private open!: (answer: Relayed | undefined) => void;
  private refuse!: (failure: LinkFailure) => void;
  private end!: (failure: LinkFailure | undefined) => void;

  constructor(
    send: (sink: ResponseSink) => HttpExchange,
    private readonly maxResultBytes: number,
    timeoutMs: number,
  ) {
    this.opened = new Promise((resolve, reject) => {
      this.open = resolve;
      this.refuse = reject;
    });
    this.ended = new Promise((resolve) => (this.end = resolve));
    this.blocks = new EventBlocks(maxResultBytes, (block) => {
      this.onBlock(block);
    });
    this.exchange = send(this);
    const timer = setTimeout(() => {
      this.exchange.cancel(
        new LinkFailure('timeout', `the server did not answer within ${String(timeoutMs)} ms`),
      );
    }, timeoutMs);
    const stop = () => {
      clearTimeout(timer);
    };
    this.opened.then(stop, stop);
  }

  get cap(): number {
    return this.isStream ? Number.POSITIVE_INFINITY : this.maxResultBytes;
  }

  /** Hands over every event, those that came before too. */
  flow(onBlock: (block: string) => void): void {
    this.onBlock = onBlock;
    for (const block of this.early.splice(0)) onBlock(block);
  }

  cancel(): void {
    this.exchange.cancel(new LinkFailure('cancelled', 'the caller left'));
  }

  onHead(status: number, headers: Headers): void {
    this.status = status;
    this.headers = headers;
    this.body = collectorFor(headers, this.maxResultBytes);
    this.isStream = status === 200 && isEventStream(headers);
    if (this.isStream) this.open(undefined);
  }

  onData(chunk: Buffer): void {
    if (this.isStream) this.blocks.push(chunk);
    else this.body.add(chunk);
  }

  onEnd(): void {
    const { status, headers } = this;
    this.open({ status, headers, body: this.body.take(), streamed: false });
    this.end(undefined);
  }

  onFailure(failure: LinkFailure): void {
    this.refuse(failure);
    this.end(failure);
  }
}
