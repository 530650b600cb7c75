import type { ConnectionOwner } from '../../kernel/caller.js';
import type { UserPrincipal } from '../../kernel/principal.js';
import type { RegisteredServer } from '../declared/registered-server.js';
import type { CallbackAnswer, Connection } from './connection.js';

/** What an authorization would ask for, and by whom: for the person to read before anything is sent. */
export interface ConnectionPlan {
  readonly issuer: string;
  /** Where browsers are sent. */
  readonly authorizationEndpoint: string;
  /** None: whatever the authorization server gives by itself. */
  readonly scopes: readonly string[];
  /** How we are known there. */
  readonly client: 'declared' | 'operator' | 'document' | 'registered';
}

/** Whose browser it is; the state that is sent along is good in no other one. */
export interface Visit {
  readonly userId: string;
  readonly sessionId: string;
}

/** Which connection is to be made. */
export interface ConnectionWish {
  readonly server: RegisteredServer;
  readonly owner: ConnectionOwner;
}

/** What a browser came back with. `returnTo`: a path of ours that the page began with. */
export type Arrival =
  | { readonly outcome: 'connected'; readonly connection: Connection; readonly returnTo: string | undefined }
  | { readonly outcome: 'denied'; readonly wish: ConnectionWish; readonly returnTo: string | undefined };

/** Connections as pages, API and command make and end them. Who may do what is asked before. */
export abstract class Connections {
  /**
   * Finds the authorization server and a client that we are there; begins nothing. Throws `upstream-client-needed`, `upstream-auth-unavailable`,
   * and `upstream-auth-refused` for a server that wants no OAuth.
   */
  abstract plan(wish: ConnectionWish): Promise<ConnectionPlan>;

  /** The address at the authorization server, with a state that this browser alone can bring back, once, within ten minutes. Throws as `plan`. */
  abstract begin(wish: ConnectionWish, visit: Visit, returnTo?: string): Promise<string>;

  /**
   * What a browser brought back. Throws `form-expired` for a state that is unknown, used, too old or of another browser, and
   * `upstream-auth-refused` or `upstream-auth-unavailable` when no token comes of it.
   */
  abstract finish(answer: CallbackAnswer, visit: Visit): Promise<Arrival>;

  /** Those that the person may see: their own, those of the account and its apps, and the operator's of all accounts to the operator. */
  abstract list(principal: UserPrincipal): Promise<readonly Connection[]>;

  /** Revokes at the authorization server as far as possible, and forgets. Harmless when it is gone. */
  abstract remove(connection: Connection): Promise<void>;
}
