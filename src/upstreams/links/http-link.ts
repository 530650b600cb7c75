import type { Dispatcher } from 'undici';
import { EventStreamParser } from './event-stream-parser.js';
import { HttpAnswer } from './http-answer.js';
import { HttpExchange, type ResponseSink } from './http-exchange.js';
import { statusFailure } from './http-status.js';
import type { RpcMessage, RpcNotification, RpcRequest, RpcResponse } from './json-rpc.js';
import { LinkFailure } from './link-failure.js';
import type { Exchange, Link, LinkLimits, RawResponse, RequestOptions } from './link.js';
import { decodeMessages } from './message-decoder.js';

export interface HttpLinkOptions extends LinkLimits {
  readonly url: URL;
  /** The server's configured headers, name, value, name, value. */
  readonly headers: readonly string[];
  /** Sends to the origin of `url` and nowhere else. */
  readonly dispatcher: Dispatcher;
}

const maxRepeats = 8;
const maxRedirects = 3;

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
  private readonly open_ = new Set<HttpExchange>();
  private closed = false;

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

  setSession({ protocolVersion }: { readonly protocolVersion?: string }): void {
    this.protocolVersion = protocolVersion;
    this.renewHeaders();
  }

  request(message: RpcRequest, options: RequestOptions = {}): Exchange {
    const body = JSON.stringify(message);
    let current: HttpExchange | undefined;
    let gone: LinkFailure | undefined;
    const response = new Promise<RawResponse>((resolve, reject) => {
      const post = (attempt: number, redirects: number, resumeFrom?: string): void => {
        const again = (failure: LinkFailure) => {
          const mayTry = gone === undefined && attempt < maxRepeats;
          if (mayTry && answer.lastEventId !== undefined && failure.kind === 'broken')
            setTimeout(post, answer.retryMs, attempt + 1, redirects, answer.lastEventId);
          else if (mayTry && options.repeatable === true && failure.kind === 'broken-before-answer')
            setTimeout(post, Math.random() * 20 * attempt, attempt + 1, redirects, resumeFrom);
          else reject(failure);
        };
        const answer = new HttpAnswer(message.id, options, this.options.maxResultBytes, {
          resolve,
          reject: again,
          onUnrelated: (unrelated) => {
            this.onMessage(unrelated);
          },
          onStatus: (status, headers, bytes) => {
            if (redirects < maxRedirects && this.follow(status, headers['location']))
              post(attempt, redirects + 1);
            else this.refused(message, status, headers, bytes, resolve, reject);
          },
        });
        current =
          resumeFrom === undefined
            ? this.dispatch(
                'POST',
                body,
                options.headers,
                answer,
                () => answer.cap,
                message.method === 'initialize',
              )
            : this.dispatch('GET', undefined, ['last-event-id', resumeFrom], answer, () => answer.cap);
      };
      post(1, 0);
    });
    return {
      response,
      cancel: (failure) => {
        gone = failure;
        current?.cancel(failure);
      },
    };
  }

  send(message: RpcNotification | RpcResponse): Promise<void> {
    return new Promise((resolve, reject) => {
      const sink: ResponseSink = {
        onHead: (status) => {
          if (status < 200 || status >= 300)
            throw new LinkFailure('http-status', 'the server refused a notification', { status });
        },
        onData: () => undefined,
        onEnd: resolve,
        onFailure: reject,
      };
      this.dispatch('POST', JSON.stringify(message), undefined, sink, () => this.options.maxResultBytes);
    });
  }

  /** Opens the stream of unasked messages; `ended` tells whether there was one. A server without one answers 405. */
  listen(): { readonly ended: Promise<boolean>; readonly close: () => void } {
    let exchange: HttpExchange | undefined;
    const ended = new Promise<boolean>((resolve) => {
      let opened = false;
      const parser = new EventStreamParser(this.options.maxResultBytes, ({ data }) => {
        if (data !== '') for (const message of decodeMessages(Buffer.from(data))) this.onMessage(message);
      });
      const done = () => {
        resolve(opened);
      };
      const sink: ResponseSink = {
        onHead: (status, headers) => {
          if (status !== 200 || !String(headers['content-type']).startsWith('text/event-stream'))
            throw new LinkFailure('http-status', 'the server has no stream of its own', { status });
          opened = true;
        },
        onData: (chunk) => {
          parser.push(chunk);
        },
        onEnd: done,
        onFailure: done,
      };
      exchange = this.dispatch('GET', undefined, undefined, sink, () => Number.POSITIVE_INFINITY);
    });
    return {
      ended,
      close: () => exchange?.cancel(new LinkFailure('broken', 'the stream is closed')),
    };
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    if (this.sessionId !== undefined) await this.endSession();
    for (const exchange of this.open_)
      exchange.cancel(new LinkFailure('broken', 'the gateway closed the connection'));
    await this.options.dispatcher.destroy();
  }

  /** Frees the session at the server (MCP 2025-11-25, Session Management, item 5). */
  private endSession(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        resolve();
      };
      const sink: ResponseSink = {
        onHead: () => undefined,
        onData: () => undefined,
        onEnd: done,
        onFailure: done,
      };
      const exchange = this.dispatch('DELETE', undefined, undefined, sink, () => this.options.maxResultBytes);
      setTimeout(() => {
        exchange.cancel(new LinkFailure('closed', 'the server took too long to end the session'));
      }, 500).unref();
    });
  }

  private dispatch(
    method: 'GET' | 'POST' | 'DELETE',
    body: string | undefined,
    headers: readonly string[] | undefined,
    sink: ResponseSink,
    cap: () => number,
    startsSession = false,
  ): HttpExchange {
    const exchange: HttpExchange = new HttpExchange(
      {
        onHead: (status, head) => {
          if (startsSession) this.takeSession(head['mcp-session-id']);
          sink.onHead(status, head);
        },
        onData: (chunk) => {
          sink.onData(chunk);
        },
        onEnd: () => {
          this.open_.delete(exchange);
          sink.onEnd();
        },
        onFailure: (failure) => {
          this.open_.delete(exchange);
          sink.onFailure(failure);
        },
      },
      cap,
    );
    this.open_.add(exchange);
    const common = startsSession ? this.commonHeaders(false) : this.headers;
    const all = headers === undefined ? common : [...common, ...headers];
    this.options.dispatcher.dispatch(
      { path: this.path, method, headers: all, body: body ?? null, headersTimeout: 0, bodyTimeout: 0 },
      exchange,
    );
    return exchange;
  }

  private refused(
    message: RpcRequest,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
    body: Buffer,
    resolve: (response: RawResponse) => void,
    reject: (failure: LinkFailure) => void,
  ): void {
    const verdict = statusFailure(status, headers, body, {
      id: message.id,
      hasSession: this.sessionId !== undefined && message.method !== 'initialize',
    });
    if (verdict instanceof LinkFailure) reject(verdict);
    else resolve(verdict);
  }

  /** Follows 307 and 308 within the origin; other redirects would change the method or leave the origin. */
  private follow(status: number, location: string | string[] | undefined): boolean {
    if ((status !== 307 && status !== 308) || typeof location !== 'string') return false;
    const target = URL.canParse(location, this.options.url.href)
      ? new URL(location, this.options.url)
      : undefined;
    if (target?.origin !== this.options.url.origin) return false;
    this.path = `${target.pathname}${target.search}`;
    return true;
  }

  private takeSession(id: string | string[] | undefined): void {
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
    if (withSession && this.sessionId !== undefined) headers.push('mcp-session-id', this.sessionId);
    if (withSession && this.protocolVersion !== undefined)
      headers.push('mcp-protocol-version', this.protocolVersion);
    return headers;
  }
}
