import { Problem } from '../../kernel/problems/problem.js';
import type { ConnectionOwner } from '../../kernel/caller.js';
import type { RegisteredServer } from '../declared/registered-server.js';
import { OAuthFailure } from './dialogue/oauth-failure.js';

/** How long somebody should wait who finds an authorization server away. */
const awayMs = 5000;

/** Our page at which somebody connects a server; never an address of somebody else. */
export function connectUrlOf(publicUrl: string, handle: string, owner: ConnectionOwner): string {
  const query = owner.kind === 'person' ? '' : `?owner=${owner.kind}`;
  return `${publicUrl}/connect/${encodeURIComponent(handle)}${query}`;
}

/** Somebody must connect. `reason` is a sentence; the link stands behind it, since many programs show nothing but the text. */
export function connectionNeeded(
  publicUrl: string,
  { handle }: RegisteredServer,
  owner: ConnectionOwner,
  reason: string,
  scopes?: readonly string[],
): Problem {
  const connectUrl = connectUrlOf(publicUrl, handle, owner);
  return new Problem('upstream-auth-required', `${reason} Open ${connectUrl} to connect it.`, {
    members: { connectUrl, server: handle, ...(scopes === undefined ? {} : { scopes }) },
  });
}

/** What a caller is told when an authorization server did not do its part; other errors are left as they are. */
export function problemOfOAuth(error: unknown): unknown {
  if (!(error instanceof OAuthFailure)) return error;
  const detail = `The authorization server of the MCP server ${error.message}.`;
  switch (error.kind) {
    case 'away':
      return new Problem('upstream-auth-unavailable', detail, { cause: error, retryAfterMs: awayMs });
    case 'denied':
      return new Problem('egress-denied', detail, { cause: error });
    case 'unusable':
      return new Problem('upstream-error', detail, { cause: error });
    case 'grant':
    case 'client':
    case 'registration':
    case 'refused':
      return new Problem('upstream-auth-refused', detail, { cause: error });
  }
}
