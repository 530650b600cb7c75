import type { JsonObject } from '../../../kernel/json/json.js';
import type { OwnClient } from '../own-client.js';

/** An authorization server as it was found. */
export interface AuthServer {
  /** What everything that it gives is kept by: the address that its document was found by, which vouches for the document. */
  readonly issuer: string;
  /** Its document (RFC 8414); `undefined`: it has none, and its endpoints are where MCP 2025-03-26 puts them. */
  readonly document: JsonObject | undefined;
  /** It fetches client documents. */
  readonly takesDocuments: boolean;
}

/** What a server says of how it is got into. */
export interface Discovered {
  readonly server: AuthServer;
  /** As the metadata of the server spells it. */
  readonly resource: string | undefined;
  readonly scopes: readonly string[];
}

/** Where to look, and what may be looked at. */
export interface AuthPlace {
  /** The MCP endpoint. */
  readonly serverUrl: string;
  /** Origins that the operator vouches for; all others are judged as addresses of tenants. */
  readonly vouched: readonly string[];
  /** The authorization server, whatever the server says. */
  readonly issuer?: string | undefined;
  readonly skipIssuerCheck: boolean;
  /** Of several, the one that gave what there is. */
  readonly preferred?: string | undefined;
  /** Where the metadata is, as the server said when it refused. */
  readonly resourceMetadata?: string | undefined;
}

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

export interface TokenRequest {
  readonly place: Pick<AuthPlace, 'vouched'>;
  readonly server: AuthServer;
  readonly client: ClientIdentity;
  readonly resource: string | undefined;
}

/** Speaks to authorization servers. Everything rejects with an `OAuthFailure`; no redirect to another place is followed. */
export abstract class OAuthDialogue {
  /** What the server answers to somebody without a token: where its metadata is, and the scopes that it names. */
  abstract challenge(
    place: AuthPlace,
  ): Promise<{ readonly resourceMetadata?: string; readonly scopes: readonly string[] }>;

  abstract discover(place: AuthPlace): Promise<Discovered>;

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
    request: TokenRequest & {
      readonly code: string;
      readonly verifier: string;
      readonly redirectUri: string;
      /** Of the answer (RFC 9207). */
      readonly iss: string | undefined;
    },
  ): Promise<GrantedTokens>;

  abstract refresh(request: TokenRequest & { readonly refreshToken: string }): Promise<GrantedTokens>;

  /** RFC 6749 §4.4. */
  abstract clientCredentials(
    request: TokenRequest & { readonly tokenUrl: string; readonly scopes: readonly string[] },
  ): Promise<GrantedTokens>;

  /** RFC 7591; `expiresAt` in milliseconds since the epoch. */
  abstract register(
    place: Pick<AuthPlace, 'vouched'>,
    server: AuthServer,
    about: OwnClient,
    scopes: readonly string[],
  ): Promise<{ readonly client: ClientIdentity; readonly expiresAt: number | undefined }>;

  /** RFC 7009; a server that takes none back is left alone. */
  abstract revoke(request: TokenRequest & { readonly token: string; readonly hint: string }): Promise<void>;
}
