import { useQuery } from '@tanstack/react-query';
import { allPages, dataOf } from '../../api/all-pages.ts';
import { api } from '../../api/client.ts';
import { usePolling } from '../../api/live.ts';
import type { RunStep, RunWithSteps } from '../../api/models.ts';
import { useMe } from '../../frame/me-context.ts';
import { useApps } from '../apps/use-apps.ts';

/** A step of a run that waits for a person. */
export interface WaitingStep {
  readonly app: string;
  readonly run: RunWithSteps;
  readonly step: RunStep;
}

const none: readonly WaitingStep[] = [];

/** Whether a step waits for an approval, and not for another signal or the time. */
export function waitsForApproval({ status, waitsFor = '' }: RunStep): boolean {
  return status === 'waiting' && waitsFor.split(/[\s,]+/).includes('approval');
}

/** Of a run that goes on, a branch may wait. */
const open = ['waiting', 'running'] as const;

async function waitingIn(app: string): Promise<WaitingStep[]> {
  const lists = await Promise.all(open.map((status) => runsOf(app, status)));
  // A run may have moved from one list to the other meanwhile.
  const ids = [...new Set(lists.flat())];
  const whole = await Promise.all(
    ids.map(async (run) =>
      dataOf(await api.GET('/api/sdk/workflows/runs/{run}', { params: { path: { run }, query: { app } } })),
    ),
  );
  return whole
    .filter((run) => typeof run === 'object')
    .flatMap((run) => run.steps.filter(waitsForApproval).map((step) => ({ app, run, step })));
}

function runsOf(app: string, status: (typeof open)[number]): Promise<string[]> {
  return allPages(async (cursor) => {
    const query = { app, limit: 200, status, cursor };
    const { runs, nextCursor } = dataOf(await api.GET('/api/sdk/workflows/runs', { params: { query } }));
    return { items: runs.map(({ runId }) => runId), nextCursor };
  }, 5);
}

/** What waits for a person in the apps of the account, oldest first. */
export function useWaitingRuns(): {
  readonly items: readonly WaitingStep[];
  readonly isPending: boolean;
  readonly error: unknown;
} {
  const me = useMe();
  const { data: apps } = useApps();
  const refetchInterval = usePolling();
  const slugs = (apps ?? []).map(({ slug }) => slug);
  const { data, isPending, error } = useQuery({
    queryKey: ['get', '/api/sdk/workflows/runs', 'waiting', slugs],
    queryFn: async () => {
      const all = await Promise.all(slugs.map(waitingIn));
      return all.flat().sort((a, b) => a.step.startedAt.localeCompare(b.step.startedAt));
    },
    enabled: apps !== undefined && me.may('tools:call'),
    refetchInterval,
  });
  return { items: data ?? none, isPending: isPending && me.may('apps:read'), error };
}
