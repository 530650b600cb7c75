import { Injectable } from '@nestjs/common';
import { AccessTokens, type IssuedToken } from '../accounts/access-tokens.service.js';
import { Audit, type Origin } from '../accounts/audit.service.js';
import { randomBase62 } from '../accounts/token-format.js';
import { Clock } from '../kernel/clock.js';
import { newId } from '../kernel/id.js';
import type { Scope } from '../kernel/principal.js';
import { Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import { Keyring } from '../platform/security/keyring.js';
import { describeProgram, poll, type DeviceFacts, type DeviceGrant, type PollStep } from './device-grant.js';
import { GrantStore } from './grant-store.port.js';
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
  { readonly outcome: 'token'; readonly issued: IssuedToken } | Exclude<PollStep, { outcome: 'redeem' }>;

/** The device's side of RFC 8628: begins logins and answers polls. */
@Injectable()
export class DeviceLogins {
  constructor(
    private readonly store: GrantStore,
    private readonly tokens: AccessTokens,
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
      ...{ polledAt: null, userId: null, accountId: null },
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
    return this.database.write(async () => {
      const grant = await this.store.lock(found.id);
      if (grant === undefined) return { outcome: 'invalid_grant' };
      const step = poll(grant, this.clock.now(), clientId);
      if (!('change' in step)) return step;
      if (!(await this.store.change(grant.id, grant.state, step.change))) return { outcome: 'invalid_grant' };
      if (step.outcome !== 'redeem') return step;
      return { outcome: 'token', issued: await this.redeem(grant, step, origin) };
    });
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
