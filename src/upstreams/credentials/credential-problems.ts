import { Problem } from '../../kernel/problems/problem.js';
import { OAuthFailure } from './dialogue/oauth-failure.js';

/** How long somebody should wait who finds an authorization server away. */
const awayMs = 5000;

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
    case 'grant':
    case 'client':
    case 'registration':
    case 'refused':
      return new Problem('upstream-auth-refused', detail, { cause: error });
  }
}
