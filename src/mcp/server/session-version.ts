import type { IncomingHttpHeaders } from 'node:http';
import { errorCodes, RpcRefusal } from './rpc-reply.js';

const sessionVersions: readonly unknown[] = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];
const newest = '2025-11-25';

/** The revision that a handshake ends in when the gateway itself answers it. */
export function sessionVersionFor(asked: unknown): string {
  return sessionVersions.includes(asked) ? String(asked) : newest;
}

/** Throws a refusal when a request in a session says that it is of a revision without sessions (2025-11-25, Protocol Version Header). */
export function requireSessionVersion(headers: IncomingHttpHeaders): void {
  const version = headers['mcp-protocol-version'];
  if (version === undefined || sessionVersions.includes(version)) return;
  throw new RpcRefusal(
    errorCodes.badRequest,
    `Unsupported protocol version; sessions are of ${sessionVersions.join(', ')}.`,
  );
}
