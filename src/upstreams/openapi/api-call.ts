import type { JsonObject } from '../../kernel/json/json.js';
import type { RpcRequest } from '../../mcp/wire/json-rpc.js';
import { LinkFailure } from '../../mcp/wire/link-failure.js';
import type { Exchange, RawResponse } from '../../mcp/wire/link.js';
import { HttpExchange } from '../links/http-exchange.js';
import type { HoldAnswer } from '../../platform/usage/answer-room.js';
import type { Redacts } from '../links/redaction/redaction.js';
import type { Sender } from '../links/sender.js';
import { ApiAnswer, type AnswerLimits } from './api-answer.js';
import type { HttpRequestFacts } from './http-facts.js';
import type { ApiRequest } from './request/api-request.js';

/** Where the requests of an API go, and with what. */
export interface ApiOrigin extends AnswerLimits {
  /** The declared address of the API: no request leaves its origin. */
  readonly url: URL;
  /** The declared headers, name, value, name, value. */
  readonly headers: readonly string[];
  readonly dispatcher: Sender;
  readonly redaction: Redacts | undefined;
  readonly holdAnswer?: HoldAnswer | undefined;
}

const maxRedirects = 3;

/** One request to an API and the result that its answer makes; redirects within the origin are followed where that changes nothing. */
export class ApiCall implements Exchange {
  readonly response: Promise<RawResponse>;
  private succeed!: (response: RawResponse) => void;
  private fail!: (failure: LinkFailure) => void;
  private current: HttpExchange | undefined;
  private redirects = 0;
  private isCancelled = false;

  constructor(
    private readonly origin: ApiOrigin,
    private request: ApiRequest,
    private readonly message: RpcRequest,
    /** Headers of this call beside those of the request. */
    private readonly extra: readonly string[] = [],
    /** Set for a caller who wants to know of the answer itself, too. */
    private readonly told?: HttpRequestFacts,
  ) {
    this.response = new Promise((resolve, reject) => {
      this.succeed = resolve;
      this.fail = reject;
    });
    this.send();
  }

  cancel(failure: LinkFailure): void {
    this.isCancelled = true;
    this.fail(failure);
    this.current?.cancel(failure);
  }

  private send(): void {
    const { headers, dispatcher, redaction, holdAnswer } = this.origin;
    const outcome = {
      resolve: (result: JsonObject) => {
        this.succeed({ message: { jsonrpc: '2.0', id: this.message.id, result } });
      },
      reject: (failure: LinkFailure) => {
        if (failure !== redirected) this.fail(failure);
      },
      follows: (status: number, location: string | string[] | undefined) => this.follows(status, location),
      stop: () => this.current?.cancel(new LinkFailure('cancelled', 'enough of the answer was read')),
    };
    const telling = this.told === undefined ? undefined : { request: this.told, redaction };
    const answer = new ApiAnswer(this.origin, outcome, telling);
    this.current = new HttpExchange(answer, redaction, holdAnswer);
    const { method, path, headers: own, body } = this.request;
    const all = [...headers, ...accepted, ...own, ...this.extra];
    dispatcher.dispatch(
      {
        ...{ path, method, headers: all, body: body ?? null },
        ...{ headersTimeout: 0, bodyTimeout: 0 },
      },
      this.current,
    );
  }

  /** Sends the request once more, to where the API moved it within its origin (RFC 9110 §15.4). */
  private follows(status: number, location: string | string[] | undefined): boolean {
    const { method } = this.request;
    const isSafe = method === 'GET' || method === 'HEAD';
    const isFollowed = status === 307 || status === 308 || (isSafe && [301, 302, 303].includes(status));
    const { url } = this.origin;
    const from = `${url.origin}${this.request.path}`;
    if (!isFollowed || typeof location !== 'string' || !URL.canParse(location, from)) return false;
    const target = new URL(location, from);
    if (target.origin !== url.origin || this.redirects >= maxRedirects) return false;
    this.redirects++;
    this.request = { ...this.request, path: `${target.pathname}${target.search}` };
    const before = this.current;
    queueMicrotask(() => {
      before?.cancel(redirected);
      if (!this.isCancelled) this.send();
    });
    return true;
  }
}

/** What an exchange is ended with whose request goes elsewhere. */
const redirected = new LinkFailure('cancelled', 'the request goes elsewhere');

const accepted = [
  'accept',
  'application/json, text/*;q=0.9, */*;q=0.8',
  'accept-encoding',
  'gzip',
  'user-agent',
  'gantry',
];

/** The result of a call that nothing was sent for. */
export function answeredAtOnce({ id }: RpcRequest, result: JsonObject): Exchange {
  return { response: Promise.resolve({ message: { jsonrpc: '2.0', id, result } }), cancel: () => undefined };
}

export function refusedAtOnce({ id }: RpcRequest, code: number, message: string): Exchange {
  const error = { code, message };
  return { response: Promise.resolve({ message: { jsonrpc: '2.0', id, error } }), cancel: () => undefined };
}
