import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { allPages, dataOf } from '../../api/all-pages.ts';
import { api } from '../../api/client.ts';
import type { Usage, UsageRow } from '../../api/models.ts';

/** What calls are told apart by. */
export type UsageKind = Usage['by'];

/** All sums of a time, and until when calls are counted in them. */
export interface UsageSums {
  readonly rows: readonly UsageRow[];
  readonly asOf: string;
}

const everyMs = 10_000;

/** Calls are counted within seconds: they are asked for anew while somebody looks. */
export function useUsage(by: UsageKind, from: string): UseQueryResult<UsageSums> {
  return useQuery({
    queryKey: ['get', '/api/usage', by, from],
    queryFn: async () => {
      let asOf = '';
      const rows = await allPages(async (cursor) => {
        const query = { by, from, limit: 200, ...(cursor === undefined ? {} : { cursor }) };
        const page = dataOf(await api.GET('/api/usage', { params: { query } }));
        asOf = page.asOf;
        return { items: page.rows, nextCursor: page.nextCursor };
      });
      return { rows, asOf };
    },
    refetchInterval: everyMs,
  });
}
