import type { OAuthErrorCode } from '../protocol/oauth-error.js';

/** Why a program gets no token, in OAuth's terms and in a sentence. */
export interface Refusal {
  readonly error: OAuthErrorCode;
  readonly reason: string;
  /** As far as they are known, for the trace. */
  readonly accountId?: string;
  readonly userId?: string;
  readonly attempt?: string;
}
