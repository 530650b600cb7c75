import type { Caller } from './models.ts';
import { queries } from './client.ts';

export type Permission = Caller['permissions'][number];

/** Who is signed in, and what they may. */
export interface Me {
  readonly name: string;
  readonly email: string;
  readonly id: string;
  readonly account: Caller['account'];
  /** All that they are in, the oldest first. */
  readonly accounts: NonNullable<Caller['accounts']>;
  readonly version: string;
  may(permission: Permission): boolean;
  readonly isAdmin: boolean;
  readonly isOwner: boolean;
  /** The account asks for a second factor that this browser has not shown: nothing else is open to it. */
  readonly lacksFactor: boolean;
}

export const meOptions = queries.queryOptions('get', '/api/me', {}, { staleTime: 30_000, retry: false });

export function readMe({ user, account, accounts = [], permissions, server }: Caller): Me {
  return {
    name: user?.name ?? '',
    email: user?.email ?? '',
    id: user?.id ?? '',
    account,
    accounts,
    version: server.version,
    may: (permission) => permissions.includes(permission),
    isAdmin: account.role === 'owner' || account.role === 'admin',
    isOwner: account.role === 'owner',
    // A person in a browser may something in any role.
    lacksFactor: permissions.length === 0,
  };
}
