import { headerNames } from '../wire/header-names.js';
import { rpcErrorCodes } from '../wire/error-codes.js';
import type { IncomingHttpHeaders } from 'node:http';
import { newestSessionVersion, sessionVersions } from '../wire/revisions.js';
import { RpcRefusal } from './rpc-reply.js';

/** The revision that a handshake ends in when the gateway itself answers it. */
export function sessionVersionFor(asked: unknown): string {
  return sessionVersions.includes(asked) ? String(asked) : newestSessionVersion;
}

/** Throws a refusal when a request in a session says that it is of a revision without sessions (2025-11-25, Protocol Version Header). */
export function requireSessionVersion(headers: IncomingHttpHeaders): void {
  const version = headers[headerNames.protocolVersion];
  if (version === undefined || sessionVersions.includes(version)) return;
  throw new RpcRefusal(
    rpcErrorCodes.badRequest,
    `Unsupported protocol version; sessions are of ${sessionVersions.join(', ')}.`,
  );
}
