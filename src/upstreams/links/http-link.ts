import { headerNames } from '../../mcp/wire/header-names.js';
import { printJson } from '../../kernel/json/exact-number.js';
import { EventStreamParser, isEventStream } from '../../mcp/wire/event-stream-parser.js';
import { HttpCall } from './http-call.js';
import { Listeners } from '../../mcp/wire/listeners.js';
import { HttpExchange, type ResponseSink } from './http-exchange.js';
import { isForgotten } from './http-status.js';
import {
  isNotification,
  type RpcMessage,
  type RpcNotification,
  type RpcRequest,
  type RpcResponse,
} from '../../mcp/wire/json-rpc.js';
import { LinkFailure } from '../../mcp/wire/link-failure.js';
import type { Exchange, Link, LinkLimits, LinkRequestOptions } from '../../mcp/wire/link.js';
import { decodeMessages } from '../../mcp/wire/message-decoder.js';
import type { HoldAnswer } from '../../platform/usage/answer-room.js';
import type { Redacts } from './redaction/redaction.js';
import type { Sender } from './sender.js';

export interface HttpLinkOptions extends LinkLimits {
  readonly url: URL;
  /** The server's configured headers, name, value, name, value. */
  readonly headers: readonly string[];
  /** Sends to the origin of `url` and nowhere else. */
  readonly dispatcher: Sender;
  /** What is taken out of everything the server says. */
  readonly redaction: Redacts | undefined;
  readonly holdAnswer?: HoldAnswer | undefined;
}

/**
 * Streamable HTTP (MCP 2025-03-26 and later): one POST per message, and a GET stream for what the server says unasked. An event
 * stream that breaks off is resumed by `Last-Event-ID` when its events carry ids.
 */
export class HttpLink implements Link {
  readonly transport = 'http';
  onMessage: (message: RpcMessage) => void = () => undefined;
  onClose: (failure: LinkFailure) => void = () => undefined;
  private path: string;
  private sessionId: string | undefined;
  private protocolVersion: string | undefined;
  private headers: string[] = [];
  private asking: Promise<boolean> | undefined;
  private isLost = false;
  private closed = false;
  private readonly hearers = new Listeners();

  constructor(private readonly options: HttpLinkOptions) {
    this.path = `${options.url.pathname}${options.url.search}`;
    this.renewHeaders();
  }

  open(): Promise<void> {
    return Promise.resolve();
  }

  get hasSession(): boolean {
    return this.sessionId !== undefined;
  }

  /** Asks the server, once for all who want to know. What cannot be asked is not lost. */
  hasLostSession(): Promise<boolean> {
    if (this.isLost) return Promise.resolve(true);
    this.asking ??= this.pingStatus().then((status) => {
      this.isLost = isForgotten(status);
      this.asking = undefined;
      return this.isLost;
    });
    return this.asking;
  }

  setSession({ protocolVersion }: { readonly protocolVersion?: string }): void {
    this.protocolVersion = protocolVersion;
    this.renewHeaders();
  }

  request(message: RpcRequest, options: LinkRequestOptions = {}): Exchange {
    const call = new HttpCall(this, message, options, this.options);
    this.hearers.add(message, options.onNotification);
    const ended = () => {
      this.hearers.delete(message.id);
    };
    call.response.then(ended, ended);
    return call;
  }

  send(message: RpcNotification | RpcResponse): Promise<void> {
    return new Promise((resolve, reject) => {
      const exchange = this.dispatch('POST', printJson(message), undefined, {
        cap: this.options.maxResultBytes,
        onHead: (status) => {
          if (status < 200 || status >= 300)
            throw new LinkFailure('http-status', 'the server refused a notification', { status });
        },
        onData: () => undefined,
        onEnd: resolve,
        onFailure: reject,
      });
      exchange.endWithin(
        this.options.connectTimeoutMs,
        new LinkFailure('timeout', 'the server did not take a notification in time'),
      );
    });
  }

