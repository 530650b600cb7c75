import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { allPages, dataOf } from '../../api/all-pages.ts';
import { api } from '../../api/client.ts';
import type { Prompt } from '../../api/models.ts';

export function usePrompts(handle: string): UseQueryResult<Prompt[]> {
  return useQuery({
    queryKey: ['get', '/api/servers/{server}/mcp/prompts', handle],
    queryFn: () =>
      allPages(async (cursor) => {
        const page = dataOf(
          await api.GET('/api/servers/{server}/mcp/prompts', {
            params: { path: { server: handle }, query: { limit: 200, cursor } },
          }),
        );
        return { items: page.prompts, nextCursor: page.nextCursor };
      }),
  });
}
