import {
  checkResourceAllowed,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  extractWWWAuthenticateParams,
  type OAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/client';
import { Injectable } from '@nestjs/common';
import type { JsonObject } from '../../../kernel/json/json.js';
import { EgressPolicy } from '../../../platform/egress/egress-policy.js';
import { isSameIssuer } from '../../declared/issuers.js';
import { AuthDiscovery, type AuthPlace, type AuthServer, type Discovered } from './auth-discovery.port.js';
import { egressFetch, type EgressFetch } from './egress-fetch.js';
import { attempt } from './oauth-errors.adapter.js';
import { OAuthFailure } from './oauth-failure.js';
import { searching, withoutNulls } from './tolerant-fetch.js';
import { scopeWords } from './scope-words.js';

/** Begins no session where it is answered. */
const ping = {
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 'gantry-ping', method: 'ping' }),
};

/** Finds authorization servers by the functions of the SDK. */
@Injectable()
export class SdkAuthDiscovery extends AuthDiscovery {
  constructor(private readonly egress: EgressPolicy) {
    super();
  }

  async challenge({ serverUrl, isApi, vouched }: AuthPlace): ReturnType<AuthDiscovery['challenge']> {
    const response = await this.fetch(vouched)(serverUrl, isApi ? { method: 'HEAD' } : ping);
    const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response);
    return {
      ...(resourceMetadataUrl === undefined ? {} : { resourceMetadata: resourceMetadataUrl.href }),
      scopes: scopeWords(scope),
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
      scopes: scopeWords(about?.scopes_supported?.join(' ')),
    };
  }

  /** `undefined`: the server has none. One that cannot be had now is no answer. */
  private async resourceMetadata(place: AuthPlace): Promise<OAuthProtectedResourceMetadata | undefined> {
    let status = 0;
    const send = this.fetch(place.vouched);
    const watched: EgressFetch = async (url, init) => {
      const response = await send(url, init);
      ({ status } = response);
      return response;
    };
    const { serverUrl, isApi, resourceMetadata: given } = place;
    try {
      return await discoverOAuthProtectedResourceMetadata(
        serverUrl,
        given === undefined ? {} : { resourceMetadataUrl: given },
        watched,
      );
    } catch (error) {
      if (error instanceof OAuthFailure) throw error;
      if (status >= 300 && status < 500 && status !== 429) return undefined;
      const isFaulty = status >= 200 && status < 300;
      if (isFaulty && isApi && given === undefined) return undefined;
      if (isFaulty)
        throw new OAuthFailure('unusable', 'is not to be found: the metadata of the server is faulty');
      throw new OAuthFailure('away', 'is not to be found: the server does not give its metadata now');
    }
  }

  private async authServer(place: AuthPlace, named: readonly string[]): Promise<AuthServer> {
    const { serverUrl, skipIssuerCheck, preferred, vouched } = place;
    const known = named.find((issuer) => isSameIssuer(issuer, preferred));
    const address = place.issuer ?? known ?? named[0] ?? preferred ?? new URL('/', serverUrl).href;
    if (!isAddress(address)) throw new OAuthFailure('unusable', 'has an address that is none');
    const { fetch, isAway } = searching(this.fetch(vouched));
    // Issuers are compared below: with a slash at the end or without.
    const document = await attempt(() =>
      discoverAuthorizationServerMetadata(address, { fetchFn: fetch, skipIssuerValidation: true }),
    );
    if (document === undefined && isAway()) throw new OAuthFailure('away', 'does not give its metadata now');
    if (document !== undefined && !skipIssuerCheck && !isSameIssuer(document.issuer, address)) {
      const names = [document.issuer, address].map(quoted).join(', not ');
      throw new OAuthFailure('unusable', `is another one than it should be: it calls itself ${names}`);
    }
    const isNamed = place.issuer !== undefined || named.length > 0;
    if (document === undefined && isNamed)
      throw new OAuthFailure('unusable', 'has no document that says where its endpoints are');
    return {
      issuer: skipIssuerCheck ? address : (document?.issuer ?? address),
      document: document as JsonObject | undefined,
      takesDocuments: document?.client_id_metadata_document_supported === true,
    };
  }

  private fetch(vouched: readonly string[]): EgressFetch {
    return withoutNulls(egressFetch(this.egress, vouched));
  }
}

function isAddress(text: string): boolean {
  return URL.canParse(text) && /^[^\s\p{Cc}]{1,2048}$/u.test(text);
}

function isFor(resource: string, serverUrl: string): boolean {
  return (
    isAddress(resource) &&
    checkResourceAllowed({ requestedResource: serverUrl, configuredResource: resource })
  );
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 200));
}
