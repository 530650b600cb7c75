import type { ConnectionOwner } from '../../kernel/caller.js';
import type { RegisteredServer } from '../declared/registered-server.js';
import type { TokenRefusal } from '../links/link-token.js';
import type { ConnectionState, CredentialChange } from './connection.js';

/** Tokens for servers with `auth`, as connections and their callers need them. */
export abstract class UpstreamCredentials {
  /** Hears of every change, whichever process made it. */
  abstract onChange(listener: (change: CredentialChange) => void): void;

  /**
   * The token now: at once when it is fresh, a promise only when it is not. Throws `upstream-auth-required`, `upstream-auth-unavailable`,
   * `upstream-auth-refused`.
   */
  abstract token(server: RegisteredServer, owner: ConnectionOwner): string | Promise<string>;

  /**
   * Another token in place of one that was refused, once; the tokens of all who were refused at the same time are one renewal. Throws as
   * `token` does. More scopes are never to be had so: then somebody must connect, and what the old token covers goes on.
   */
  abstract renew(
    server: RegisteredServer,
    owner: ConnectionOwner,
    refused: string,
    refusal: TokenRefusal,
  ): Promise<string>;

  /** How it stands, without asking anybody but the database. */
  abstract stateOf(server: RegisteredServer, owner: ConnectionOwner): Promise<ConnectionState>;
}
