import type { Dispatcher } from 'undici';
import { Problem } from '../../kernel/problems/problem.js';
import { LinkFailure } from '../../mcp/wire/link-failure.js';
import type { LinkToken, TokenRefusal } from './link-token.js';
import type { Sender, SentRequest } from './sender.js';
import type { TokenRedaction } from './redaction/token-redaction.js';

/** Others may have renewed a token meanwhile, and theirs may have been refused, too. */
const maxAttempts = 3;
/** Of an answer that refuses a token nobody wants more. */
const maxRefusalBytes = 65_536;

/** Sends the token of a link with every request; one that was refused is renewed, and the request, which was not carried out, goes once more. */
export class TokenSender implements Sender {
  constructor(
    private readonly inner: Sender,
    private readonly token: LinkToken,
    private readonly redaction: TokenRedaction,
  ) {}

  dispatch(request: SentRequest, handler: Dispatcher.DispatchHandler): boolean {
    const failed = (error: unknown) => {
      refuse(handler, error);
    };
    try {
      const token = this.token.current();
      if (typeof token === 'string') this.send(request, handler, token, 1);
      else
        token.then((renewed) => {
          this.send(request, handler, renewed, 1);
        }, failed);
    } catch (error) {
      failed(error);
    }
    return true;
  }

  close(): Promise<void> {
    return this.inner.close();
  }

  destroy(error?: Error): Promise<void> {
    return this.inner.destroy(error);
  }

  private send(
    request: SentRequest,
    handler: Dispatcher.DispatchHandler,
    token: string,
    attempt: number,
  ): void {
    this.redaction.hide(token);
    const again =
      attempt >= maxAttempts
        ? undefined
        : (refusal: TokenRefusal) => {
            this.token.renew(token, refusal).then(
              (renewed) => {
                this.send(request, handler, renewed, attempt + 1);
              },
              (error: unknown) => {
                refuse(handler, error);
              },
            );
          };
    const headers = [...request.headers, 'authorization', `Bearer ${token}`];
    this.inner.dispatch({ ...request, headers }, new TokenExchange(handler, again));
  }
}

/** Passes an answer on, but for one that refuses the token. */
class TokenExchange implements Dispatcher.DispatchHandler {
  private refusal: TokenRefusal | undefined;
  private passedOver = 0;

  constructor(
    private readonly handler: Dispatcher.DispatchHandler,
    private readonly again: ((refusal: TokenRefusal) => void) | undefined,
  ) {}

  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    this.handler.onRequestStart?.(controller, context);
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
    message?: string,
  ): void {
    if (this.again !== undefined) this.refusal = refusalOf(status, headers);
    if (this.refusal === undefined) this.handler.onResponseStart?.(controller, status, headers, message);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.refusal === undefined) {
      this.handler.onResponseData?.(controller, chunk);
      return;
    }
    this.passedOver += chunk.length;
    if (this.passedOver > maxRefusalBytes) controller.abort(new Error('nobody wants more of it'));
  }

  onResponseEnd(
    controller: Dispatcher.DispatchController,
    trailers: Record<string, string | string[] | undefined>,
  ): void {
    if (this.refusal === undefined) this.handler.onResponseEnd?.(controller, trailers);
    else this.again?.(this.refusal);
  }

  onResponseError(controller: Dispatcher.DispatchController, error: Error): void {
    if (this.refusal === undefined || this.passedOver <= maxRefusalBytes)
      this.handler.onResponseError?.(controller, error);
    else this.again?.(this.refusal);
  }
}

function refusalOf(
  status: number,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): TokenRefusal | undefined {
  if (status !== 401 && status !== 403) return undefined;
  const challenge = String(headers['www-authenticate'] ?? '');
  if (status === 401) return { status, scopes: [] };
  if (!/\berror\s*=\s*"?insufficient_scope\b/i.test(challenge)) return undefined;
  const [, quoted, bare = ''] = /\bscope\s*=\s*(?:"([^"]*)"|([^\s,]+))/i.exec(challenge) ?? [];
  return { status, scopes: (quoted ?? bare).split(/\s+/).filter((scope) => scope !== '') };
}

/** Nothing was sent, or nothing was carried out: the caller is told why there is no token. */
function refuse(handler: Dispatcher.DispatchHandler, error: unknown): void {
  const cause = Problem.from(error);
  const failure = new LinkFailure('refused', cause.detail ?? cause.message, { cause });
  handler.onResponseError?.(noController, failure);
}

/** There is no request to hold or end. */
const noController: Dispatcher.DispatchController = {
  ...{ aborted: true, paused: false, reason: null, rawHeaders: null, rawTrailers: null },
  abort: () => undefined,
  pause: () => undefined,
  resume: () => undefined,
};
