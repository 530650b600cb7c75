import { HttpExchange, type ResponseSink } from './http-exchange.js';
import type { HoldAnswer } from '../../platform/usage/answer-room.js';
import type { Redacts } from './redaction/redaction.js';
import type { Sender } from './sender.js';

interface HttpOriginOptions {
  readonly url: URL;
  /** The server's configured headers, name, value, name, value. */
  readonly headers: readonly string[];
  /** Sends to the origin of `url` and nowhere else. */
  readonly dispatcher: Sender;
  /** What is taken out of everything the server says. */
  readonly redaction: Redacts | undefined;
  readonly holdAnswer?: HoldAnswer | undefined;
}

/** The MCP endpoint of a remote server as plain HTTP: for who speaks the protocol of sessions and streams on their own. */
export class HttpOrigin {
  private path: string;

  constructor(private readonly options: HttpOriginOptions) {
    this.path = `${options.url.pathname}${options.url.search}`;
  }

  /** Sends one request; the configured headers of the server come with it. */
  exchange(
    method: 'GET' | 'POST' | 'DELETE',
    headers: readonly string[],
    body: Buffer | string | undefined,
    sink: ResponseSink,
  ): HttpExchange {
    const exchange = new HttpExchange(sink, this.options.redaction, this.options.holdAnswer);
    this.options.dispatcher.dispatch(
      {
        path: this.path,
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

  /** Takes over a 307 or 308 within the origin; other redirects would change the method or leave the origin. */
  follow(status: number, location: string | string[] | undefined): boolean {
    if ((status !== 307 && status !== 308) || typeof location !== 'string') return false;
    if (!URL.canParse(location, this.options.url.href)) return false;
    const target = new URL(location, this.options.url);
    if (target.origin !== this.options.url.origin) return false;
    this.path = `${target.pathname}${target.search}`;
    return true;
  }

  async close(): Promise<void> {
    await this.options.dispatcher.destroy();
  }
}
