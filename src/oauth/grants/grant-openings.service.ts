import { Injectable } from '@nestjs/common';
import { AccessTokens, type IssuedToken } from '../../accounts/tokens/access-tokens.service.js';
import { newId } from '../../kernel/id.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { grantScopes, type GrantResource, type Scope } from '../../kernel/principal.js';
import { Config } from '../../platform/config/config.js';
import { Keyring } from '../../platform/security/keyring.js';
import { maxFamiliesOfGrant, type GrantFamily } from './grant-family.js';
import { ProgramGrantStore } from './program-grant-store.port.js';
import { identityOf, isSameReach, tokenReachOf, type Agreement, type ProgramGrant } from './program-grant.js';
import { mintRefreshToken } from './refresh-token.js';

const day = 86_400_000;
export const handlePurpose = 'refresh token';
export const secretPurpose = 'refresh token secret';

/** A grant with a new family, whose first token is in plain for the first and last time. */
export interface OpenedGrant {
  readonly grant: ProgramGrant;
  readonly family: GrantFamily;
  readonly refreshToken: string;
}

/** What a program gets for a code or a refresh token. */
export interface IssuedTokens {
  readonly access: IssuedToken;
  /** Absent where the program has one that stays good. */
  readonly refreshToken?: string;
  readonly grant: ProgramGrant;
}

/** Makes grants of what people agreed to, and access tokens of grants. All of it joins the transaction that is open. */
@Injectable()
export class GrantOpenings {
  constructor(
    private readonly store: ProgramGrantStore,
    private readonly tokens: AccessTokens,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * A family for one more authorization, of the grant that there is or a new one. What the person has chosen now holds for the grant as a
   * whole: tokens that reach other things die, and the program refreshes them. The person is held.
   */
  async open(agreement: Agreement): Promise<OpenedGrant> {
    const now = this.clock.now();
    const endsAt = now + this.config.values.OAUTH_GRANT_DAYS * day;
    const expiresAt = this.refreshEnd(endsAt);
    const grant = (await this.widen(agreement, expiresAt)) ?? (await this.make(agreement, expiresAt));
    const { text, handle, secret } = mintRefreshToken();
    const family: GrantFamily = {
      id: newId('ogf'),
      grantId: grant.id,
      handleDigest: this.keyring.digest(handlePurpose, handle),
      secretDigest: this.keyring.digest(secretPurpose, secret),
      ...{ formerDigest: null, rotatedAt: null },
      scopes: agreement.scopes,
      ...{ createdAt: now, expiresAt, endsAt },
    };
    await this.makeRoom(grant.id);
    await this.store.insertFamily(family);
    return { grant, family, refreshToken: text };
  }

  /** An access token for a program; `resource` narrows a grant without one. */
  issue(
    grant: ProgramGrant,
    { endsAt }: GrantFamily,
    scopes: readonly Scope[],
    resource?: GrantResource,
  ): Promise<IssuedToken> {
    const { accountId, userId, program } = grant;
    const lifetime = this.config.values.OAUTH_ACCESS_SECONDS * 1000;
    return this.tokens.issueToGrant({
      ...{ accountId, userId, name: program.name, scopes },
      oauthClient: program.id,
      grantId: grant.id,
      binding: tokenReachOf(grant, resource),
      expiresAt: Math.min(this.clock.now() + lifetime, endsAt),
    });
  }

  /** When a refresh token ends that is made now: OAUTH_REFRESH_DAYS from now, and at the latest with its family. */
  refreshEnd(endsAt: number): number {
    return Math.min(this.clock.now() + this.config.values.OAUTH_REFRESH_DAYS * day, endsAt);
  }

  private async make({ scopes, ...agreement }: Agreement, expiresAt: number): Promise<ProgramGrant> {
    const grant: ProgramGrant = {
      ...{ id: newId('ogr'), ...agreement, scopes },
      ...{ createdAt: this.clock.now(), lastUsedAt: null, expiresAt },
    };
    await this.store.insert(grant);
    return grant;
  }

  private async widen(agreement: Agreement, expiresAt: number): Promise<ProgramGrant | undefined> {
    const found = await this.store.findByIdentity(identityOf(agreement, agreement));
    const grant = found && (await this.store.lock(found.id));
    if (grant === undefined) return undefined;
    if (grant.expiresAt <= this.clock.now()) {
      await this.store.remove([grant.id]);
      await this.tokens.revokeOfGrant(grant.id);
      return undefined;
    }
    const { program, resource, address, servers, apps } = agreement;
    const scopes = grantScopes.filter((it) => [...grant.scopes, ...agreement.scopes].includes(it));
    const change = { program, resource, address, servers, apps, scopes };
    const end = { expiresAt: Math.max(grant.expiresAt, expiresAt) };
    await this.store.change(grant.id, { ...change, ...end });
    if (!isSameReach(grant, agreement)) await this.tokens.revokeOfGrant(grant.id);
    return { ...grant, ...change, ...end };
  }

  private async makeRoom(grantId: string): Promise<void> {
    const families = await this.store.listFamilies(grantId);
    const surplus = Math.max(0, families.length - maxFamiliesOfGrant + 1);
    await this.store.removeFamilies(families.slice(0, surplus).map(({ id }) => id));
  }
}