  /** Opens the stream of unasked messages. A server without one answers 405 or so, with which it ends, and `onOpen` is not called. */
  listen(onOpen: () => void): { readonly ended: Promise<number | undefined>; readonly close: () => void } {
    let exchange: HttpExchange | undefined;
    const ended = new Promise<number | undefined>((resolve) => {
      const parser = new EventStreamParser(this.options.maxResultBytes, ({ data }) => {
        if (data.length > 0)
          for (const { message } of decodeMessages(data, this.options.maxResultValues))
            this.receiveUnasked(message);
      });
      const sink: ResponseSink = {
        cap: Number.POSITIVE_INFINITY,
        isStream: true,
        onHead: (status, headers) => {
          if (status !== 200 || !isEventStream(headers))
            throw new LinkFailure('http-status', 'the server has no stream of its own', { status });
          onOpen();
        },
        onData: (chunk) => {
          parser.push(chunk);
        },
        onEnd: () => {
          resolve(undefined);
        },
        onFailure: ({ details }) => {
          resolve(details.status);
        },
      };
      exchange = this.dispatch('GET', undefined, undefined, sink);
    });
    return {
      ended,
      close: () => exchange?.cancel(new LinkFailure('broken', 'the stream is closed')),
    };
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    // Who forgot the session may still carry out calls of it.
    if (this.isLost) {
      await this.options.dispatcher.close();
      return;
    }
    if (this.sessionId !== undefined) await this.endSession();
    await this.options.dispatcher.destroy(new LinkFailure('broken', 'the gateway closed the connection'));
  }

  dispatch(
    method: 'GET' | 'POST' | 'DELETE',
    body: string | undefined,
    extra: readonly string[] | undefined,
    sink: ResponseSink,
    startsSession = false,
  ): HttpExchange {
    const exchange = new HttpExchange(sink, this.options.redaction, this.options.holdAnswer);
    const common = startsSession ? this.commonHeaders(false) : this.headers;
    const headers = extra === undefined ? common : [...common, ...extra];
    this.options.dispatcher.dispatch(
      { path: this.path, method, headers, body: body ?? null, headersTimeout: 0, bodyTimeout: 0 },
      exchange,
    );
    return exchange;
  }

  /** Servers built on the first SDKs say here what belongs to a request, too. */
  private receiveUnasked(message: RpcMessage): void {
    if (isNotification(message)) this.hearers.tell(message);
    this.onMessage(message);
  }

  private pingStatus(): Promise<number | undefined> {
    const body = printJson({ jsonrpc: '2.0', id: 'gantry-ping', method: 'ping' });
    return this.statusOf('POST', body, this.options.connectTimeoutMs);
  }

  /** Frees the session at the server (MCP 2025-11-25, Session Management, item 5). */
  private async endSession(): Promise<void> {
    await this.statusOf('DELETE', undefined, 500);
  }

  /** `undefined` when there is none in time. */
  private statusOf(
    method: 'POST' | 'DELETE',
    body: string | undefined,
    timeoutMs: number,
  ): Promise<number | undefined> {
    return new Promise((resolve) => {
      let status: number | undefined;
      const sink: ResponseSink = {
        cap: this.options.maxResultBytes,
        onHead: (seen) => {
          status = seen;
        },
        onData: () => undefined,
        onEnd: () => {
          resolve(status);
        },
        onFailure: () => {
          resolve(undefined);
        },
      };
      const exchange = this.dispatch(method, body, undefined, sink);
      setTimeout(() => {
        exchange.cancel(new LinkFailure('closed', 'the server took too long'));
      }, timeoutMs).unref();
    });
  }

  /** Follows 307 and 308 within the origin; other redirects would change the method or leave the origin. */
  follow(status: number, location: string | string[] | undefined): boolean {
    if ((status !== 307 && status !== 308) || typeof location !== 'string') return false;
    const target = URL.canParse(location, this.options.url.href)
      ? new URL(location, this.options.url)
      : undefined;
    if (target?.origin !== this.options.url.origin) return false;
    this.path = `${target.pathname}${target.search}`;
    return true;
  }

  takeSession(id: string | string[] | undefined): void {
    this.sessionId = typeof id === 'string' ? id : undefined;
    this.renewHeaders();
  }

  private renewHeaders(): void {
    this.headers = this.commonHeaders(true);
  }

  private commonHeaders(withSession: boolean): string[] {
    const headers = [
      ...this.options.headers,
      'content-type',
      'application/json',
      'accept',
      'application/json, text/event-stream',
    ];
    if (this.options.url.protocol === 'https:') headers.push('accept-encoding', 'gzip');
    if (withSession && this.sessionId !== undefined) headers.push(headerNames.sessionId, this.sessionId);
    if (withSession && this.protocolVersion !== undefined)
      headers.push(headerNames.protocolVersion, this.protocolVersion);
    return headers;
  }
}
