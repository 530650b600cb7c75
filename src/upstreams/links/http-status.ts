import { isJsonObject } from '../../kernel/json.js';
import { rpcErrorCodes, type RpcResponse } from './json-rpc.js';
import { LinkFailure } from './link-failure.js';
import type { RawResponse } from './link.js';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * What an HTTP status other than 2xx means for a request: a JSON-RPC error that came with it (2026-07-28 sends 400 and 404 with
 * bodies), a lost session (404 without a JSON-RPC error, or a session error code, when we sent a session id), or a failure.
 */
export function statusFailure(
  status: number,
  headers: Headers,
  body: Buffer,
  request: { readonly id: string | number; readonly hasSession: boolean },
): RawResponse | LinkFailure {
  const response = parseResponse(body);
  if (request.hasSession && (isSessionError(response) || (status === 404 && response?.error === undefined)))
    return new LinkFailure('session-lost', 'the server does not know the session any more', { status });
  if (response?.error !== undefined && response.id === request.id)
    return { message: response as RpcResponse };
  if (status === 401 || status === 403)
    return new LinkFailure('auth-required', 'the server refused the credential', { status });
  const retryAfter = Number(headers['retry-after']);
  return new LinkFailure('http-status', `the server answered with HTTP ${String(status)}`, {
    status,
    body: body.toString('utf8', 0, 2000),
    ...(Number.isFinite(retryAfter) ? { retryAfterMs: retryAfter * 1000 } : {}),
  });
}

function isSessionError(response: Partial<RpcResponse> | undefined): boolean {
  return (
    response?.error !== undefined && rpcErrorCodes.sessionErrors.some((code) => code === response.error?.code)
  );
}

/** Servers leave the id out of errors that concern no request in particular, so it may be missing here. */
function parseResponse(body: Buffer): Partial<RpcResponse> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isJsonObject(value) && isJsonObject(value['error']) ? value : undefined;
  } catch {
    return undefined;
  }
}
