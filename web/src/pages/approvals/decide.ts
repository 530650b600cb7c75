import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** The person's answer to a step that waits for an approval: what its `listen` yields. */
export async function decide(
  client: QueryClient,
  { app, runId, approved, note }: { app: string; runId: string; approved: boolean; note: string },
): Promise<void> {
  await api.POST('/api/sdk/workflows/runs/{run}/signals/{type}', {
    params: { path: { run: runId, type: 'approval' }, query: { app } },
    body: { data: { approved, ...(note === '' ? {} : { note }) } },
  });
  await client.invalidateQueries({
    predicate: ({ queryKey: [, path] }) =>
      typeof path === 'string' && path.startsWith('/api/sdk/workflows/runs'),
  });
}
