import { keepPreviousData, useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { dataOf } from './all-pages.ts';
import { api } from './client.ts';
import type { ServerGrant } from './models.ts';

export const grantsKey = ['get', '/api/cli/grants'];

/** What of them is looked for. */
interface GrantFilter {
  /** Words in whom they name, their servers or their tools. */
  readonly q?: string;
  /** Handle of the server that they are about. */
  readonly server?: string;
}

interface GrantsSoFar {
  readonly grants: readonly ServerGrant[];
  /** What those are called whom they name. */
  readonly names: ReadonlyMap<string, string>;
  /** Whether any grant of the account names people. */
  readonly forPeople: boolean;
  readonly isComplete: boolean;
  /** Of the list: a change says with it what it builds on. */
  readonly etag: string | undefined;
}

/** Who may use which servers and tools, page by page; owners and admins see it. */
export function useServerGrants(
  { q = '', server = '' }: GrantFilter = {},
  enabled = true,
): UseInfiniteQueryResult<GrantsSoFar> {
  return useInfiniteQuery({
    queryKey: [...grantsKey, q, server],
    enabled,
    placeholderData: keepPreviousData,
    queryFn: async ({ pageParam: cursor, signal }) => {
      const filter = { ...(q !== '' && { q }), ...(server !== '' && { server }) };
      const query = { limit: 200, ...filter, ...(cursor !== '' && { cursor }) };
      const answer = await api.GET('/api/cli/grants', { params: { query }, signal });
      return { ...dataOf(answer), etag: answer.response.headers.get('etag') ?? undefined };
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => ({
      grants: pages.flatMap(({ grants }) => grants),
      names: new Map(
        pages.flatMap(({ members = [] }) =>
          members.map(({ id, name, email }) => [id, name || email] as const),
        ),
      ),
      forPeople: pages[0]?.forPeople === true,
      isComplete: pages.at(-1)?.nextCursor === undefined,
      etag: pages[0]?.etag,
    }),
  });
}

/** Of the tools of a server those that a grant gives, in words. */
export function toolsInWords({ tools: { allow, deny = [] } = {} }: ServerGrant): string {
  const given = allow === undefined ? 'all' : allow.join(', ') || 'none';
  return deny.length === 0 ? given : `${given}, without ${deny.join(', ')}`;
}

/** Whom a grant names, in words. `member`: what somebody is called. */
export function subjectInWords(grant: ServerGrant, member: string | undefined): string {
  if (grant.role !== undefined) return `role ${grant.role}`;
  if (grant.group !== undefined) return `group ${grant.group}`;
  return grant.app === undefined ? (member ?? grant.member ?? '') : `keys of ${grant.app}`;
}
