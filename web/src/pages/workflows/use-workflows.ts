import { useQueries, type UseQueryOptions } from '@tanstack/react-query';
import { allPages, dataOf } from '../../api/all-pages.ts';
import { api } from '../../api/client.ts';
import type { Workflow } from '../../api/models.ts';
import { useApps } from '../apps/use-apps.ts';

export interface WorkflowOfApp {
  readonly app: string;
  readonly workflow: Workflow;
}

function workflowsOptions(
  app: string,
): UseQueryOptions<Workflow[]> & { readonly queryKey: readonly string[] } {
  return {
    queryKey: ['get', '/api/sdk/workflows', app],
    queryFn: () =>
      allPages(async (cursor) => {
        const page = dataOf(
          await api.GET('/api/sdk/workflows', { params: { query: { app, limit: 200, cursor } } }),
        );
        return { items: page.workflows, nextCursor: page.nextCursor };
      }),
  };
}

/** The workflows of all apps of the account; `app`: of this one. */
export function useWorkflows(app?: string): {
  readonly workflows: readonly WorkflowOfApp[];
  readonly isPending: boolean;
  readonly error: unknown;
} {
  const apps = useApps();
  const slugs = app === undefined ? (apps.data ?? []).map(({ slug }) => slug) : [app];
  const lists = useQueries({ queries: slugs.map(workflowsOptions) });
  return {
    workflows: lists.flatMap(({ data }, index) =>
      (data ?? []).map((workflow) => ({ app: slugs[index] ?? '', workflow })),
    ),
    isPending:
      (app === undefined && apps.isPending && apps.fetchStatus !== 'idle') ||
      lists.some((list) => list.isPending),
    error: (app === undefined ? apps.error : null) ?? lists.find(({ error }) => error !== null)?.error,
  };
}
