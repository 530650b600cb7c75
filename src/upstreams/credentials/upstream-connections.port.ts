import type { ConnectionOwner } from '../../kernel/caller.js';
import type { Principal, UserPrincipal } from '../../kernel/principal.js';
import type { RegisteredServer } from '../declared/registered-server.js';
import type { CallbackAnswer, Connection } from './connection.js';

/** The browser that somebody connects a server in. */
export interface ConnectingBrowser {
  /** Of the session that the person is signed in by: who comes back must have the same. */
  readonly sessionId: string;
  /** Where to go on afterwards: a path of this gateway. */
  readonly returnTo?: string | undefined;
}

/** What will be asked for, and by whom: for the page that begins. */
export interface ConnectionPlan {
  readonly issuer: string;
  readonly scopes: readonly string[];
  /** Only the id of the client, as the authorization server knows it. */
  readonly clientId: string;
}

export interface FinishedConnection {
  readonly connection: Connection;
  readonly returnTo: string | undefined;
}

/** Connections to servers that want OAuth, as pages, the API and the command handle them. */
export abstract class UpstreamConnections {
  /** Those that the caller may see: their own, and as owner or admin those of the account, as operator those for all accounts. */
  abstract list(principal: Principal): Promise<readonly Connection[]>;

  /** Throws `not-found`, for those of others too. */
  abstract get(principal: Principal, id: string): Promise<Connection>;

  /** Whose connection somebody makes: `me`, or what the declaration says. Throws `forbidden`, `invalid-request`. */
  abstract ownerFor(
    principal: UserPrincipal,
    server: RegisteredServer,
    asked: 'me' | 'account' | 'app' | undefined,
  ): ConnectionOwner;

  /**
   * Where to send the person who is to connect. Finds out before whether that can be done. Throws `forbidden`, `invalid-request`,
   * `upstream-client-needed`, `upstream-auth-unavailable`, `upstream-error`, `egress-denied`.
   */
  abstract begin(
    principal: UserPrincipal,
    server: RegisteredServer,
    owner: ConnectionOwner,
  ): Promise<{ readonly connectUrl: string }>;

  /** What the page says before it sends a browser away. Throws as `begin` does. */
  abstract plan(
    principal: UserPrincipal,
    server: RegisteredServer,
    owner: ConnectionOwner,
  ): Promise<ConnectionPlan>;

  /** The address at the authorization server that a browser is sent to; good for ten minutes and once. Throws as `begin` does. */
  abstract authorizeUrl(
    principal: UserPrincipal,
    server: RegisteredServer,
    owner: ConnectionOwner,
    browser: ConnectingBrowser,
  ): Promise<string>;

  /**
   * A browser has come back. Throws `link-expired` for what was not begun here, by this person in this browser, is too old or was used before;
   * `upstream-auth-refused` when the person or the server said no; and as `begin` does.
   */
  abstract finish(
    principal: UserPrincipal,
    answer: CallbackAnswer,
    sessionId: string,
  ): Promise<FinishedConnection>;

  /** Ends a connection here at once, and at the authorization server as far as that can be had. Throws `not-found`. */
  abstract remove(principal: Principal, id: string): Promise<void>;
}
