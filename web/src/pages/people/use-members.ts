import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { allPages, dataOf } from '../../api/all-pages.ts';
import { api } from '../../api/client.ts';
import type { Member } from '../../api/models.ts';

/** The people of the account. */
export function useMembers(): UseQueryResult<Member[]> {
  return useQuery({
    queryKey: ['get', '/api/cli/members'],
    queryFn: () =>
      allPages(async (cursor) => {
        const page = dataOf(await api.GET('/api/cli/members', { params: { query: { limit: 200, cursor } } }));
        return { items: page.members, nextCursor: page.nextCursor };
      }),
  });
}
