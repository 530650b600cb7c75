import {
  checkResourceAllowed,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  exchangeAuthorization,
  extractWWWAuthenticateParams,
  fetchToken,
  refreshAuthorization,
  registerClient,
  selectClientAuthMethod,
  startAuthorization,
  type AuthorizationServerMetadata,
  type OAuthClientInformationMixed,
  type OAuthProtectedResourceMetadata,
  type OAuthTokens,
} from '@modelcontextprotocol/client';
import { Injectable } from '@nestjs/common';
import type { JsonObject } from '../../../kernel/json/json.js';
import { EgressPolicy } from '../../../platform/egress/egress-policy.js';
import { egressFetch } from './egress-fetch.js';
import { isSameIssuer } from '../../declared/issuers.js';
import {
  OAuthDialogue,
  type AuthPlace,
  type AuthServer,
  type ClientIdentity,
  type Discovered,
  type GrantedTokens,
} from './oauth-dialogue.port.js';
import { OAuthFailure } from './oauth-failure.js';
import { oauthFailureOf } from './oauth-errors.adapter.js';

type Asked<Name extends keyof OAuthDialogue> = Parameters<OAuthDialogue[Name]>;

/** Speaks to authorization servers by the functions of the SDK. Its driver, which forgets credentials on errors, is not used. */
@Injectable()
export class SdkOAuthDialogue extends OAuthDialogue {
  constructor(private readonly egress: EgressPolicy) {
    super();
  }

