import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { queries } from '../../api/client.ts';
import type { RunWithSteps } from '../../api/models.ts';

const over: readonly RunWithSteps['status'][] = ['completed', 'failed', 'cancelled'];

/**
 * A run as it stands. The shared stream tells when it waits, goes on or ends; between, its steps are asked for: a stream of its own in each
 * tab would use up the connections of the browser.
 */
export function useRun(app: string, run: string): UseQueryResult<RunWithSteps> {
  return queries.useQuery(
    'get',
    '/api/sdk/workflows/runs/{run}',
    { params: { path: { run }, query: { app } } },
    {
      refetchInterval: ({ state: { data, status } }) => {
        if (status === 'error') return 5000;
        return typeof data === 'object' && over.includes(data.status) ? false : 1500;
      },
    },
  ) as UseQueryResult<RunWithSteps>;
}

/** Asks for all runs anew, after one of them was told something. */
export function useRefreshedRuns(): () => Promise<void> {
  const client = useQueryClient();
  return () =>
    client.invalidateQueries({
      predicate: ({ queryKey: [, path] }) =>
        typeof path === 'string' && path.startsWith('/api/sdk/workflows/runs'),
    });
}
