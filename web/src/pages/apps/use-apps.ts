import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { allPages, dataOf } from '../../api/all-pages.ts';
import { api, queries } from '../../api/client.ts';
import { usePolling } from '../../api/live.ts';
import type { App } from '../../api/models.ts';
import { useMe } from '../../frame/me-context.ts';

export const appsOptions = queryOptions({
  queryKey: ['get', '/api/cli/apps'],
  queryFn: () =>
    allPages(async (cursor) => {
      const page = dataOf(await api.GET('/api/cli/apps', { params: { query: { limit: 200, cursor } } }));
      return { items: page.apps, nextCursor: page.nextCursor };
    }),
});

/** The account's apps, for those who may see them. */
export function useApps(): UseQueryResult<App[]> {
  const me = useMe();
  const refetchInterval = usePolling();
  return useQuery({ ...appsOptions, refetchInterval, enabled: me.may('apps:read') });
}

export function useApp(app: string): { readonly data: App | undefined; readonly error: unknown } {
  const { data, error } = queries.useQuery('get', '/api/cli/apps/{app}', { params: { path: { app } } });
  return { data, error };
}
