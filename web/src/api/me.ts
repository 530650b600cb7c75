import type { Caller } from './models.ts';
import { queries } from './client.ts';

export type Permission = Caller['permissions'][number];

/** Who is signed in, and what they may. */
export interface Me {
  readonly name: string;
  readonly email: string;
  readonly account: Caller['account'];
  readonly version: string;
  may(permission: Permission): boolean;
  readonly isAdmin: boolean;
  readonly isOwner: boolean;
}

export const meOptions = queries.queryOptions('get', '/api/me', {}, { staleTime: 30_000, retry: false });

export function readMe({ user, account, permissions, server }: Caller): Me {
  return {
    name: user?.name ?? '',
    email: user?.email ?? '',
    account,
    version: server.version,
    may: (permission) => permissions.includes(permission),
    isAdmin: account.role === 'owner' || account.role === 'admin',
    isOwner: account.role === 'owner',
  };
}
