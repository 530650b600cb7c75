import type { Caller, ConnectionOwner } from '../../kernel/caller.js';
import { credentialOwnerOf, everyAccount } from '../credentials/credential-owner.js';
import type { RegisteredServer } from '../declared/registered-server.js';

/** A caller, or the gateway itself on behalf of an account: then there is nobody whose own connections count. */
export type Visitor = Pick<Caller, 'owner'> & Partial<Pick<Caller, 'principal'>>;

const everybody: ConnectionOwner = { kind: 'account', accountId: everyAccount };

/**
 * Whose connections a caller uses at a server: all accounts the same where it is shared, those of whoever has the credential where it wants
 * one, else those of the caller's account. Two people with credentials of their own never meet in one, whatever the declaration shares.
 */
export function connectionOwnerOf(server: RegisteredServer, { principal, owner }: Visitor): ConnectionOwner {
  const { auth, options } = server.definition;
  if (auth?.type === 'oauth') {
    if (principal !== undefined) return credentialOwnerOf(server, { principal, owner });
    return auth.for === 'operator' ? everybody : owner;
  }
  return options.isolation === 'shared' ? everybody : owner;
}

/** Whether each person, and each app behind its keys, has connections of their own there. */
export function isPersonal({ definition: { auth } }: Pick<RegisteredServer, 'definition'>): boolean {
  return auth?.type === 'oauth' && auth.for === 'user';
}

/** Whether connections are of no single account. */
export function isEverybody({ accountId }: ConnectionOwner): boolean {
  return accountId === everyAccount;
}
