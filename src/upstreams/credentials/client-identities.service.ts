import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { Keyring } from '../../platform/security/keyring.js';
import { OperatorServers } from '../declared/operator-servers.service.js';
import type { AuthServer } from './dialogue/auth-discovery.port.js';
import { authPlaceOf, type AuthedServer } from './dialogue/auth-place.js';
import {
  OAuthDialogue,
  type ClientIdentity,
  type ClientRegistration,
} from './dialogue/oauth-dialogue.port.js';
import { OAuthFailure } from './dialogue/oauth-failure.js';
import { documentAddress, ownClient, returnAddress } from './own-client.js';
import { isPublicHttps } from './public-https.js';
import { UpstreamClientStore, type UpstreamClient } from './store/upstream-client-store.port.js';

const purpose = 'upstream client';
/** A registration whose secret ends so soon is made anew. */
const endingMs = 60_000;
const maxNeeds = 10_000;
const maxScopes = 200;

/** A client, and how we are known by it. */
export interface ResolvedClient {
  readonly client: ClientIdentity;
  readonly kind: 'declared' | 'operator' | 'document' | 'registered';
}

/**
 * Who we are at authorization servers: the client of the declaration, else the operator's for the issuer, else our own document where it can
 * be fetched, else a registration, which all accounts share.
 */
@Injectable()
export class ClientIdentities {
  private readonly registering = new Map<string, Promise<ClientIdentity>>();
  /** What whoever tried last found out: nobody can connect these. By the server and how it is declared. */
  private readonly needs = new Map<string, { readonly issuer: string; readonly problem: Problem }>();

