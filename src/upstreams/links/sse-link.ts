import { InFlight } from '../../kernel/in-flight.js';
import { headerNames } from '../../mcp/wire/header-names.js';
import { printJson } from '../../kernel/json/exact-number.js';
import { Channel } from './channel.js';
import { EventStreamParser, isEventStream } from '../../mcp/wire/event-stream-parser.js';
import { HttpExchange, type ResponseSink } from './http-exchange.js';
import type { HttpLinkOptions } from './http-link.js';
import { authRefusal } from './http-status.js';
import type { Sender } from './sender.js';
import {
  isRequest,
  type RpcMessage,
  type RpcNotification,
  type RpcRequest,
  type RpcResponse,
} from '../../mcp/wire/json-rpc.js';
import { LinkFailure } from '../../mcp/wire/link-failure.js';
import type { Exchange, Link, LinkRequestOptions } from '../../mcp/wire/link.js';

/** HTTP+SSE (MCP 2024-11-05): answers come on one GET stream, whose first event names the address to POST to. */
export class SseLink implements Link {
  readonly transport = 'sse';
  onMessage: (message: RpcMessage, bytes?: Buffer) => void = () => undefined;
  onClose: (failure: LinkFailure) => void = () => undefined;
  private readonly channel: Channel;
  private readonly dispatcher: Sender;
  private stream: HttpExchange | undefined;
  private endpoint: string | undefined;
  private protocolVersion: string | undefined;
  private closed = false;
  /** Requests that the server has not confirmed yet, by id. */
  private readonly posts = new InFlight<HttpExchange, string | number>();

  constructor(private readonly options: HttpLinkOptions) {
    this.dispatcher = options.dispatcher;
    this.channel = new Channel(
      (message, bytes) => this.post(message, bytes),
      (message, bytes) => {
        this.onMessage(message, bytes);
      },
      options,
    );
  }

  open(): Promise<void> {
    return new Promise((resolve, reject) => {
      const parser = new EventStreamParser(this.options.maxResultBytes, ({ event, data }) => {
        if (event === 'endpoint') {
          this.endpoint = this.endpointFrom(data.toString());
          resolve();
        } else if (event === 'message') {
          this.channel.receive(this.options.redaction?.of(data) ?? data);
        }
      });
      const gone = (failure: LinkFailure) => {
        reject(failure);
        this.channel.fail(failure);
        if (!this.closed) this.onClose(failure);
      };
      const sink: ResponseSink = {
        cap: Number.POSITIVE_INFINITY,
        isStream: true,
        onHead: (status, headers) => {
          if (status === 401 || status === 403) throw authRefusal(status, headers);
          if (status !== 200)
            throw new LinkFailure('http-status', `the server answered with HTTP ${String(status)}`, {
              status,
            });
          if (!isEventStream(headers))
            throw new LinkFailure('bad-answer', 'the server does not speak HTTP+SSE');
        },
        onData: (chunk) => {
          parser.push(chunk);
        },
        onEnd: () => {
          gone(new LinkFailure('broken', 'the server ended the event stream'));
        },
        onFailure: gone,
      };
      const { pathname, search } = this.options.url;
      this.stream = this.dispatch(
        `${pathname}${search}`,
        'GET',
        undefined,
        ['accept', 'text/event-stream'],
        sink,
      );
    });
  }

  dropUnheard(): void {
    this.channel.dropsUnheard = true;
  }

  setSession({ protocolVersion }: { readonly protocolVersion?: string }): void {
    this.protocolVersion = protocolVersion;
  }

  request(message: RpcRequest, options?: LinkRequestOptions): Exchange {
    const exchange = this.channel.request(message, options);
    const done = () => this.posts.get(message.id)?.endWithin(this.options.connectTimeoutMs, late());
    exchange.response.then(done, done);
    return exchange;
  }

  send(message: RpcNotification | RpcResponse, bytes?: Buffer): Promise<void> {
    return this.post(message, bytes);
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    const failure = new LinkFailure('broken', 'the gateway closed the connection');
    this.channel.fail(failure);
    this.stream?.cancel(failure);
    await this.dispatcher.destroy();
  }

  private post(message: RpcMessage, bytes?: Buffer): Promise<void> {
    const { endpoint } = this;
    if (endpoint === undefined)
      return Promise.reject(new LinkFailure('closed', 'the event stream is not open'));
    return new Promise((resolve, reject) => {
      const sink: ResponseSink = {
        cap: this.options.maxResultBytes,
        onHead: (status, headers) => {
          if (status === 404)
            throw new LinkFailure('session-lost', 'the server does not know the session any more', {
              status,
            });
          if (status === 401 || status === 403) throw authRefusal(status, headers);
          if (status < 200 || status >= 300)
            throw new LinkFailure('http-status', `the server answered with HTTP ${String(status)}`, {
              status,
            });
        },
        onData: () => undefined,
        onEnd: () => {
          this.forget(message);
          resolve();
        },
        onFailure: (failure) => {
          this.forget(message);
          reject(failure);
        },
      };
      const headers = ['content-type', 'application/json'];
      if (this.protocolVersion !== undefined) headers.push(headerNames.protocolVersion, this.protocolVersion);
      const exchange = this.dispatch(endpoint, 'POST', bytes ?? printJson(message), headers, sink);
      if (isRequest(message)) this.posts.set(message.id, exchange);
      else exchange.endWithin(this.options.connectTimeoutMs, late());
    });
  }

  private forget(message: RpcMessage): void {
    if (isRequest(message)) this.posts.take(message.id);
  }

  private dispatch(
    path: string,
    method: 'GET' | 'POST',
    body: Buffer | string | undefined,
    headers: string[],
    sink: ResponseSink,
  ): HttpExchange {
    const exchange = new HttpExchange(sink);
    this.dispatcher.dispatch(
      {
        path,
        method,
        headers: [...this.options.headers, ...headers],
        body: body ?? null,
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      exchange,
    );
    return exchange;
  }

  private endpointFrom(data: string): string {
    const target = URL.canParse(data, this.options.url.href) ? new URL(data, this.options.url) : undefined;
    if (target?.origin !== this.options.url.origin)
      throw new LinkFailure('bad-answer', 'the endpoint of the server lies outside its origin');
    return `${target.pathname}${target.search}`;
  }
}

function late(): LinkFailure {
  return new LinkFailure('timeout', 'the server did not take a message in time');
}
