import { sessionErrorCodes } from '../../mcp/wire/error-codes.js';
import { parseJson } from '../../kernel/json/exact-number.js';
import { excerptOf, redirectTarget } from './http-excerpt.js';
import { isJsonObject } from '../../kernel/json/json.js';
import type { RpcResponse } from '../../mcp/wire/json-rpc.js';
import { LinkFailure } from '../../mcp/wire/link-failure.js';
import type { RawResponse } from '../../mcp/wire/link.js';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * What an HTTP status other than 2xx means for a request: a JSON-RPC error that came with it (2026-07-28 sends 400 and 404 with
 * bodies), or a failure.
 */
export function statusFailure(
  status: number,
  headers: Headers,
  body: Buffer,
  id: string | number,
): RawResponse | LinkFailure {
  const response = parseResponse(body);
  if (response?.error !== undefined && response.id === id) return { message: response as RpcResponse };
  if (status === 401 || status === 403) return authRefusal(status, headers, body);
  return httpFailure(status, headers, body);
}

/** A status that answers no request, with what the server says and how long it asks to wait. */
export function httpFailure(status: number, headers: Headers, body: Buffer): LinkFailure {
  const retryAfterMs = pauseIn(headers['retry-after']);
  const location = status >= 300 && status < 400 ? redirectTarget(headers) : undefined;
  const what =
    location === undefined ? excerptOf(headers, body) : `, a redirect to ${location}, which is not followed`;
  return new LinkFailure('http-status', `the server answered with HTTP ${String(status)}${what}`, {
    status,
    body: body.toString('utf8', 0, 2000),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

/** 401 or 403, and what the challenge says that the server wants. */
export function authRefusal(status: number, headers: Headers, body?: Buffer): LinkFailure {
  const challenge = status === 401 ? String(headers['www-authenticate']) : '';
  const what = body === undefined ? '' : excerptOf(headers, body);
  return new LinkFailure('auth-required', `the server refuses access with HTTP ${String(status)}${what}`, {
    status,
    wantsToken: /^bearer\b/i.test(challenge),
    wantsOAuth: /\bresource_metadata\s*=/i.test(challenge),
  });
}

const longestPauseMs = 86_400_000;
/** Bytes of a response that may say what is wrong; of a longer one nothing is parsed. */
const longestError = 65_536;

/** Milliseconds that `Retry-After` asks for, in seconds or as a date (RFC 9110 §10.2.3). */
function pauseIn(value: string | string[] | undefined): number | undefined {
  if (typeof value !== 'string') return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), longestPauseMs);
}

/**
 * Whether the answer to a request of a session may say that the server has forgotten the session: 404 (MCP 2025-11-25, Session Management,
 * item 3), or 400 as servers of the 2025 revisions word it. A tool that has run can say the same: ask before anything is sent again.
 */
export function mayMeanLostSession(status: number, body: Buffer): boolean {
  if (status !== 400) return status === 404;
  const code = parseResponse(body)?.error?.code;
  return sessionErrorCodes.some((it) => it === code) || /session/i.test(body.toString('utf8', 0, 2000));
}

/** Whether a server that answers a ping of a session so has forgotten the session. */
export function isForgotten(pingStatus: number | undefined): boolean {
  return pingStatus === 404 || pingStatus === 400;
}

/** Servers leave the id out of errors that concern no request in particular, so it may be missing here. */
function parseResponse(body: Buffer): Partial<RpcResponse> | undefined {
  if (body.length > longestError) return undefined;
  try {
    const value: unknown = parseJson(body.toString('utf8'));
    return isJsonObject(value) && isJsonObject(value['error']) ? value : undefined;
  } catch {
    return undefined;
  }
}
