import type { Scope } from '../../kernel/principal.js';

/** `redeemed`: its token has been handed out. An `expired` grant is one of the first two whose time is over. */
export type GrantState = 'pending' | 'approved' | 'denied' | 'redeemed';

/** What a device says of itself. Shown to the person who decides, believed by nobody. */
export interface DeviceFacts {
  readonly name: string | null;
  readonly os: string | null;
  readonly version: string | null;
}

/** One device login (RFC 8628) from its start to its token. Times in milliseconds since the epoch. */
export interface DeviceGrant {
  readonly id: string;
  readonly deviceCodeDigest: string;
  readonly userCodeDigest: string;
  readonly clientId: string | null;
  /** Asked for; once approved: granted. */
  readonly scopes: readonly Scope[];
  readonly device: DeviceFacts;
  readonly address: string;
  readonly state: GrantState;
  /** Seconds between polls. */
  readonly interval: number;
  readonly polledAt: number | null;
  /** Who decided, and for which account. */
  readonly userId: string | null;
  readonly accountId: string | null;
  readonly decidedAt: number | null;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** The parts of a grant that change. */
export type GrantChange = Partial<
  Pick<DeviceGrant, 'state' | 'interval' | 'polledAt' | 'userId' | 'accountId' | 'decidedAt' | 'scopes'>
>;

/** What a poll leads to: an error of RFC 8628 §3.5, or the token. `change` is to be kept before it is answered. */
export type PollStep =
  | {
      readonly outcome: 'authorization_pending' | 'slow_down';
      readonly interval: number;
      readonly change: GrantChange;
    }
  | { readonly outcome: 'access_denied' | 'expired_token' | 'invalid_grant' }
  | {
      readonly outcome: 'redeem';
      readonly userId: string;
      readonly accountId: string;
      readonly change: GrantChange;
    };

/** RFC 8628 §3.5: `slow_down` adds five seconds, for this poll and all that follow. */
const slowDownSeconds = 5;
/** Answers arrive a little early or late; a client that keeps the interval must never be told to slow down. */
const toleranceMs = 250;

/** What becomes of a poll at the moment `now`. Speed matters only while nothing is decided: who is approved gets the token. */
export function poll(grant: DeviceGrant, now: number, clientId: string | undefined): PollStep {
  if (clientId !== undefined && grant.clientId !== null && clientId !== grant.clientId)
    return { outcome: 'invalid_grant' };
  if (grant.state === 'redeemed') return { outcome: 'invalid_grant' };
  if (grant.state === 'denied') return { outcome: 'access_denied' };
  if (now >= grant.expiresAt) return { outcome: 'expired_token' };
  if (grant.state === 'approved') {
    const { userId, accountId } = grant;
    if (userId === null || accountId === null) return { outcome: 'invalid_grant' };
    return { outcome: 'redeem', userId, accountId, change: { state: 'redeemed' } };
  }
  const tooEarly = grant.polledAt !== null && now < grant.polledAt + grant.interval * 1000 - toleranceMs;
  if (!tooEarly)
    return { outcome: 'authorization_pending', interval: grant.interval, change: { polledAt: now } };
  const interval = grant.interval + slowDownSeconds;
  return { outcome: 'slow_down', interval, change: { polledAt: now, interval } };
}

/** Whether somebody can still decide about the grant. */
export function isOpen(grant: DeviceGrant, now: number): boolean {
  return grant.state === 'pending' && now < grant.expiresAt;
}

/** Whether the grant has something to show to this user: it is open, or it is what the user has just decided about. */
export function concerns(grant: DeviceGrant, userId: string, now: number): boolean {
  return now < grant.expiresAt && (grant.state === 'pending' || grant.userId === userId);
}

/** The program as lists of tokens name it: `gantry-cli on ana-mbp`. */
export function describeProgram({ clientId, device }: DeviceGrant): string {
  return `${clientId ?? 'unnamed program'}${device.name === null ? '' : ` on ${device.name}`}`;
}
