import type { ServerResponse } from 'node:http';
import { freeBytes, leastFreeable } from '../../../kernel/freeable-bytes.js';
import { printJson } from '../../../kernel/json/exact-number.js';
import type { Problem } from '../../../kernel/problems/problem.js';
import { bearerChallenge } from './challenge.js';
import { endAfterRequest, isBodyHeldBack, isBodyOutstanding } from './early-answer.js';
import type { RequestContext } from '../request-context.js';
import type { EventStream, StreamMediaType } from './event-stream.js';

type Headers = Readonly<Record<string, string>>;

/** An answer that is ready to be sent as it is. Controllers and lane handlers return one when plain JSON will not do. */
export class Reply {
  constructor(
    readonly status: number,
    readonly body: Buffer | string | undefined,
    readonly headers: Headers = {},
    /** Whether nobody needs the body once it is written, so that the memory of a large one can be freed. */
    readonly isPassing = false,
  ) {}

  /** The same, with a body that nobody needs once it is written; a small one is left to V8. */
  passing(): Reply {
    if (!Buffer.isBuffer(this.body) || this.body.length < leastFreeable) return this;
    return new Reply(this.status, this.body, this.headers, true);
  }

  /** A JSON answer from a value or from bytes that already are JSON. */
  static json(value: unknown, status = 200, headers: Headers = {}): Reply {
    const body = Buffer.isBuffer(value) ? value : printJson(value);
    return new Reply(status, body, { 'content-type': 'application/json; charset=utf-8', ...headers });
  }

  static notModified(headers: Headers): Reply {
    return new Reply(304, undefined, headers);
  }

  static noContent(): Reply {
    return new Reply(204, undefined);
  }
}

/** An answer that comes bit by bit; `run` writes its events, or its text, and its end is the end of the stream. */
export class StreamReply {
  constructor(
    readonly run: (stream: EventStream) => Promise<void>,
    readonly mediaType: StreamMediaType = 'text/event-stream',
    /** Of a stream that is a file to be kept: by the reader alone. */
    readonly fileName?: string,
  ) {}
}

const ourRealm = { realm: 'gantry' };

/** An RFC 9457 answer. */
export function problemReply(problem: Problem, context: RequestContext): Reply {
  context.problem = problem.code;
  const headers: Record<string, string> = {
    'content-type': 'application/problem+json; charset=utf-8',
    ...problem.extras.headers,
  };
  const { challenge } = problem.extras;
  if (challenge !== undefined) headers['www-authenticate'] = bearerChallenge(ourRealm, challenge);
  if (problem.extras.retryAfterMs !== undefined)
    headers['retry-after'] = String(Math.max(1, Math.ceil(problem.extras.retryAfterMs / 1000)));
  return new Reply(problem.status, JSON.stringify(context.bodyOf(problem)), headers);
}

/** Up to this size head and body are faster as one string, in which each byte is a character, than as two buffers. */
const joinedBytes = 8192;

/** Sends a reply with the headers that every answer carries. Of a request that is not in yet, so many bytes are thrown away at most. */
export function writeReply(
  res: ServerResponse,
  { status, headers, body, isPassing }: Reply,
  context: RequestContext,
  maxDiscardedBytes: number,
): void {
  if (res.headersSent || res.destroyed) return;
  const all = [...context.headers, 'server-timing', context.serverTiming];
  for (const name in headers) all.push(name, headers[name] as string);
  if (context.isForBrowser) keepFromOthers(all);
  if (body !== undefined) all.push('content-length', String(Buffer.byteLength(body)));
  if (isPassing && Buffer.isBuffer(body) && context.meter?.keepsContent !== true) freeWhenWritten(res, body);
  const isEarly = isBodyOutstanding(res.req);
  const isHeldBack = isEarly && isBodyHeldBack(res.req);
  if (isHeldBack) all.push('connection', 'close');
  writeHead(res, status, all);
  if (isEarly && !isHeldBack) endAfterRequest(res, body, maxDiscardedBytes);
  else if (!Buffer.isBuffer(body) || body.length > joinedBytes) res.end(body);
  else if (joinHead(res, body)) res.end();
  else res.end(body.toString('latin1'), 'latin1');
}

/** Left to V8, the memory of a few large answers makes it look through its whole heap, time and again (decision 63). */
function freeWhenWritten(res: ServerResponse, body: Buffer): void {
  const { socket } = res.req;
  res.once('finish', () => {
    // One that breaks off says that it is finished, too, and may not have taken all yet.
    if (!socket.destroyed) freeBytes(body);
  });
}

/** What a browser is answered for its person is kept nowhere (RFC 9111 §5.2.2.5). */
export function keepFromOthers(headers: string[]): void {
  for (let at = headers.length - 2; at >= 0; at -= 2)
    if (headers[at] === 'cache-control') headers.splice(at, 2);
  headers.push('cache-control', 'no-store');
}

/** Node keeps only the last of two fields of one name (two cookies, say) once Express or a middleware has set any. */
function writeHead(res: ServerResponse, status: number, headers: readonly string[]): void {
  if (res.getHeaderNames().length === 0) {
    res.writeHead(status, headers as string[]);
    return;
  }
  const own = new Set<string>();
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = headers.slice(at, at + 2);
    if (own.has(name)) res.appendHeader(name, value);
    else res.setHeader(name, value);
    own.add(name);
  }
  res.writeHead(status);
}

/**
 * Puts the body behind the head, so that both leave in one plain write; `end(body)` would cork the socket and gather several, which
 * costs a tenth of a small answer. `_header` is Node's own: where it is no longer the text of the head, nothing is done. See decision 28.
 */
function joinHead(res: ServerResponse, body: Buffer): boolean {
  const head = res as { _header?: unknown };
  if (typeof head._header !== 'string' || res.req.method === 'HEAD') return false;
  head._header += body.toString('latin1');
  return true;
}
