import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

interface Answer {
  readonly app: string;
  readonly runId: string;
  /** `approvalId` of the step that the person sees. */
  readonly approval: string | undefined;
  readonly approved: boolean;
  readonly note: string;
}

/** The person's answer to the step that waits for this approval: what its `listen` yields. */
export async function decide(
  client: QueryClient,
  { app, runId, approval, approved, note }: Answer,
): Promise<void> {
  await api.POST('/api/sdk/workflows/runs/{run}/signals/{type}', {
    params: { path: { run: runId, type: 'approval' }, query: { app } },
    body: { approval, data: { approved, ...(note === '' ? {} : { note }) } },
  });
  await client.invalidateQueries({
    predicate: ({ queryKey: [, path] }) =>
      typeof path === 'string' && path.startsWith('/api/sdk/workflows/runs'),
  });
}
