import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import { isOperator } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import type { Origin } from '../../accounts/audit/audit.service.js';
import { randomBase62 } from '../../accounts/tokens/token-format.js';
import { Config } from '../../platform/config/config.js';
import { Keyring } from '../../platform/security/keyring.js';
import { TokenVerifier } from '../../platform/security/token-verifier.port.js';
import { OAuthTrail } from '../protocol/oauth-trail.service.js';
import { ClientStore, type RegisteredClient } from './client-store.port.js';
import { isReturnHostAllowed } from './return-hosts.js';
import { canonicalText, toMetadata, type ClientClaims } from './registration.js';

const bearer = /^Bearer +([\x21-\x7e]{1,512})$/i;

/** To be seen once an hour is to be seen. */
export const seenEveryMs = 3_600_000;

/** A registration, with the secret in plain for the first and last time. */
export interface Registration {
  readonly client: RegisteredClient;
  readonly secret?: string;
  /** Whether nobody had said the same before. */
  readonly isNew: boolean;
}

/**
 * Registers clients (RFC 7591). The id of a client without a secret is made of what it says: who registers at each connection is one client.
 * Clients with a secret get ids and secrets of their own.
 */
@Injectable()
export class Registrations {
  constructor(
    private readonly store: ClientStore,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly verifier: TokenVerifier,
    private readonly trail: OAuthTrail,
  ) {}

  /**
   * `authorization`: the header of the request, by which an operator is known (RFC 7591 §3, initial access token); what is no token of theirs is nobody's.
   * Throws `invalid-request` when nobody may be returned to the client, `overloaded` when there are MAX_OAUTH_CLIENTS that are in use.
   */
  async register(
    claims: ClientClaims,
    authorization: string | undefined,
    origin: Origin,
  ): Promise<Registration> {
    const registration = await this.registered(claims, await this.kindFor(authorization));
    const { client, isNew } = registration;
    await this.trail.register(client, { kind: client.kind, isNew }, origin);
    return registration;
  }

  private async registered(claims: ClientClaims, kind: RegisteredClient['kind']): Promise<Registration> {
    const hosts = this.config.values.OAUTH_REDIRECT_HOSTS;
    if (!claims.redirectUris.some((address) => isReturnHostAllowed(address, hosts)))
      throw new Problem('invalid-request', undefined, {
        errors: [{ pointer: '/redirect_uris', detail: 'has no host of OAUTH_REDIRECT_HOSTS' }],
      });
    const metadata = toMetadata(claims);
    const now = this.clock.now();
    const times = { createdAt: now, seenAt: now, usedAt: null };
    if (metadata.authMethod !== 'none') {
      const secret = `gcs_${randomBase62(43)}`;
      const secretDigest = this.keyring.digest('client secret', secret);
      const client = { id: `gci_${randomBase62(32)}`, kind, ...metadata, secretDigest, ...times };
      await this.insert(client);
      return { client, secret, isNew: true };
    }
    const ids = this.keyring
      .digests('client metadata', canonicalText(metadata, kind))
      .map((it) => `gci_${it}`);
    const [id = ''] = ids;
    const known = await this.store.findFirst(ids);
    if (known === undefined) {
      const client = { id, kind, ...metadata, secretDigest: null, ...times };
      await this.insert(client);
      return { client, isNew: true };
    }
    if (known.seenAt + seenEveryMs <= now) await this.store.touch(known.id, { seenAt: now });
    return { client: known, isNew: false };
  }

  private async insert(client: RegisteredClient): Promise<void> {
    const { MAX_OAUTH_CLIENTS: max } = this.config.values;
    if (!(await this.store.insert(client, max)))
      throw new Problem(
        'overloaded',
        `${String(max)} programs are registered and in use (MAX_OAUTH_CLIENTS).`,
        { retryAfterMs: 60_000, members: { limit: 'MAX_OAUTH_CLIENTS' } },
      );
  }

  /** Tries are bounded by OAUTH_REGISTRATIONS_PER_MINUTE. */
  private async kindFor(authorization: string | undefined): Promise<RegisteredClient['kind']> {
    const token = bearer.exec(authorization ?? '')?.[1];
    const principal = token === undefined ? undefined : await this.verifier.verify(token);
    return principal !== undefined && isOperator(principal) ? 'operator' : 'registered';
  }
}
