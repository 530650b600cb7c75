import type { IncomingMessage } from 'node:http';
import { randomUUID } from 'node:crypto';
import { CallScope } from '../../kernel/call-scope.js';
import type { Principal } from '../../kernel/principal.js';
import { Problem, type ProblemBody } from '../../kernel/problems/problem.js';
import type { ProblemCode } from '../../kernel/problems/problem-catalogue.js';

/** What an answer that is not for showing needs in a browser; pages get all that helmet sets instead. */
const apiHeaders = [
  ...['x-content-type-options', 'nosniff'],
  ...['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
];

const saneId = /^[A-Za-z0-9._:-]{1,128}$/;
const traceparentForm = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;

const webhooks = '/hooks/';

/** One HTTP request on its way through the gateway. */
export class RequestContext extends CallScope {
  readonly startedAt = performance.now();
  readonly method: string;
  /** Path without the query, and without the secret of a webhook: what may be logged and told. */
  readonly path: string;
  /** Route pattern for metrics, e.g. `/api/servers/:server/mcp/call`. */
  route = 'unmatched';
  authMs = 0;
  problem: ProblemCode | undefined;
  /** Whether it counts among the event streams. */
  hasStream = false;
  /** Whether the answer is a stream of news: it goes on until somebody ends it, and can be taken up again. */
  isEndless = false;
  /** Whether a browser is answered that is signed in: nobody else may see the answer, nor keep it. */
  isForBrowser = false;
  /** Whether an operator named an account in which they are not: only what is for that may answer. */
  namesOtherAccount = false;
  private stopped: Problem | undefined;
  private over = false;
  private endListeners: (() => void)[] | undefined;
  /** Its place among the requests under way. */
  place = -1;
  /** Headers that the answer will carry whatever it is: name, value, name, value. */
  readonly headers: string[];

  constructor(
    private readonly req: IncomingMessage,
    /** Address of the caller, behind trusted proxies that of their client. */
    readonly address: string,
    /** What absolute addresses in answers begin with; never the Host header. */
    private readonly site: { readonly publicUrl: string },
  ) {
    const given = req.headers['x-request-id'];
    const traceparent = req.headers['traceparent'];
    super(
      typeof given === 'string' && saneId.test(given) ? given : randomUUID(),
      typeof traceparent === 'string' && traceparentForm.test(traceparent) ? traceparent : undefined,
    );
    this.method = req.method ?? 'GET';
    const url = req.url ?? '/';
    const query = url.indexOf('?');
    this.path = shown(query < 0 ? url : url.slice(0, query));
    this.headers = ['x-request-id', this.requestId, ...(this.path.startsWith('/api/') ? apiHeaders : [])];
  }

  /** `Server-Timing` (W3C): milliseconds for authentication, MCP servers and all so far. */
  get serverTiming(): string {
    const total = performance.now() - this.startedAt;
    return `auth;dur=${this.authMs.toFixed(3)}, upstream;dur=${this.upstreamMs.toFixed(3)}, total;dur=${total.toFixed(3)}`;
  }

  override get accountId(): string | undefined {
    return this.principal?.accountId;
  }

  /** What MCP says of the client, else the product that its `User-Agent` begins with (RFC 9110 §10.1.5). */
  override get clientName(): string | undefined {
    return this.client ?? productIn(this.req.headers['user-agent']);
  }

  hasPrincipal(): this is this & { readonly principal: Principal } {
    return this.principal !== undefined;
  }

  setHeader(name: string, value: string): void {
    this.headers.push(name, value);
  }

  /** From here on the answer is for the browser of somebody who is signed in, and never for a page of another site (CORS). */
  answerBrowser(): void {
    this.isForBrowser = true;
    for (let at = this.headers.length - 2; at >= 0; at -= 2)
      if (this.headers[at]?.startsWith('access-control-') === true) this.headers.splice(at, 2);
  }

  /** Runs `listener` when the connection is done with the request, whatever came of it; at once when it is already. */
  onEnd(listener: () => void): void {
    if (this.over) listener();
    else (this.endListeners ??= []).push(listener);
  }

  ended(): void {
    this.over = true;
    if (this.endListeners !== undefined) for (const listener of this.endListeners) listener();
    this.endListeners = undefined;
  }

  /** Why the request was ended before its time, if it was. */
  get stopReason(): Problem | undefined {
    return this.stopped;
  }

  /** Ends the request before its time: because the process stops, unless there is another reason. */
  stop(reason = shuttingDown()): void {
    this.stopped ??= reason;
    this.cancel();
  }

  /** Cuts the connection of a request that was stopped and did not end. */
  cutOff(): void {
    if (!this.over) this.req.socket.destroy();
  }

  /** The problem object as this request is answered with. */
  bodyOf(problem: Problem): ProblemBody {
    return problem.toBody({ base: this.site.publicUrl, instance: this.path, requestId: this.requestId });
  }

  /** What the caller is told of anything thrown: who was stopped did not leave. */
  problemOf(error: unknown): Problem {
    const problem = Problem.from(error);
    return problem.code === 'client-closed-request' ? (this.stopped ?? problem) : problem;
  }
}

/** `undefined` where there is none. */
function productIn(agent: string | undefined): string | undefined {
  if (agent === undefined) return undefined;
  const end = agent.search(/[/\s]/);
  return end < 0 ? agent : agent.slice(0, end);
}

/** Why a process that is about to stop ends what it does. */
export function shuttingDown(): Problem {
  return new Problem('shutting-down', undefined, { retryAfterMs: 1000 });
}

/** A property, not a WeakMap: those make every garbage collection of a busy process slower. */
const key = Symbol('context');

interface Tracked extends IncomingMessage {
  [key]?: RequestContext;
}

export function trackContext(req: IncomingMessage, context: RequestContext): void {
  (req as Tracked)[key] = context;
}

/** The context of a request that has passed the front of the gateway. */
export function contextOf(req: IncomingMessage): RequestContext {
  const context = (req as Tracked)[key];
  if (context === undefined) throw new Error('the request has no context: app.setup.ts must run first');
  return context;
}

/** The address of a webhook is its secret. */
function shown(path: string): string {
  return path.startsWith(webhooks) ? `${webhooks}[secret]` : path;
}
