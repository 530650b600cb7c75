import { shownOAuthError } from './dialogue/shown-oauth-error.js';
import { Injectable } from '@nestjs/common';
import { isOperator, type UserPrincipal } from '../../kernel/principal.js';
import { newId } from '../../kernel/id.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Logger } from '../../platform/logging/logger.js';
import type { GrantedAuth } from '../declared/server-auth.js';
import type { RegisteredServer } from '../declared/registered-server.js';
import { ServerRegistry } from '../declared/server-registry.service.js';
import { PendingAuthorizations, type PendingWish } from './pending-authorizations.service.js';
import { ClientIdentities, type ResolvedClient } from './client-identities.service.js';
import type { CallbackAnswer, Connection } from './connection.js';
import {
  Connections,
  type Arrival,
  type ConnectionPlan,
  type ConnectionWish,
  type Visit,
} from './connections.port.js';
import { CredentialEndings } from './credential-endings.service.js';
import { CredentialRoom } from './credential-room.service.js';
import { credentialServerOf } from './credential-owner.js';
import { problemOfOAuth } from './credential-problems.js';
import { Credentials } from './credentials.service.js';
import { DeclaredServers } from './declared-servers.service.js';
import type { Discovered } from './dialogue/auth-discovery.port.js';
import {
  authedOf,
  authPlaceOf,
  grantedAddressOf,
  resourceOf,
  type AuthedServer,
} from './dialogue/auth-place.js';
import { AuthServers } from './dialogue/auth-servers.service.js';
import { isSameIssuer } from '../declared/issuers.js';
import { OAuthDialogue, type GrantedTokens } from './dialogue/oauth-dialogue.port.js';
import { OAuthFailure } from './dialogue/oauth-failure.js';
import { isSameAddress } from './same-address.js';
import { CredentialStore } from './store/credential-store.port.js';
import type { Credential } from './store/credential.js';
import { TokenVault } from './token-vault.js';

const maxListed = 1000;
const offlineAccess = 'offline_access';

/** The server of a connection as the caller sees it. */
interface ShownServer {
  readonly handle: string;
  readonly url: string | undefined;
}

/** All that an authorization request is made of. */
interface Prepared {
  readonly asked: AuthedServer<GrantedAuth>;
  readonly found: Discovered;
  readonly resolved: ResolvedClient;
  readonly scopes: readonly string[];
  readonly resource: string | undefined;
}

/** Makes connections at authorization servers, shows them, and ends them. */
@Injectable()
export class StoredConnections extends Connections {
  constructor(
    private readonly servers: AuthServers,
    private readonly clients: ClientIdentities,
    private readonly dialogue: OAuthDialogue,
    private readonly authorizations: PendingAuthorizations,
    private readonly store: CredentialStore,
    private readonly room: CredentialRoom,
    private readonly endings: CredentialEndings,
    private readonly credentials: Credentials,
    private readonly declared: DeclaredServers,
    private readonly registry: ServerRegistry,
    private readonly vault: TokenVault,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    super();
  }

  async plan(wish: ConnectionWish): Promise<ConnectionPlan> {
    const { found, resolved, scopes } = await this.prepare(wish);
    const { issuer, document } = found.server;
    const endpoint = document?.['authorization_endpoint'];
    return {
      issuer,
      authorizationEndpoint: typeof endpoint === 'string' ? endpoint : new URL('/authorize', issuer).href,
      scopes,
      client: resolved.kind,
    };
  }

  async begin(wish: ConnectionWish, visit: Visit, returnTo?: string): Promise<string> {
    const { asked, found, resolved, scopes, resource } = await this.prepare(wish);
    const state = this.authorizations.newState();
    const { client } = resolved;
    const { address, verifier } = await this.dialogue
      .authorization({
        ...{ server: found.server, client, scopes, state, resource },
        redirectUri: this.clients.redirectUri,
        params: asked.auth.authorizeParams ?? {},
      })
      .catch((error: unknown) => {
        throw problemOfOAuth(error);
      });
    const { handle, app } = wish.server;
    const { owner } = wish;
    await this.authorizations.begin(state, visit, {
      ...{ serverId: asked.server.id, handle, owner, scopes, verifier, returnTo, resource },
      appId: owner.kind === 'app' ? owner.appId : asked.server === wish.server ? app?.id : undefined,
      address: asked.url,
      issuer: found.server.issuer,
      clientId: client.clientId,
    });
    return address;
  }

