import { createHash } from 'node:crypto';
import type { Agreement } from '../grants/program-grant.js';

export const codeLifetimeMs = 60_000;
export const maxWrongVerifiers = 5;
/** A program that sends its code twice at once has not lost it to somebody else. */
const repeatMs = 10_000;

/** An authorization code, and what a person has agreed to with it (RFC 6749 §1.3.1). Times in milliseconds since the epoch. */
export interface AuthorizationCode {
  readonly id: string;
  readonly digest: string;
  readonly agreement: Agreement;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly usedAt: number | null;
  /** What it gave. */
  readonly grantId: string | null;
  readonly wrongVerifiers: number;
}

/** How a code is presented. */
export interface Presented {
  readonly clientId: string;
  readonly redirectUri: string | undefined;
  readonly verifier: string;
}

/** What a code leads to. `replay` ends what it gave; nothing else does, and only `exchange` uses it up. */
export type CodeStep =
  | 'exchange'
  | 'wrong-client'
  | 'wrong-address'
  | 'wrong-verifier'
  | 'too-many-verifiers'
  | 'expired'
  | 'used'
  | 'replay';

export function judgeCode(
  code: AuthorizationCode,
  { clientId, redirectUri, verifier }: Presented,
  now: number,
): CodeStep {
  if (clientId !== code.agreement.program.id) return 'wrong-client';
  if (redirectUri !== undefined && redirectUri !== code.redirectUri) return 'wrong-address';
  if (code.wrongVerifiers >= maxWrongVerifiers) return 'too-many-verifiers';
  if (challengeOf(verifier) !== code.challenge) return 'wrong-verifier';
  if (code.usedAt !== null) return now > code.usedAt + repeatMs ? 'replay' : 'used';
  return now >= code.expiresAt ? 'expired' : 'exchange';
}

/** RFC 7636 §4.2, S256. */
export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}
