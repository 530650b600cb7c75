import {
  assertSecureTokenEndpoint,
  exchangeAuthorization,
  fetchToken,
  refreshAuthorization,
  selectClientAuthMethod,
  startAuthorization,
  type AuthorizationServerMetadata,
  type OAuthClientInformationMixed,
  type OAuthTokens,
} from '@modelcontextprotocol/client';
import { Injectable } from '@nestjs/common';
import { EgressPolicy } from '../../../platform/egress/egress-policy.js';
import type { AuthServer } from './auth-discovery.port.js';
import { registration } from './client-registration.adapter.js';
import { egressFetch, type EgressFetch } from './egress-fetch.js';
import { OAuthDialogue, type ClientIdentity, type GrantedTokens } from './oauth-dialogue.port.js';
import { attempt } from './oauth-errors.adapter.js';
import { OAuthFailure } from './oauth-failure.js';
import { naming, withoutNulls } from './tolerant-fetch.js';
import { scopeWords } from './scope-words.js';

const maxLifeSeconds = 315_360_000;

type Asked<Name extends keyof OAuthDialogue> = Parameters<OAuthDialogue[Name]>;
type Answer<Name extends keyof OAuthDialogue> = ReturnType<OAuthDialogue[Name]>;

/** Speaks to authorization servers by the functions of the SDK. Its driver, which forgets credentials on errors, is not used. */
@Injectable()
export class SdkOAuthDialogue extends OAuthDialogue {
  constructor(private readonly egress: EgressPolicy) {
    super();
  }

  authorization({
    server,
    client,
    redirectUri,
    scopes,
    state,
    resource,
    params,
  }: Asked<'authorization'>[0]): Answer<'authorization'> {
    return attempt(async () => {
      const { authorizationUrl, codeVerifier } = await startAuthorization(server.issuer, {
        ...metadataOf(server),
        clientInformation: informationOf(client),
        redirectUrl: redirectUri,
        state,
        ...(scopes.length === 0 ? {} : { scope: scopes.join(' ') }),
        ...(resource === undefined ? {} : { resource }),
      });
      for (const [name, value] of Object.entries(params))
        if (!authorizationUrl.searchParams.has(name) || name === 'prompt')
          authorizationUrl.searchParams.set(name, value);
      return { address: authorizationUrl.href, verifier: codeVerifier };
    }, 'unusable');
  }

  exchange({
    place,
    server,
    client,
    resource,
    code,
    verifier,
    redirectUri,
    iss,
  }: Asked<'exchange'>[0]): Answer<'exchange'> {
    return attempt(async () =>
      grantedOf(
        await exchangeAuthorization(server.issuer, {
          ...metadataOf(server),
          clientInformation: informationOf(client),
          authorizationCode: code,
          codeVerifier: verifier,
          redirectUri,
          ...(iss === undefined ? {} : { iss }),
          ...(resource === undefined ? {} : { resource }),
          fetchFn: this.fetch(place.vouched),
        }),
      ),
    );
  }

  refresh({ place, server, client, resource, refreshToken, scopes }: Asked<'refresh'>[0]): Answer<'refresh'> {
    return attempt(async () =>
      grantedOf(
        await refreshAuthorization(server.issuer, {
          ...metadataOf(server),
          clientInformation: informationOf(client),
          refreshToken,
          ...(resource === undefined ? {} : { resource }),
          fetchFn: naming(scopes, this.fetch(place.vouched)),
        }),
      ),
    );
  }

  clientCredentials({
    place,
    server,
    client,
    resource,
    tokenUrl,
    scopes,
  }: Asked<'clientCredentials'>[0]): Answer<'clientCredentials'> {
    const prepareTokenRequest = () => {
      const params = new URLSearchParams({ grant_type: 'client_credentials' });
      if (scopes.length > 0) params.set('scope', scopes.join(' '));
      return params;
    };
    return attempt(async () =>
      grantedOf(
        await fetchToken(
          {
            redirectUrl: undefined,
            clientMetadata: { redirect_uris: [] },
            clientInformation: () => informationOf(client),
            tokens: () => undefined,
            saveTokens: () => undefined,
            redirectToAuthorization: () => undefined,
            saveCodeVerifier: () => undefined,
            codeVerifier: () => '',
            prepareTokenRequest,
          },
          server.issuer,
          {
            metadata: {
              issuer: server.issuer,
              token_endpoint: tokenUrl,
              authorization_endpoint: tokenUrl,
              response_types_supported: ['code'],
            },
            ...(resource === undefined ? {} : { resource }),
            fetchFn: this.fetch(place.vouched),
          },
        ),
      ),
    );
  }

  register(...[{ vouched }, server, about, scopes]: Asked<'register'>): Answer<'register'> {
    return attempt(() => registration(this.fetch(vouched), server, about, scopes));
  }

  async revoke({ place, server, client, token, hint }: Asked<'revoke'>[0]): Promise<void> {
    const document = server.document as AuthorizationServerMetadata | undefined;
    const { revocation_endpoint: endpoint } = server.document ?? {};
    if (typeof endpoint !== 'string') return;
    await attempt(async () => {
      assertSecureTokenEndpoint(endpoint);
      const body = new URLSearchParams({ token, token_type_hint: hint });
      const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' });
      const supported = document?.token_endpoint_auth_methods_supported ?? [];
      const { clientId, clientSecret } = client;
      const method = selectClientAuthMethod(informationOf(client), supported);
      if (method === 'client_secret_basic' && clientSecret !== undefined)
        headers.set('authorization', `Basic ${btoa(`${clientId}:${clientSecret}`)}`);
      else {
        body.set('client_id', clientId);
        if (clientSecret !== undefined) body.set('client_secret', clientSecret);
      }
      const { status } = await this.fetch(place.vouched)(endpoint, { method: 'POST', headers, body });
      if (status >= 400) throw new OAuthFailure('refused', `answered the revocation with ${String(status)}`);
    });
  }

  private fetch(vouched: readonly string[]): EgressFetch {
    return withoutNulls(egressFetch(this.egress, vouched));
  }
}

function metadataOf({ document }: AuthServer): { metadata?: AuthorizationServerMetadata } {
  return document === undefined ? {} : { metadata: document as unknown as AuthorizationServerMetadata };
}

function informationOf({ clientId, clientSecret, authMethod }: ClientIdentity): OAuthClientInformationMixed {
  return {
    client_id: clientId,
    ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
    ...(authMethod === undefined ? {} : { token_endpoint_auth_method: authMethod, redirect_uris: [] }),
  };
}

/** A life that is none, or beyond ten years, is not taken for what it says: the server will tell when the token has ended. */
function lifeOf(seconds: number | undefined): number | undefined {
  return seconds !== undefined && seconds > 0 && seconds <= maxLifeSeconds ? seconds : undefined;
}

function grantedOf({ access_token, refresh_token, expires_in, scope }: OAuthTokens): GrantedTokens {
  // It goes into a header.
  if (!/^[\x21-\x7e]{1,16384}$/.test(access_token))
    throw new OAuthFailure('unusable', 'gave a token that cannot stand in a header');
  return {
    access: access_token,
    refresh: refresh_token,
    expiresIn: lifeOf(expires_in),
    scopes: scope === undefined ? undefined : scopeWords(scope),
  };
}