  async finish(answer: CallbackAnswer, visit: Visit): Promise<Arrival> {
    const pending = await this.authorizations.take(answer.state, visit);
    const server = await this.declared.find(pending);
    if (server === undefined) throw new Problem('server-not-found', 'The server is not declared any more.');
    const asked = grantedOf(server);
    if (!isSameAddress(asked.url, pending.address))
      throw new Problem(
        'form-expired',
        'The server has another address than when this was begun. Begin again.',
      );
    const { owner, returnTo } = pending;
    const found = await this.discovered(asked, pending.issuer);
    if (!isSameIssuer(found.server.issuer, pending.issuer) || !isFrom(found, answer.iss))
      throw new Problem('upstream-auth-refused', 'The answer is of another authorization server.');
    if (answer.error === 'access_denied') return { outcome: 'denied', wish: { server, owner }, returnTo };
    if (answer.error !== undefined || answer.code === undefined)
      throw new Problem(
        'upstream-auth-refused',
        `The authorization server answered with the error ${shownOAuthError(answer.error ?? 'no code', answer.errorDescription)}.`,
      );
    if ((await this.store.find(asked.server.id, owner)) === undefined) await this.room.require(owner);
    const granted = await this.exchanged(asked, found, pending, { ...answer, code: answer.code });
    const credential = await this.keep(pending, granted);
    this.credentials.changed('connected', credential);
    this.logger.info('upstream-credential.connected', {
      connection: credential.id,
      issuer: credential.issuer,
    });
    return {
      outcome: 'connected',
      connection: this.shown(credential, { handle: pending.handle, url: asked.url }),
      returnTo,
    };
  }

  async list(principal: UserPrincipal): Promise<readonly Connection[]> {
    const { accountId, userId, role } = principal;
    const filter = { accountId, userId, ofAccount: role !== 'member', ofOperator: isOperator(principal) };
    const found = await this.store.list(filter, maxListed);
    if (found.length === 0) return [];
    const servers = await this.registry.list(principal);
    return found.map((credential) => this.shown(credential, shownServerOf(credential, servers)));
  }

  async remove({ id }: Connection): Promise<void> {
    const found = await this.store.findById(id);
    if (found !== undefined) await this.endings.end(found);
  }

  private async prepare({ server, owner }: ConnectionWish): Promise<Prepared> {
    const asked = grantedOf(credentialServerOf(server));
    const found = await this.discovered(asked);
    const known = await this.store.find(asked.server.id, owner);
    if (known === undefined) await this.room.require(owner);
    const scopes = scopesOf(asked.auth, found, known);
    try {
      const resolved = await this.clients.resolve(asked, found.server, scopes);
      return { asked, found, resolved, scopes, resource: resourceOf(asked.auth, found.resource) };
    } catch (error) {
      throw problemOfOAuth(error);
    }
  }

  private async discovered(asked: AuthedServer, preferred?: string): Promise<Discovered> {
    try {
      return await this.servers.find(asked, preferred);
    } catch (error) {
      throw problemOfOAuth(error);
    }
  }

  private async exchanged(
    asked: AuthedServer,
    { server }: Discovered,
    { issuer, clientId, resource, verifier }: PendingWish,
    { code, iss }: { readonly code: string; readonly iss?: string | undefined },
  ): Promise<GrantedTokens> {
    const client = await this.clients.find(asked, issuer, clientId);
    if (client === undefined)
      throw new Problem(
        'form-expired',
        'The client that this was begun with is another one now. Begin again.',
      );
    const { redirectUri } = this.clients;
    const place = authPlaceOf(asked);
    try {
      const request = { place, server, client, resource, code, verifier, redirectUri, iss };
      return await this.dialogue.exchange(request);
    } catch (error) {
      if (error instanceof OAuthFailure && error.kind === 'client')
        await this.clients.forget(issuer, clientId);
      throw problemOfOAuth(error);
    }
  }

