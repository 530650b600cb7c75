import { Injectable } from '@nestjs/common';
import { AccessTokens, type IssuedToken } from '../../accounts/tokens/access-tokens.service.js';
import { Audit, type Origin } from '../../accounts/audit/audit.service.js';
import { membershipSince, People, type Known } from '../../accounts/people/people.service.js';
import { randomBase62 } from '../../accounts/tokens/token-format.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { newId } from '../../kernel/id.js';
import type { Scope } from '../../kernel/principal.js';
import { Config } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import { Keyring } from '../../platform/security/keyring.js';
import { describeProgram, poll, type DeviceFacts, type DeviceGrant, type PollStep } from './device-grant.js';
import { GrantStore } from './grant-store.port.js';
import { grantableBy } from '../protocol/scopes.js';
import { newUserCode } from './user-code.js';

const day = 86_400_000;

/** A login that has begun: both codes, in plain for the last time. */
export interface BegunLogin {
  readonly deviceCode: string;
  /** Without the hyphen. */
  readonly userCode: string;
  /** Seconds. */
  readonly expiresIn: number;
  readonly interval: number;
}

/** What a poll leads to: the token, or why there is none (yet). */
export type PollResult =
  | { readonly outcome: 'token'; readonly issued: IssuedToken }
  | Exclude<PollStep, { outcome: 'redeem' }>;

/** The device's side of RFC 8628: begins logins and answers polls. */
@Injectable()
export class DeviceLogins {
  constructor(
    private readonly store: GrantStore,
    private readonly tokens: AccessTokens,
    private readonly people: People,
    private readonly audit: Audit,
    private readonly database: Database,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  async begin(
    asked: {
      readonly clientId: string | null;
      readonly scopes: readonly Scope[];
      readonly device: DeviceFacts;
    },
    address: string,
  ): Promise<BegunLogin> {
    const { DEVICE_CODE_SECONDS: expiresIn, DEVICE_POLL_SECONDS: interval } = this.config.values;
    const deviceCode = randomBase62(43);
    const userCode = await this.freeUserCode();
    const now = this.clock.now();
    const grant: DeviceGrant = {
      id: newId('dvg'),
      ...asked,
      deviceCodeDigest: this.keyring.digest('device code', deviceCode),
      userCodeDigest: this.keyring.digest('user code', userCode),
      address: address.slice(0, 64),
      state: 'pending',
      interval,
      ...{ polledAt: null, userId: null, accountId: null, decidedAt: null },
      createdAt: now,
      expiresAt: now + expiresIn * 1000,
    };
    // For a day a late poll is told what became of its login.
    await this.store.insert(grant, now - day);
    return { deviceCode, userCode, expiresIn, interval };
  }

  /** RFC 8628 §3.4. Of many polls at once, one gets the token. */
  async poll(deviceCode: string, clientId: string | undefined, origin: Origin): Promise<PollResult> {
    const digest = this.keyring.digest('device code', deviceCode);
    const found = await this.store.findByDeviceCode(digest);
    if (found === undefined || found.state === 'redeemed') return { outcome: 'invalid_grant' };
    const result = await this.database.write(async (): Promise<PollResult | 'decided'> => {
      // The person comes before the login here as everywhere, so that no two wait for each other.
      const known = found.userId === null ? undefined : await this.people.hold(found.userId);
      const grant = await this.store.lock(found.id);
      if (grant === undefined) return { outcome: 'invalid_grant' };
      if (grant.userId !== found.userId) return 'decided';
      const step = poll(grant, this.clock.now(), clientId);
      if (!('change' in step)) return step;
      const scopes = step.outcome === 'redeem' ? stillGrantable(grant, known) : grant.scopes;
      const change = scopes.length === 0 ? ({ state: 'denied' } as const) : step.change;
      if (!(await this.store.change(grant.id, grant.state, change))) return { outcome: 'invalid_grant' };
      if (scopes.length === 0) return { outcome: 'access_denied' };
      if (step.outcome !== 'redeem') return step;
      return { outcome: 'token', issued: await this.redeem({ ...grant, scopes }, step, origin) };
    });
    return result === 'decided' ? this.poll(deviceCode, clientId, origin) : result;
  }

  private async redeem(
    grant: DeviceGrant,
    { accountId, userId }: { readonly accountId: string; readonly userId: string },
    origin: Origin,
  ): Promise<IssuedToken> {
    const name = describeProgram(grant);
    const issued = await this.tokens.issueToUser({
      ...{ accountId, userId, name },
      scopes: grant.scopes,
      source: 'device',
    });
    await this.audit.append(
      {
        ...{ accountId, userId },
        action: 'token.issued',
        target: issued.token.id,
        details: { name, scopes: grant.scopes, grant: grant.id },
      },
      origin,
    );
    return issued;
  }

  private async freeUserCode(): Promise<string> {
    for (;;) {
      const code = newUserCode();
      if (!(await this.store.isUserCodeTaken(this.keyring.digest('user code', code)))) return code;
    }
  }
}

/** What the person can hand on by now: nothing who has left the account since the approval, or whose password has changed. */
function stillGrantable(
  { accountId, scopes, decidedAt, createdAt }: DeviceGrant,
  known: Known | undefined,
): readonly Scope[] {
  const membership = membershipSince(known, accountId ?? '', decidedAt ?? createdAt);
  return membership === undefined ? [] : grantableBy(membership, scopes);
}
