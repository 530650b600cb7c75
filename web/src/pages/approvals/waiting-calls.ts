import { useQuery, type QueryClient } from '@tanstack/react-query';
import { allPages, dataOf } from '../../api/all-pages.ts';
import { api } from '../../api/client.ts';
import { usePolling } from '../../api/live.ts';
import type { Approval } from '../../api/models.ts';
import { useMe } from '../../frame/me-context.ts';

const path = '/api/approvals';
const none: readonly Approval[] = [];

/** The calls that wait for a person, oldest first. */
export function useWaitingCalls(): {
  readonly items: readonly Approval[];
  readonly isPending: boolean;
  readonly error: unknown;
} {
  const me = useMe();
  const refetchInterval = usePolling();
  const { data, isPending, error } = useQuery({
    queryKey: ['get', path, 'waiting'],
    queryFn: async () => {
      const waiting = await allPages(async (cursor) => {
        const query = { limit: 200, status: 'waiting' as const, cursor };
        const { approvals, nextCursor } = dataOf(await api.GET(path, { params: { query } }));
        return { items: approvals, nextCursor };
      }, 5);
      return waiting.reverse();
    },
    enabled: me.may('tools:call'),
    refetchInterval,
  });
  return { items: data ?? none, isPending: isPending && me.may('tools:call'), error };
}

/** The person's answer to a call that waits. */
export async function decideCall(
  client: QueryClient,
  {
    id,
    approved,
    note,
    arguments: changed,
  }: {
    readonly id: string;
    readonly approved: boolean;
    readonly note: string;
    /** In place of those that were asked about. */
    readonly arguments?: Readonly<Record<string, unknown>> | undefined;
  },
): Promise<void> {
  await api.POST('/api/approvals/{id}', {
    params: { path: { id } },
    body: {
      decision: approved ? 'approve' : 'deny',
      ...(note === '' ? {} : { note }),
      ...(approved && changed !== undefined ? { arguments: changed } : {}),
    },
  });
  await client.invalidateQueries({
    predicate: ({ queryKey: [, key] }) => typeof key === 'string' && key.startsWith(path),
  });
}