  /** In place of the one that there is, whatever has become of it meanwhile. */
  private async keep(pending: PendingWish, granted: GrantedTokens): Promise<Credential> {
    const { serverId, appId, owner, address, issuer, clientId, resource } = pending;
    const { access, refresh, expiresIn } = granted;
    for (;;) {
      const known = await this.store.find(serverId, owner);
      const id = known?.id ?? newId('ucr');
      const now = this.clock.now();
      const fresh = {
        state: 'ok',
        leaseUntil: 0,
        ...{ address, issuer, clientId, resource, issuedAt: now, connectedAt: now },
        sealed: this.vault.seal({ id, serverId, owner, issuer }, { access, refresh }),
        scopes: granted.scopes ?? pending.scopes,
        wantedScopes: [],
        expiresAt: expiresIn === undefined ? undefined : now + expiresIn * 1000,
        lastError: undefined,
      } as const;
      if (known === undefined) {
        const credential: Credential = { ...fresh, id, serverId, appId, owner, version: 1, stepUps: [] };
        if (await this.store.insert(credential)) return credential;
      } else if (await this.store.change(id, known.version, fresh, 'connected'))
        return { ...known, ...fresh, version: known.version + 1 };
    }
  }

  private shown(credential: Credential, server: ShownServer | undefined): Connection {
    const { id, serverId, owner, scopes, wantedScopes = [], issuer, expiresAt, lastError } = credential;
    const state = this.credentials.shownState(credential, server?.url);
    const lackedScopes = wantedScopes.filter((scope) => !scopes.includes(scope));
    const handle = server?.handle;
    return { id, serverId, server: handle, owner, state, scopes, lackedScopes, issuer, expiresAt, lastError };
  }
}

/** Throws `upstream-auth-refused` for a server where nobody can connect anything. */
function grantedOf(server: RegisteredServer): AuthedServer<GrantedAuth> {
  const asked = authedOf(server);
  if (asked?.auth.type !== 'oauth')
    throw new Problem(
      'upstream-auth-refused',
      `Nobody has to connect "${server.handle}": its declaration says so.`,
    );
  const { auth, url } = asked;
  return { server, auth, url };
}

/** Whether an answer names the right issuer, or none where the server has not said that it would (RFC 9207 §2.4). */
function isFrom({ server: { document } }: Discovered, iss: string | undefined): boolean {
  if (document === undefined) return true;
  return iss === undefined
    ? document['authorization_response_iss_parameter_supported'] !== true
    : iss === document['issuer'];
}

/** What the declaration says, else what the server asks for; and all that was asked for since. */
function scopesOf(auth: GrantedAuth, found: Discovered, known: Credential | undefined): readonly string[] {
  const wanted = known?.wantedScopes ?? [];
  const asked = [...new Set([...(auth.scopes ?? found.scopes), ...wanted])];
  const offered = found.server.document?.['scopes_supported'];
  const isOffered = Array.isArray(offered) && offered.includes(offlineAccess);
  return asked.length > 0 && isOffered && !asked.includes(offlineAccess) ? [...asked, offlineAccess] : asked;
}

/** Of an app's own connection it is the server of that app. */
function shownServerOf(
  { serverId, owner }: Credential,
  servers: readonly RegisteredServer[],
): ShownServer | undefined {
  const found = servers.find((server) =>
    owner.kind === 'app'
      ? server.app?.id === owner.appId && credentialServerOf(server).id === serverId
      : server.id === serverId,
  );
  return found && { handle: found.handle, url: grantedAddressOf(found) };
}
