import type { Caller, ConnectionOwner } from '../../kernel/caller.js';
import type { RegisteredServer } from '../declared/registered-server.js';

/** In place of an account, for connections that the operator made for all of them. */
export const everyAccount = '*';

/**
 * Whose credential a caller uses at a server: the operator's or the account's where the declaration says so, else the person's own, or the
 * app's own behind a key. A server that wants no OAuth is the account's.
 */
export function credentialOwnerOf({ definition }: RegisteredServer, { principal }: Caller): ConnectionOwner {
  const { accountId } = principal;
  const { auth } = definition;
  if (auth?.type !== 'oauth' || auth.for === 'account') return { kind: 'account', accountId };
  if (auth.for === 'operator') return { kind: 'account', accountId: everyAccount };
  return principal.kind === 'app'
    ? { kind: 'app', accountId, appId: principal.appId }
    : { kind: 'person', accountId, userId: principal.userId };
}

/** The server whose credentials count: those of a published one are those of every server that takes it over (`use`). */
export function credentialServerOf(server: RegisteredServer): RegisteredServer {
  return server.published ?? server;
}
