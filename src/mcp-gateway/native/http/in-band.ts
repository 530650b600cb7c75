import { sessionErrorCodes } from '../../../mcp/wire/error-codes.js';
import { statusOfError } from '../../../mcp/server/error-status.js';
import type { Relayed } from './http-relay.js';
import { isModernRequest } from '../../../mcp/server/modern-checks.js';
import type { NativeCall } from '../native-call.js';
import type { NativeMessage, NativeRequest } from '../../../mcp/server/native-request.js';
import { ownErrorIn } from './server-answer.js';

/** An error of the server itself is an answer, with whatever HTTP status it sends it; what concerns the session or the transport is not. */
export function inBand(
  relayed: Relayed,
  asked: NativeMessage | undefined,
  era: NativeRequest['era'],
  { upstream, headers }: NativeCall,
): Relayed {
  if (relayed.status < 400 || asked === undefined) return relayed;
  const code = ownErrorIn(relayed, asked.id)?.['code'];
  const mayBeOfSession = relayed.status < 500 && sessionErrorCodes.some((it) => it === code);
  if (code === undefined || mayBeOfSession) return relayed;
  if (era === 'legacy') return { ...relayed, status: 200 };
  // What is no request of that revision was not taken on, and the server says so by its status.
  if (!isModernRequest(asked, headers)) return relayed;
  const declared = upstream.state.connection?.capabilities ?? {};
  return { ...relayed, status: statusOfError(code, String(asked.method), declared) };
}
