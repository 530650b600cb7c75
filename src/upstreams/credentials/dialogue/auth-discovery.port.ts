import type { JsonObject } from '../../../kernel/json/json.js';

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
  /** The MCP endpoint; of an API, its base or its document. */
  readonly serverUrl: string;
  /** It speaks HTTP of its own: nothing is posted to it, and most have no metadata, whatever they answer where it would be. */
  readonly isApi: boolean;
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

/** Finds the authorization server of a server. Everything rejects with an `OAuthFailure`; no redirect is followed. */
export abstract class AuthDiscovery {
  /** What the server answers to somebody without a token: where its metadata is, and the scopes that it names. */
  abstract challenge(
    place: AuthPlace,
  ): Promise<{ readonly resourceMetadata?: string; readonly scopes: readonly string[] }>;

  abstract discover(place: AuthPlace): Promise<Discovered>;
}
