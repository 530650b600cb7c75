import { Injectable } from '@nestjs/common';
import type { Origin } from '../../accounts/audit/audit.service.js';
import { membershipIn } from '../../accounts/people/person.js';
import { People } from '../../accounts/people/people.service.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { grantScopes, type GrantResource, type Scope } from '../../kernel/principal.js';
import { Database } from '../../platform/database/database.js';
import { Keyring } from '../../platform/security/keyring.js';
import { Reach } from '../authorize/reach.port.js';
import type { OAuthClient } from '../clients/client.js';
import {
  GrantOpenings,
  handlePurpose,
  secretPurpose,
  type IssuedTokens,
} from '../grants/grant-openings.service.js';
import { judgeRefresh, type GrantFamily, type TokenPlace } from '../grants/grant-family.js';
import { ProgramGrants } from '../grants/program-grants.service.js';
import { ProgramGrantStore } from '../grants/program-grant-store.port.js';
import type { ProgramGrant } from '../grants/program-grant.js';
import { mintRefreshToken, readRefreshToken, type RefreshTokenParts } from '../grants/refresh-token.js';
import { OAuthTrail } from '../protocol/oauth-trail.service.js';
import { askedResource } from './asked-resource.js';
import type { Refusal } from './refusal.js';

/** A refresh token as a program presents it (RFC 6749 §6). */
export interface Refresh {
  readonly client: OAuthClient;
  readonly refreshToken: string;
  /** Separated by spaces; without it all that was granted. */
  readonly scope: string | undefined;
  readonly resources: readonly string[];
}

const unknown: Refusal = {
  error: 'invalid_grant',
  reason: 'The refresh token is unknown, or its grant has ended.',
};

/** Gives programs new tokens for their refresh tokens. However many ask at once with one, all are served and it is rotated once. */
@Injectable()
export class Refreshes {
  constructor(
    private readonly store: ProgramGrantStore,
    private readonly openings: GrantOpenings,
    private readonly grants: ProgramGrants,
    private readonly reach: Reach,
    private readonly people: People,
    private readonly trail: OAuthTrail,
    private readonly database: Database,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
  ) {}

  async refresh(asked: Refresh, origin: Origin): Promise<IssuedTokens | Refusal> {
    const parts = readRefreshToken(asked.refreshToken);
    const found = parts && (await this.store.findFamily(this.keyring.digests(handlePurpose, parts.handle)));
    const grant = found && (await this.store.find(found.grantId));
    if (parts === undefined || found === undefined || grant === undefined) return unknown;
    if (grant.program.id !== asked.client.id)
      return refusal(grant, 'invalid_grant', 'The refresh token belongs to another client.');
    const scopes = scopesOf(asked.scope, found.scopes);
    if (scopes === undefined) return refusal(grant, 'invalid_scope', 'More is asked for than was granted.');
    const resource = await askedResource(asked.resources, grant, this.reach);
    if (resource === 'invalid-target')
      return refusal(grant, 'invalid_target', 'The resource is not the one that was granted.');
    return this.database.write(async () => {
      const known = await this.people.hold(grant.userId);
      // The grant comes before its family, as everywhere, so that no two wait for each other.
      const held = await this.store.lock(grant.id);
      const family = await this.store.lockFamily(found.id);
      if (held === undefined || family === undefined) return unknown;
      if (membershipIn(known?.memberships ?? [], held.accountId) === undefined) {
        await this.grants.end(held, { by: 'sign-out' }, origin);
        return unknown;
      }
      return this.step(held, family, parts, { scopes, resource }, origin);
    });
  }

  private async step(
    grant: ProgramGrant,
    family: GrantFamily,
    { handle, secret }: RefreshTokenParts,
    { scopes, resource }: { readonly scopes: readonly Scope[]; readonly resource: GrantResource | undefined },
    origin: Origin,
  ): Promise<IssuedTokens | Refusal> {
    const step = judgeRefresh(family, this.placeOf(family, secret), this.clock.now());
    if (step === 'expired')
      return refusal(grant, 'invalid_grant', 'The refresh token has expired: it was not used for too long.');
    if (step === 'replay') return this.endReplayed(grant, origin);
    const refreshToken = step === 'rotate' ? await this.rotate(grant, family, handle) : undefined;
    const access = await this.openings.issue(grant, family, scopes, resource);
    const issued = { access, grant, ...(refreshToken === undefined ? {} : { refreshToken }) };
    if (step === 'rotate') await this.recordRefresh(issued, origin);
    else this.trail.count('oauth.token.repeated', grant.program);
    return issued;
  }

  private placeOf({ secretDigest, formerDigest }: GrantFamily, secret: string): TokenPlace {
    if (this.keyring.matches(secretPurpose, secret, secretDigest)) return 'present';
    return formerDigest !== null && this.keyring.matches(secretPurpose, secret, formerDigest)
      ? 'former'
      : 'other';
  }

  private async rotate(grant: ProgramGrant, family: GrantFamily, handle: string): Promise<string> {
    const { text, secret } = mintRefreshToken(handle);
    const now = this.clock.now();
    const expiresAt = this.openings.refreshEnd(family.endsAt);
    await this.store.changeFamily(family.id, {
      secretDigest: this.keyring.digest(secretPurpose, secret),
      ...{ formerDigest: family.secretDigest, rotatedAt: now, expiresAt },
    });
    await this.store.change(grant.id, { lastUsedAt: now, expiresAt: Math.max(grant.expiresAt, expiresAt) });
    return text;
  }

  private async endReplayed(grant: ProgramGrant, origin: Origin): Promise<Refusal> {
    const { accountId, userId, program: client } = grant;
    const event = { client, accountId, userId, target: grant.id };
    await this.trail.record({ action: 'oauth.refresh.replayed', ...event }, origin);
    await this.grants.end(grant, { by: 'replay' }, origin);
    return refusal(grant, 'invalid_grant', 'The refresh token was replaced before; its grant is revoked.');
  }

  private recordRefresh({ access, grant }: IssuedTokens, origin: Origin): Promise<void> {
    const { accountId, userId, program: client } = grant;
    const details = { grant: grant.id, scopes: access.token.scopes };
    const event = { client, accountId, userId, target: access.token.id, details };
    return this.trail.record({ action: 'oauth.token.refreshed', ...event }, origin);
  }
}

/** Unknown scopes are dropped; `undefined` when one is asked for that was not granted. */
function scopesOf(asked: string | undefined, granted: readonly Scope[]): readonly Scope[] | undefined {
  const names = (asked ?? '').split(' ');
  const meant = grantScopes.filter((scope) => names.includes(scope));
  if (meant.length === 0) return granted;
  return meant.every((scope) => granted.includes(scope)) ? meant : undefined;
}

function refusal({ accountId, userId }: ProgramGrant, error: Refusal['error'], reason: string): Refusal {
  return { error, reason, accountId, userId };
}