  async challenge({ serverUrl, vouched }: AuthPlace): ReturnType<OAuthDialogue['challenge']> {
    const response = await this.fetch(vouched)(serverUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      // Begins no session where it is answered.
      body: JSON.stringify({ jsonrpc: '2.0', id: 'gantry-ping', method: 'ping' }),
    });
    const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response);
    return {
      ...(resourceMetadataUrl === undefined ? {} : { resourceMetadata: resourceMetadataUrl.href }),
      scopes: words(scope),
    };
  }

  async discover(place: AuthPlace): Promise<Discovered> {
    const about = await this.resourceMetadata(place);
    const { resource } = about ?? {};
    if (resource !== undefined && !isFor(resource, place.serverUrl))
      throw new OAuthFailure('unusable', `is that of another resource than the server: ${quoted(resource)}`);
    return {
      server: await this.authServer(place, about?.authorization_servers ?? []),
      resource,
      scopes: about?.scopes_supported ?? [],
    };
  }

  authorization({ server, client, redirectUri, scopes, state, resource, params }: Asked<'authorization'>[0]) {
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

  exchange({ place, server, client, resource, code, verifier, redirectUri, iss }: Asked<'exchange'>[0]) {
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

  refresh({ place, server, client, resource, refreshToken }: Asked<'refresh'>[0]) {
    return attempt(async () =>
      grantedOf(
        await refreshAuthorization(server.issuer, {
          ...metadataOf(server),
          clientInformation: informationOf(client),
          refreshToken,
          ...(resource === undefined ? {} : { resource }),
          fetchFn: this.fetch(place.vouched),
        }),
      ),
    );
  }

  clientCredentials({ place, server, client, resource, tokenUrl, scopes }: Asked<'clientCredentials'>[0]) {
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

  register(...[{ vouched }, server, about, scopes]: Asked<'register'>) {
    return attempt(async () => {
      const document = server.document as AuthorizationServerMetadata | undefined;
      if (document !== undefined && document.registration_endpoint === undefined)
        throw new OAuthFailure('registration', 'registers no clients');
      const registered = await registerClient(server.issuer, {
        ...metadataOf(server),
        clientMetadata: {
          ...about,
          application_type: isLoopback(about.redirect_uris[0]) ? 'native' : about.application_type,
          token_endpoint_auth_method: methodFor(document),
        },
        ...(scopes.length === 0 ? {} : { scope: scopes.join(' ') }),
        fetchFn: this.fetch(vouched),
      });
      const {
        client_id,
        client_secret,
        token_endpoint_auth_method,
        client_secret_expires_at = 0,
      } = registered;
      return {
        client: { clientId: client_id, clientSecret: client_secret, authMethod: token_endpoint_auth_method },
        expiresAt: client_secret_expires_at === 0 ? undefined : client_secret_expires_at * 1000,
      };
    });
  }

  async revoke({ place, server, client, token, hint }: Asked<'revoke'>[0]): Promise<void> {
    const document = server.document as AuthorizationServerMetadata | undefined;
    const { revocation_endpoint: endpoint } = server.document ?? {};
    if (typeof endpoint !== 'string') return;
    await attempt(async () => {
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

  /** `undefined`: the server has none. One that cannot be had now is no answer. */
  private async resourceMetadata(place: AuthPlace): Promise<OAuthProtectedResourceMetadata | undefined> {
    let status = 0;
    const send = this.fetch(place.vouched);
    const watched: typeof send = async (url, init) => {
      const response = await send(url, init);
      ({ status } = response);
      return response;
    };
    const { serverUrl, resourceMetadata: given } = place;
    try {
      return await discoverOAuthProtectedResourceMetadata(
        serverUrl,
        given === undefined ? {} : { resourceMetadataUrl: given },
        watched,
      );
    } catch (error) {
      if (error instanceof OAuthFailure) throw error;
      if (status >= 300 && status < 500 && status !== 429) return undefined;
      if (status >= 200 && status < 300)
        throw new OAuthFailure('unusable', 'is not to be found: the metadata of the server is faulty');
      throw new OAuthFailure('away', 'is not to be found: the server does not give its metadata now');
    }
  }

  private async authServer(place: AuthPlace, named: readonly string[]): Promise<AuthServer> {
    const { serverUrl, skipIssuerCheck, preferred, vouched } = place;
    const known = named.find((issuer) => isSameIssuer(issuer, preferred));
    const address = place.issuer ?? known ?? named[0] ?? preferred ?? new URL('/', serverUrl).href;
    if (!URL.canParse(address)) throw new OAuthFailure('unusable', 'has an address that is none');
    const document = await attempt(() =>
      discoverAuthorizationServerMetadata(address, {
        fetchFn: this.fetch(vouched),
        skipIssuerValidation: skipIssuerCheck,
      }),
    );
    const isNamed = place.issuer !== undefined || named.length > 0;
    if (document === undefined && isNamed)
      throw new OAuthFailure('unusable', 'has no document that says where its endpoints are');
    return {
      issuer: skipIssuerCheck ? address : (document?.issuer ?? address),
      document: document as JsonObject | undefined,
      takesDocuments: document?.client_id_metadata_document_supported === true,
    };
  }

  private fetch(vouched: readonly string[]): ReturnType<typeof egressFetch> {
    return egressFetch(this.egress, vouched);
  }
}

/** Runs what speaks to an authorization server; other errors than its own are of `otherwise`. */
async function attempt<T>(work: () => Promise<T>, otherwise: 'away' | 'unusable' = 'away'): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw oauthFailureOf(error, otherwise);
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

function grantedOf({ access_token, refresh_token, expires_in, scope }: OAuthTokens): GrantedTokens {
  // It goes into a header.
  if (!/^[\x21-\x7e]{1,16384}$/.test(access_token))
    throw new OAuthFailure('unusable', 'gave a token that cannot stand in a header');
  return {
    access: access_token,
    refresh: refresh_token,
    expiresIn: expires_in,
    scopes: scope === undefined ? undefined : words(scope),
  };
}

/** A program that runs for many keeps a secret where it can. */
function methodFor(document: AuthorizationServerMetadata | undefined): string {
  const offered = document?.token_endpoint_auth_methods_supported;
  if (offered === undefined) return 'client_secret_basic';
  const ours = ['client_secret_basic', 'client_secret_post', 'none'];
  return ours.find((method) => offered.includes(method)) ?? 'client_secret_basic';
}

/** Some refuse an address without TLS to what calls itself a site (OpenID Connect Registration §2). */
function isLoopback(address: string): boolean {
  return /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/]/.test(address);
}

function isFor(resource: string, serverUrl: string): boolean {
  return (
    URL.canParse(resource) &&
    checkResourceAllowed({ requestedResource: serverUrl, configuredResource: resource })
  );
}

function words(text = ''): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 200));
}
