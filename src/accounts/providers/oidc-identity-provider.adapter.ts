import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import * as oidc from 'openid-client';
import { EgressPolicy } from '../../platform/egress/egress-policy.js';
import { Clock } from '../../kernel/pacing/clock.js';
import type { SignInProvider } from '../../platform/config/values/sign-in-providers.js';
import { IdentityProvider, type SignInTies } from './identity-provider.port.js';
import { IssuerFetch } from './issuer-fetch.js';
import { maxLengths, textClaim, type Claims, type ProvenPerson } from './proven-person.js';

/** The client insists on https otherwise; settings let http through on loopback only. Its typings cross the way out of it out. */
const { allowInsecureRequests: overPlainHttp } = oidc as Readonly<
  Record<'allowInsecureRequests', (config: oidc.Configuration) => void>
>;
const metadataForMs = 600_000;
const timeoutSeconds = 10;
/** How far the clocks of issuers may be off. */
const toleratedSeconds = 60;
/** Of ID tokens; who they are for and how they were made says nothing of the person. */
const protocolClaims = ['aud', 'azp', 'nonce', 'exp', 'nbf', 'iat', 'jti', 'at_hash', 'c_hash', 's_hash'];

/**
 * OpenID Connect by `openid-client`: code flow with PKCE, state and nonce. `iss` (RFC 9207) is judged before the code is sent, and the
 * signature of the ID token is verified although it came by TLS. Keys are read anew at each sign-in, so that no issuer rotates them too fast.
 */
@Injectable()
export class OidcIdentityProvider extends IdentityProvider {
  private readonly metadata = new LRUCache<string, oidc.ServerMetadata>({ max: 50, ttl: metadataForMs });

  constructor(
    private readonly clock: Clock,
    private readonly egress: EgressPolicy,
  ) {
    super();
  }

  /** By discovery; what is found is used for sign-ins. */
  async check(provider: SignInProvider): Promise<void> {
    const asked = new IssuerFetch(this.egress);
    try {
      await this.discover(provider, asked);
    } catch (error) {
      throw asked.problem(provider.label, error);
    }
  }

  async begin(provider: SignInProvider, ties: SignInTies): Promise<string> {
    const asked = new IssuerFetch(this.egress);
    try {
      const config = await this.configure(provider, asked);
      return oidc.buildAuthorizationUrl(config, {
        redirect_uri: ties.returnAddress,
        scope: (provider.scopes ?? ['openid', 'email', 'profile']).join(' '),
        ...{ state: ties.state, nonce: ties.nonce },
        code_challenge: await oidc.calculatePKCECodeChallenge(ties.verifier),
        code_challenge_method: 'S256',
      }).href;
    } catch (error) {
      throw asked.problem(provider.label, error);
    }
  }

  async finish(provider: SignInProvider, answer: URLSearchParams, ties: SignInTies): Promise<ProvenPerson> {
    const asked = new IssuerFetch(this.egress);
    try {
      const config = await this.configure(provider, asked);
      const tokens = await oidc.authorizationCodeGrant(
        config,
        new URL(`${ties.returnAddress}?${answer.toString()}`),
        {
          ...{ expectedState: ties.state, expectedNonce: ties.nonce },
          ...{ pkceCodeVerifier: ties.verifier, idTokenExpected: true },
        },
      );
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('There is no ID token.');
      if (claims.azp !== undefined && claims.azp !== provider.clientId)
        throw new Error('The ID token was issued to another client.');
      const hasMore = config.serverMetadata().userinfo_endpoint !== undefined;
      const more = hasMore ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub) : {};
      return personOf(claims, more);
    } catch (error) {
      throw asked.problem(provider.label, error);
    }
  }

  private async configure(provider: SignInProvider, asked: IssuerFetch): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = provider;
    const client = {
      client_secret: clientSecret,
      [oidc.clockTolerance]: toleratedSeconds,
      [oidc.clockSkew]: Math.round((this.clock.now() - Date.now()) / 1000),
    };
    const metadata = this.metadata.get(issuer) ?? (await this.discover(provider, asked));
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const method = methods.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost;
    const config = new oidc.Configuration(metadata, clientId, client, method(clientSecret));
    config.timeout = timeoutSeconds;
    config[oidc.customFetch] = asked.fetch;
    if (isPlain(issuer)) overPlainHttp(config);
    oidc.enableNonRepudiationChecks(config);
    return config;
  }

  private async discover(
    { issuer, clientId }: SignInProvider,
    asked: IssuerFetch,
  ): Promise<oidc.ServerMetadata> {
    const found = await oidc.discovery(new URL(issuer), clientId, undefined, undefined, {
      ...{ timeout: timeoutSeconds, [oidc.customFetch]: asked.fetch },
      ...(isPlain(issuer) ? { execute: [overPlainHttp] } : {}),
    });
    const metadata = { ...found.serverMetadata() };
    this.metadata.set(issuer, metadata);
    return metadata;
  }
}

function isPlain(issuer: string): boolean {
  return issuer.startsWith('http:');
}

/** The ID token counts before what the issuer tells beside it; an address that the two do not share is not verified. */
function personOf(token: Claims & { readonly sub: string }, more: Claims): ProvenPerson {
  const all: Record<string, unknown> = { ...more, ...token };
  const isShared = [more['email'], token['email']].every((email) =>
    [undefined, all['email']].includes(email as never),
  );
  const emailVerified = all['email_verified'] === true && isShared;
  for (const name of protocolClaims) Reflect.deleteProperty(all, name);
  return {
    subject: token.sub,
    email: textClaim(all, 'email', maxLengths.email)?.toLowerCase(),
    emailVerified,
    name: textClaim(all, 'name', maxLengths.name),
    claims: { ...all, ...(all['email'] === undefined ? {} : { email_verified: emailVerified }) },
  };
}
