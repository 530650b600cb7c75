import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { allPages, dataOf } from '../../api/all-pages.ts';
import { api } from '../../api/client.ts';
import { usePolling } from '../../api/live.ts';
import type { Server } from '../../api/models.ts';

/** All servers that the person reaches, and what is wrong with the operator's file. */
interface Servers {
  readonly servers: readonly Server[];
  readonly fileFaults: readonly string[];
}

const serversOptions = queryOptions({
  queryKey: ['get', '/api/servers'],
  queryFn: async (): Promise<Servers> => {
    const fileFaults: string[] = [];
    const servers = await allPages(async (cursor) => {
      const page = dataOf(await api.GET('/api/servers', { params: { query: { limit: 200, cursor } } }));
      fileFaults.push(...(page.fileFaults ?? []));
      return { items: page.servers, nextCursor: page.nextCursor };
    });
    return { servers, fileFaults: [...new Set(fileFaults)] };
  },
});

export function useServers(): UseQueryResult<Servers> {
  const refetchInterval = usePolling();
  return useQuery({ ...serversOptions, refetchInterval });
}

/** One of them; `undefined` while the list is not there, or when it has none of this name. */
export function useServer(handle: string): UseQueryResult<Server | undefined> {
  const refetchInterval = usePolling();
  return useQuery({
    ...serversOptions,
    refetchInterval,
    select: ({ servers }) => servers.find((server) => server.handle === handle || server.id === handle),
  });
}
