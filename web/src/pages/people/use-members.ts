import {
  keepPreviousData,
  useInfiniteQuery,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { dataOf } from '../../api/all-pages.ts';
import { api } from '../../api/client.ts';
import type { Member } from '../../api/models.ts';

interface MembersSoFar {
  readonly members: readonly Member[];
  readonly isComplete: boolean;
}

/** The people of the account, page by page; `q`: those whose name or address it stands in, or whose id it is. */
export function useMembers(q = '', enabled = true): UseInfiniteQueryResult<MembersSoFar> {
  return useInfiniteQuery({
    queryKey: ['get', '/api/cli/members', q],
    enabled,
    placeholderData: keepPreviousData,
    queryFn: async ({ pageParam: cursor, signal }) => {
      const query = { limit: 200, ...(q !== '' && { q }), ...(cursor !== '' && { cursor }) };
      return dataOf(await api.GET('/api/cli/members', { params: { query }, signal }));
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }: InfiniteData<{ members: Member[]; nextCursor?: string }>): MembersSoFar => ({
      members: pages.flatMap(({ members }) => members),
      isComplete: pages.at(-1)?.nextCursor === undefined,
    }),
  });
}
