import type { OwnClient } from '../own-client.js';
import type { AuthPlace, AuthServer } from './auth-discovery.port.js';

/** Who we are at an authorization server. */
export interface ClientIdentity {
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  readonly authMethod?: string | undefined;
}

export interface GrantedTokens {
  readonly access: string;
  readonly refresh: string | undefined;
  /** Seconds. */
  readonly expiresIn: number | undefined;
  /** `undefined`: those that were asked for. */
  readonly scopes: readonly string[] | undefined;
}

export interface AuthServerRequest {
  readonly place: Pick<AuthPlace, 'vouched'>;
  readonly server: AuthServer;
  readonly client: ClientIdentity;
  readonly resource: string | undefined;
}

export interface ClientRegistration {
  readonly client: ClientIdentity;
  /** When its secret ends, in milliseconds since the epoch; `undefined`: never. */
  readonly expiresAt: number | undefined;
}

/** Speaks to authorization servers. Everything rejects with an `OAuthFailure`; no redirect to another place is followed. */
export abstract class OAuthDialogue {
  /** The address to send a browser to (RFC 6749 §4.1.1, with PKCE by S256), and the verifier that belongs to it. */
  abstract authorization(request: {
    readonly server: AuthServer;
    readonly client: ClientIdentity;
    readonly redirectUri: string;
    readonly scopes: readonly string[];
    readonly state: string;
    readonly resource: string | undefined;
    readonly params: Readonly<Record<string, string>>;
  }): Promise<{ readonly address: string; readonly verifier: string }>;

  abstract exchange(
    request: AuthServerRequest & {
      readonly code: string;
      readonly verifier: string;
      readonly redirectUri: string;
      /** Of the answer (RFC 9207). */
      readonly iss: string | undefined;
    },
  ): Promise<GrantedTokens>;

  /** `scopes`: those that were granted. */
  abstract refresh(
    request: AuthServerRequest & { readonly refreshToken: string; readonly scopes: readonly string[] },
  ): Promise<GrantedTokens>;

  /** RFC 6749 §4.4. */
  abstract clientCredentials(
    request: AuthServerRequest & { readonly tokenUrl: string; readonly scopes: readonly string[] },
  ): Promise<GrantedTokens>;

  /** RFC 7591. Asks for the first of the lists of scopes that the server registers, or for none. */
  abstract register(
    place: Pick<AuthPlace, 'vouched'>,
    server: AuthServer,
    about: OwnClient,
    scopes: readonly (readonly string[])[],
  ): Promise<ClientRegistration>;

  /** RFC 7009; a server that takes none back is left alone. */
  abstract revoke(
    request: AuthServerRequest & { readonly token: string; readonly hint: string },
  ): Promise<void>;
}
