import type { ConnectionOwner } from '../../kernel/caller.js';
import { callerOf } from '../../kernel/caller.js';
import { isOperator, type UserPrincipal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import type { OwnerWord } from '../credentials/connect-path.js';
import { credentialOwnerOf, everyAccount } from '../credentials/credential-owner.js';
import type { RegisteredServer } from '../declared/registered-server.js';

/**
 * Whose connection a person means at a server; left out, whose the declaration says. Throws `invalid-request` where nobody would use it: at
 * servers without `auth`, of the account where each has their own, of a person where the account has one.
 */
export function meantOwner(
  server: RegisteredServer,
  principal: UserPrincipal,
  word?: OwnerWord,
): ConnectionOwner {
  const { handle, app, definition } = server;
  const { auth } = definition;
  if (auth?.type !== 'oauth')
    throw new Problem(
      'invalid-request',
      `Nobody has to connect "${handle}": its declaration has no \`auth\` of the type \`oauth\`.`,
    );
  if (word === 'app') {
    if (app === undefined || auth.for !== 'user')
      throw new Problem(
        'invalid-request',
        `An app has a connection of its own only at its servers (\`app.name\`) with \`for: "user"\`; "${handle}" is none.`,
      );
    return { kind: 'app', accountId: principal.accountId, appId: app.id };
  }
  const owner = credentialOwnerOf(server, callerOf(principal));
  if (word === 'account' && owner.kind !== 'account')
    throw new Problem('invalid-request', `At "${handle}" each person has a connection of their own.`);
  if (word === 'me' && owner.kind !== 'person')
    throw new Problem('invalid-request', `The connection to "${handle}" is not of single persons.`);
  return owner;
}

/**
 * Throws `forbidden`: everybody has their own; those of the account and its apps are its owners' and admins', and those of all accounts are
 * the operator's, who needs the scope `operator`.
 */
export function requireMaker(principal: UserPrincipal, owner: ConnectionOwner): void {
  const { userId, accountId, role } = principal;
  if (owner.kind === 'person') {
    if (owner.userId !== userId || owner.accountId !== accountId)
      throw new Problem('forbidden', 'This connection is of somebody else.');
  } else if (owner.accountId === everyAccount) {
    if (!isOperator(principal))
      throw new Problem('forbidden', 'This connection is of all accounts: the operator makes it.');
  } else if (owner.accountId !== accountId || role === 'member')
    throw new Problem(
      'forbidden',
      'This connection is of the account: its owners and admins make and end it.',
    );
}

/** The same as an answer. */
export function mayMake(principal: UserPrincipal, owner: ConnectionOwner): boolean {
  try {
    requireMaker(principal, owner);
    return true;
  } catch {
    return false;
  }
}
