import type { ConnectionOwner } from '../../../kernel/caller.js';

/** What an authorization server gave; kept sealed. */
export interface Tokens {
  readonly access: string;
  readonly refresh?: string | undefined;
}

/** A round of asking somebody for more scopes: when, and which connection did not have them. */
export interface StepUp {
  readonly at: number;
  readonly connectedAt: number;
}

/** The credential of an owner at a server. Times in milliseconds since the epoch. */
export interface Credential {
  /** `ucr_…` */
  readonly id: string;
  readonly serverId: string;
  readonly owner: ConnectionOwner;
  /** The app whose server or keys it is for: it goes away with it. */
  readonly appId: string | undefined;
  readonly state: 'ok' | 'needs_auth';
  /** Counts every change: who changes it must have seen the latest. */
  readonly version: number;
  /** Until then somebody renews it, and nobody else does. */
  readonly leaseUntil: number;
  /** `Tokens`; `undefined` while there are none. */
  readonly sealed: string | undefined;
  /** The address of the server when it was connected: tokens go to no other, whatever the declaration says now. */
  readonly address: string;
  /** The authorization server that gave it: the only one that ever sees it again. */
  readonly issuer: string;
  readonly clientId: string;
  readonly resource: string | undefined;
  readonly scopes: readonly string[];
  /** All that the server has asked for, when it wants more than there is. */
  readonly wantedScopes: readonly string[] | undefined;
  readonly stepUps: readonly StepUp[];
  readonly issuedAt: number | undefined;
  /** `undefined`: nobody said. */
  readonly expiresAt: number | undefined;
  readonly connectedAt: number;
  /** Why somebody must connect, or what the last renewal met. */
  readonly lastError: string | undefined;
}

/** Ahead of its end by so much a token is renewed, while the old one still serves. */
const aheadMs = 60_000;
/** So close to its end a token may be refused on its way. */
const slackMs = 5000;

type Lifetime = Pick<Credential, 'issuedAt' | 'expiresAt'>;

/** Until when a token is given out without a thought. */
export function freshUntil({ issuedAt, expiresAt }: Lifetime): number {
  if (expiresAt === undefined) return Infinity;
  return expiresAt - Math.min(aheadMs, (expiresAt - (issuedAt ?? expiresAt)) / 5);
}

/** Until when a token may be given out at all; of short lives a tenth is left for the way. */
export function usableUntil({ issuedAt, expiresAt }: Lifetime): number {
  if (expiresAt === undefined) return Infinity;
  return expiresAt - Math.min(slackMs, (expiresAt - (issuedAt ?? expiresAt)) / 10);
}
