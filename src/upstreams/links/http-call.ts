import { headerNames } from '../../mcp/wire/header-names.js';
import { printJson } from '../../kernel/json/exact-number.js';
import { HttpAnswer } from './http-answer.js';
import type { HttpExchange, ResponseSink } from './http-exchange.js';
import { mayMeanLostSession, statusFailure } from './http-status.js';
import { isRequest, type RpcMessage, type RpcRequest } from '../../mcp/wire/json-rpc.js';
import { LinkFailure } from '../../mcp/wire/link-failure.js';
import type { Exchange, LinkLimits, RawResponse, LinkRequestOptions } from '../../mcp/wire/link.js';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** What a call needs of its link. */
interface HttpSender {
  readonly hasSession: boolean;
  readonly onMessage: (message: RpcMessage) => void;
  /** Whether the server does not know the session any more; asks it. */
  hasLostSession(): Promise<boolean>;
  takeSession(id: string | string[] | undefined): void;
  /** Whether a redirect was taken over. */
  follow(status: number, location: string | string[] | undefined): boolean;
  dispatch(
    method: 'GET' | 'POST',
    body: string | undefined,
    headers: readonly string[] | undefined,
    sink: ResponseSink,
    startsSession?: boolean,
  ): HttpExchange;
}

const maxAttempts = 8;
const maxRedirects = 3;
/** How long an event stream may stay open behind its response; one that ends leaves its connection to the next call. */
const afterwordMs = 1000;

/**
 * One JSON-RPC request over Streamable HTTP: the POST, and where it is safe its repetition, a redirect within the origin, or the
 * resumption of an event stream that broke off (MCP 2025-11-25, Resumability and Redelivery).
 */
export class HttpCall implements Exchange {
  readonly response: Promise<RawResponse>;
  readonly id: string | number;
  private succeed!: (response: RawResponse) => void;
  private fail!: (failure: LinkFailure) => void;
  private readonly body: string;
  private current: HttpExchange | undefined;
  private answer: HttpAnswer | undefined;
  private attempts = 0;
  private redirects = 0;
  private settled = false;

  constructor(
    private readonly link: HttpSender,
    private readonly message: RpcRequest,
    readonly options: LinkRequestOptions,
    readonly limits: LinkLimits,
  ) {
    this.id = message.id;
    this.body = printJson(message);
    this.response = new Promise((resolve, reject) => {
      this.succeed = resolve;
      this.fail = reject;
    });
    this.send();
  }

  cancel(failure: LinkFailure): void {
    this.settled = true;
    this.current?.cancel(failure);
    this.fail(failure);
  }

  resolve(response: RawResponse): void {
    this.settled = true;
    this.succeed(response);
    // Most streams end in the same piece as the response, which is done with when this runs.
    if (this.answer?.isStream === true)
      queueMicrotask(() =>
        this.current?.endWithin(
          afterwordMs,
          new LinkFailure('broken', 'the stream went on after the response'),
        ),
      );
  }

  onSession(id: string | string[] | undefined): void {
    if (this.message.method === 'initialize') this.link.takeSession(id);
  }

  onUnrelated(message: RpcMessage): void {
    if (!isRequest(message) || this.options.onRequest?.(message) !== true) this.link.onMessage(message);
  }

  /** An HTTP status other than 2xx. */
  onStatus(status: number, headers: Headers, body: Buffer): void {
    if (this.redirects < maxRedirects && this.link.follow(status, headers['location'])) {
      this.redirects++;
      this.send();
      return;
    }
    const settle = () => {
      const verdict = statusFailure(status, headers, body, this.id);
      if (verdict instanceof LinkFailure) this.fail(verdict);
      else this.resolve(verdict);
    };
    const isOfSession = this.link.hasSession && this.message.method !== 'initialize';
    if (!isOfSession || !mayMeanLostSession(status, body)) {
      settle();
      return;
    }
    void this.link.hasLostSession().then((isLost) => {
      if (isLost) this.fail(sessionLost(status));
      else settle();
    });
  }

  reject(failure: LinkFailure): void {
    const { answer } = this;
    if (this.settled) return;
    if (this.attempts >= maxAttempts) this.fail(failure);
    else if (failure.kind === 'broken' && answer?.lastEventId !== undefined)
      this.later(answer.retryMs, answer.lastEventId);
    else if (failure.kind === 'broken-before-answer' && this.options.repeatable === true)
      this.later(Math.random() * 20 * this.attempts, undefined);
    else this.fail(failure);
  }

  private later(pauseMs: number, lastEventId: string | undefined): void {
    setTimeout(() => {
      if (!this.settled) this.send(lastEventId);
    }, pauseMs);
  }

  private send(lastEventId?: string): void {
    this.attempts++;
    this.answer = new HttpAnswer(this);
    this.current =
      lastEventId === undefined
        ? this.link.dispatch(
            'POST',
            this.body,
            this.options.headers,
            this.answer,
            this.message.method === 'initialize',
          )
        : this.link.dispatch('GET', undefined, [headerNames.lastEventId, lastEventId], this.answer);
  }
}

function sessionLost(status: number): LinkFailure {
  return new LinkFailure('session-lost', 'the server does not know the session any more', { status });
}
