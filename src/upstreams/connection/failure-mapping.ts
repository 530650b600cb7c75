import { rpcErrorCodes } from '../../mcp/wire/error-codes.js';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import { isPrintable, nestsTooDeeply } from '../../kernel/text/printable.js';
import { Problem } from '../../kernel/problems/problem.js';
import { redactText } from '../../platform/logging/redact.js';
import type { RpcError } from '../../mcp/wire/json-rpc.js';
import type { LinkFailure } from '../../mcp/wire/link-failure.js';
import type { RawResponse } from '../../mcp/wire/link.js';
import { ServerError } from '../../mcp/wire/server-error.js';

const maxMessageLength = 500;

/** The message to the caller about a failed exchange: of an answer that is not MCP its status, its media type and the beginning of its text, redacted. */
export function problemOfFailure(failure: LinkFailure, retryAfterMs: number | undefined): Problem {
  const extras = { cause: failure, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
  switch (failure.kind) {
    case 'unreachable':
    case 'closed':
      return new Problem('upstream-unavailable', `The server cannot be reached: ${failure.message}.`, {
        ...extras,
        retryAfterMs: retryAfterMs ?? 1000,
      });
    case 'session-lost':
      return new Problem('upstream-error', 'The server keeps losing its session.', extras);
    case 'auth-required':
      return failure.details.wantsOAuth === true
        ? new Problem('upstream-auth-refused', 'The server wants OAuth; add `auth` to its declaration.', {
            cause: failure,
            members: { wantsOAuth: true },
          })
        : new Problem(
            'upstream-auth-refused',
            failure.details.wantsToken === true
              ? 'The server wants a token (HTTP 401): it has no valid one from this gateway.'
              : `${capitalised(failure.message)}.`,
            { cause: failure, members: statusMember(failure) },
          );
    case 'not-usable':
      return new Problem(failure.details.problem ?? 'upstream-unavailable', failure.message, {
        cause: failure,
      });
    case 'refused':
      return Problem.from(failure.cause);
    case 'egress-denied':
      return new Problem('egress-denied', `${capitalised(failure.message)}.`, { cause: failure });
    case 'too-large':
      return new Problem('upstream-response-too-large', `From the server: ${failure.message}.`, {
        cause: failure,
      });
    case 'timeout':
      return new Problem('upstream-timeout', `${capitalised(failure.message)}.`, { cause: failure });
    case 'cancelled':
      return new Problem('client-closed-request', undefined, { cause: failure });
    case 'unanswered':
      return Problem.from(failure.details.cause);
    case 'http-status':
      return new Problem('upstream-error', `${capitalised(failure.message)}.`, {
        cause: failure,
        members: {
          ...statusMember(failure),
          ...(failure.details.retryAfterMs === undefined
            ? {}
            : { retryAfterMs: failure.details.retryAfterMs }),
        },
        ...(failure.details.retryAfterMs === undefined ? {} : { retryAfterMs: failure.details.retryAfterMs }),
      });
    case 'broken':
    case 'broken-before-answer':
    case 'bad-answer':
      return new Problem('upstream-error', `${capitalised(failure.message)}.`, { cause: failure });
  }
}

/** The system's name for what went wrong, such as `ENOENT`; for the log. */
export function causeOf({ cause }: Problem): string | undefined {
  for (let at = cause; isJsonObject(at); at = at['cause'])
    if (typeof at['code'] === 'string') return at['code'];
  return undefined;
}

/** What a caller is told of a JSON-RPC error that is not about a name they gave. */
export function problemOfRpcError(error: RpcError): Problem {
  const text = cleanText(error);
  const cause = new ServerError(error);
  const members = Number.isSafeInteger(error.code) ? { upstreamCode: error.code } : {};
  if (error.code === rpcErrorCodes.invalidParams)
    return new Problem('invalid-params', text, { cause, members });
  const detail =
    text === undefined
      ? 'The server answered with an error without a message.'
      : `The server answered with an error: ${text}`;
  return new Problem('upstream-error', detail, { cause, members });
}

/** The message of an error as it may be shown: one line of bounded length, without what looks like a credential. */
export function cleanText({ message }: RpcError): string | undefined {
  if (typeof message !== 'string') return undefined;
  const line = message.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return redactText(line.length > maxMessageLength ? `${line.slice(0, maxMessageLength)}…` : line);
}

function statusMember({ details }: LinkFailure): JsonObject {
  return details.status === undefined ? {} : { upstreamStatus: details.status };
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * The response of an MCP operation, whose result is an object in every revision; one that cannot be forwarded as it came must not nest
 * deeper than printing it bears. Throws `upstream-error`.
 */
export function requireResult(response: RawResponse): RawResponse {
  const { message, resultBytes } = response;
  if (resultBytes === undefined) {
    if (!isJsonObject(message.result)) throw noObject();
    if (!isPrintable(message.result)) throw nestsTooDeeply();
  } else if (!resultBytes.toString('latin1', 0, 64).trimStart().startsWith('{')) throw noObject();
  return response;
}

function noObject(): Problem {
  return new Problem('upstream-error', 'The server answered with a result that is no object.');
}