  constructor(
    private readonly operator: OperatorServers,
    private readonly store: UpstreamClientStore,
    private readonly dialogue: OAuthDialogue,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** The one address that browsers come back to. */
  get redirectUri(): string {
    return returnAddress(this.config.publicUrl);
  }

  /** Our client document; what a server takes for our id that fetches it. */
  get documentAddress(): string {
    return documentAddress(this.config.publicUrl);
  }

  /** `upstream-client-needed`, where the last attempt to connect the server has shown that we are nobody there; asks nobody. */
  known({ server }: AuthedServer): Problem | undefined {
    const key = keyOf(server);
    const need = this.needs.get(key);
    if (need === undefined || this.operator.oauthClient(need.issuer) === undefined) return need?.problem;
    this.needs.delete(key);
    return undefined;
  }

  /** Throws `upstream-client-needed`, and rejects with an `OAuthFailure`. */
  async resolve(asked: AuthedServer, found: AuthServer, scopes: readonly string[]): Promise<ResolvedClient> {
    const key = keyOf(asked.server);
    try {
      const resolved = await this.resolveNow(asked, found, scopes);
      this.needs.delete(key);
      return resolved;
    } catch (error) {
      if (error instanceof Problem && error.code === 'upstream-client-needed') {
        if (this.needs.size >= maxNeeds) this.needs.clear();
        this.needs.set(key, { issuer: found.issuer, problem: error });
      }
      throw error;
    }
  }

  private async resolveNow(
    asked: AuthedServer,
    found: AuthServer,
    scopes: readonly string[],
  ): Promise<ResolvedClient> {
    const declared = this.declared(asked);
    if (declared !== undefined) return { client: declared, kind: 'declared' };
    const ofOperator = this.operator.oauthClient(found.issuer);
    if (ofOperator !== undefined) return { client: ofOperator, kind: 'operator' };
    if (found.takesDocuments && isPublicHttps(this.config.publicUrl))
      return { client: { clientId: this.documentAddress }, kind: 'document' };
    return { client: await this.registered(asked, found, scopes), kind: 'registered' };
  }

  /** The client that a credential was given to, to renew or revoke it; `undefined` when it is not ours any more. */
  async find(asked: AuthedServer, issuer: string, clientId: string): Promise<ClientIdentity | undefined> {
    const given = this.given(asked, issuer, clientId);
    if (given !== undefined) return given;
    const registered = await this.store.findByClient(issuer, clientId);
    return registered && this.opened(registered);
  }

  private given(asked: AuthedServer, issuer: string, clientId: string): ClientIdentity | undefined {
    const known = [
      this.declared(asked),
      this.operator.oauthClient(issuer),
      { clientId: this.documentAddress },
    ];
    return known.find((client) => client?.clientId === clientId);
  }

  /** Whether a declaration, the operator or our document says who we are by it; a registration is the authorization server's word. */
  isOwn(asked: AuthedServer, issuer: string, clientId: string): boolean {
    return this.given(asked, issuer, clientId) !== undefined;
  }

  /** The authorization server does not know it any more: the next one who connects registers anew. */
  async forget(issuer: string, clientId: string): Promise<void> {
    await this.store.remove(issuer, clientId);
  }

  /** Seals registrations of earlier keys with the present one; how many it were. One that does not open is made anew when it is needed. */
  async resealAll(): Promise<number> {
    let resealed = 0;
    for (const registered of await this.store.listOfOtherKeys(this.keyring.keyId)) {
      const client = this.opened(registered);
      if (client === undefined) continue;
      await this.store.reseal(registered, this.sealed(registered, client));
      resealed++;
    }
    return resealed;
  }

  private declared({ auth }: AuthedServer): ClientIdentity | undefined {
    const { clientId, clientSecret } = auth;
    return clientId === undefined
      ? undefined
      : { clientId, ...(clientSecret === undefined ? {} : { clientSecret }) };
  }

  private async registered(
    asked: AuthedServer,
    found: AuthServer,
    scopes: readonly string[],
  ): Promise<ClientIdentity> {
    const { issuer } = found;
    const known = await this.store.find({ issuer, redirectUri: this.redirectUri });
    const isGood = known !== undefined && (known.expiresAt ?? Infinity) > this.clock.now() + endingMs;
    const opened = isGood ? this.opened(known) : undefined;
    if (opened !== undefined) return opened;
    if (known !== undefined) await this.store.remove(issuer, known.clientId);
    let registering = this.registering.get(issuer);
    if (registering === undefined) {
      registering = this.register(asked, found, scopes).finally(() => this.registering.delete(issuer));
      this.registering.set(issuer, registering);
    }
    return registering;
  }

  private async register(
    asked: AuthedServer,
    found: AuthServer,
    scopes: readonly string[],
  ): Promise<ClientIdentity> {
    const { issuer } = found;
    const { redirectUri } = this;
    try {
      const { client, expiresAt } = await this.registerWith(asked, found, scopes);
      const { clientId } = client;
      const sealed = this.sealed({ issuer, redirectUri }, client);
      const createdAt = this.clock.now();
      const kept = await this.store.insert({ issuer, redirectUri, clientId, sealed, createdAt, expiresAt });
      return this.opened(kept) ?? client;
    } catch (error) {
      if (!(error instanceof OAuthFailure) || error.kind !== 'registration') throw error;
      throw this.needed(issuer, error);
    }
  }

  /**
   * One registration serves all servers of an issuer and what they will want later, and some issuers give out nothing that it did not name:
   * it names all scopes that there are, and where that is too much those that are asked for now.
   */
  private registerWith(
    asked: AuthedServer,
    found: AuthServer,
    scopes: readonly string[],
  ): Promise<ClientRegistration> {
    const about = ownClient(this.config.publicUrl);
    const place = authPlaceOf(asked);
    const all = scopes.length === 0 ? [] : [...new Set([...scopes, ...offeredScopes(found)])];
    const isMore = all.length > scopes.length && all.length <= maxScopes;
    return this.dialogue.register(place, found, about, [...(isMore ? [all] : []), scopes]);
  }

  private needed(issuer: string, cause: OAuthFailure): Problem {
    const { redirectUri } = this;
    return new Problem(
      'upstream-client-needed',
      `The authorization server ${issuer} ${cause.message}: register one there by hand.`,
      { cause, members: { redirectUri, issuer } },
    );
  }

  private sealed(key: Pick<UpstreamClient, 'issuer' | 'redirectUri'>, client: ClientIdentity): string {
    return this.keyring.seal(purpose, contextOf(key), JSON.stringify(client));
  }

  /** `undefined` when it was sealed with a key that is gone. */
  private opened({ sealed, ...key }: UpstreamClient): ClientIdentity | undefined {
    try {
      return JSON.parse(this.keyring.open(purpose, contextOf(key), sealed)) as ClientIdentity;
    } catch {
      return undefined;
    }
  }
}

function offeredScopes({ document }: AuthServer): readonly string[] {
  const offered = document?.['scopes_supported'];
  return Array.isArray(offered) ? offered.filter((scope) => typeof scope === 'string') : [];
}

function contextOf({ issuer, redirectUri }: Pick<UpstreamClient, 'issuer' | 'redirectUri'>): string {
  return JSON.stringify([issuer, redirectUri]);
}

function keyOf({ id, fingerprint }: AuthedServer['server']): string {
  return `${id} ${fingerprint}`;
}
