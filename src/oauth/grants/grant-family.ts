import type { Scope } from '../../kernel/principal.js';

/** For so long the token before the present one is still served, in case its successor did not arrive or several asked at once. */
export const graceMs = 60_000;

/** The oldest of more ends. */
export const maxFamiliesOfGrant = 20;

/**
 * The refresh tokens that came of one authorization, of which only the last is good (RFC 9700 §4.14.2). They share a handle, by which the
 * family is found, so that any former one is known for a replay and none needs a row. Times in milliseconds since the epoch.
 */
export interface GrantFamily {
  readonly id: string;
  readonly grantId: string;
  readonly handleDigest: string;
  /** Of the part by which the present token differs from those before. */
  readonly secretDigest: string;
  readonly formerDigest: string | null;
  readonly rotatedAt: number | null;
  readonly scopes: readonly Scope[];
  readonly createdAt: number;
  /** When the present token ends. */
  readonly expiresAt: number;
  /** When the family ends, however often it is refreshed. */
  readonly endsAt: number;
}

/** What a refresh token may be in its family. */
export type TokenPlace = 'present' | 'former' | 'other';

/** What a refresh token leads to: a successor, an access token only, or nothing; a replay ends the grant. */
export type RefreshStep = 'rotate' | 'access-only' | 'expired' | 'replay';

export function judgeRefresh(
  { rotatedAt, expiresAt }: GrantFamily,
  place: TokenPlace,
  now: number,
): RefreshStep {
  if (now >= expiresAt) return 'expired';
  if (place === 'present') return 'rotate';
  return place === 'former' && rotatedAt !== null && now < rotatedAt + graceMs ? 'access-only' : 'replay';
}
