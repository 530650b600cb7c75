import { Injectable } from '@nestjs/common';
import { ClientIdentities } from '../client-identities.service.js';
import type { AuthServer } from '../dialogue/auth-discovery.port.js';
import { authPlaceOf, resourceOf, type AuthedServer } from '../dialogue/auth-place.js';
import { AuthServers } from '../dialogue/auth-servers.service.js';
import { isSameIssuer } from '../../declared/issuers.js';
import { OAuthDialogue, type ClientIdentity, type GrantedTokens } from '../dialogue/oauth-dialogue.port.js';
import type { ClientCredentialsAuth } from '../../declared/server-auth.js';
import type { Credential, Tokens } from '../store/credential.js';
import { TokenVault } from '../token-vault.js';

/** What a renewal brought. */
export interface Renewed {
  readonly tokens: Tokens;
  /** Seconds. */
  readonly expiresIn: number | undefined;
  /** `undefined`: as they were. */
  readonly scopes: readonly string[] | undefined;
  /** Gives it back. */
  revoke(): Promise<void>;
}

/** Why a credential cannot be renewed. */
export type NoSource = 'moved' | 'ended' | 'unknown-client';

/** Where the next token of a credential comes from: its refresh token, or our own client. */
@Injectable()
export class TokenSources {
  constructor(
    private readonly servers: AuthServers,
    private readonly clients: ClientIdentities,
    private readonly dialogue: OAuthDialogue,
    private readonly vault: TokenVault,
  ) {}

  /**
   * Finds out all that the exchange needs, and touches nothing; calling the result makes the exchange, which uses the refresh token up. Rejects
   * with an `OAuthFailure`.
   */
  async prepare(asked: AuthedServer, credential: Credential): Promise<(() => Promise<Renewed>) | NoSource> {
    const { auth } = asked;
    if (auth.type === 'client_credentials') return () => this.ownToken(asked, auth);
    const refreshToken = this.vault.open(credential)?.refresh;
    if (refreshToken === undefined) return 'ended';
    const { server } = await this.servers.find(asked, credential.issuer);
    if (!isSameIssuer(server.issuer, credential.issuer)) return 'moved';
    const client = await this.clients.find(asked, credential.issuer, credential.clientId);
    if (client === undefined) return 'unknown-client';
    const request = { place: authPlaceOf(asked), server, client, resource: credential.resource };
    return async () => {
      const granted = await this.dialogue.refresh({ ...request, refreshToken, scopes: credential.scopes });
      return this.renewed(asked, server, client, granted, refreshToken);
    };
  }

  private async ownToken(asked: AuthedServer, auth: ClientCredentialsAuth): Promise<Renewed> {
    const { tokenUrl, clientId, clientSecret, scopes = [] } = auth;
    const server: AuthServer = {
      issuer: new URL(tokenUrl).origin,
      document: undefined,
      takesDocuments: false,
    };
    const client: ClientIdentity = { clientId, clientSecret };
    const resource = resourceOf(auth, undefined);
    const place = authPlaceOf(asked);
    const granted = await this.dialogue.clientCredentials({
      place,
      server,
      client,
      resource,
      tokenUrl,
      scopes,
    });
    return this.renewed(asked, server, client, granted, undefined);
  }

  private renewed(
    asked: AuthedServer,
    server: AuthServer,
    client: ClientIdentity,
    { access, refresh, expiresIn, scopes }: GrantedTokens,
    formerRefresh: string | undefined,
  ): Renewed {
    const tokens: Tokens = { access, refresh: refresh ?? formerRefresh };
    return {
      tokens,
      expiresIn,
      scopes,
      revoke: () => this.revokeAt(asked, server, client, tokens),
    };
  }

  /** Takes back what a credential holds, at the authorization server that gave it. Rejects with an `OAuthFailure`. */
  async revoke(asked: AuthedServer, credential: Credential): Promise<void> {
    const tokens = this.vault.open(credential);
    if (tokens === undefined || asked.auth.type === 'client_credentials') return;
    const { server } = await this.servers.find(asked, credential.issuer);
    // Never a token to another issuer.
    if (!isSameIssuer(server.issuer, credential.issuer)) return;
    const client = await this.clients.find(asked, credential.issuer, credential.clientId);
    if (client !== undefined) await this.revokeAt(asked, server, client, tokens);
  }

  private async revokeAt(
    asked: AuthedServer,
    server: AuthServer,
    client: ClientIdentity,
    { access, refresh }: Tokens,
  ): Promise<void> {
    const request = { place: authPlaceOf(asked), server, client, resource: undefined };
    if (refresh !== undefined)
      await this.dialogue.revoke({ ...request, token: refresh, hint: 'refresh_token' });
    await this.dialogue.revoke({ ...request, token: access, hint: 'access_token' });
  }
}
