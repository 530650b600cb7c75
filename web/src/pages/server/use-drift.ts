import type { ToolChange } from '../../api/models.ts';
import { queries } from '../../api/client.ts';
import { useMe } from '../../frame/me-context.ts';

/** Handles of servers that an app declares are `app.name`. */
export function appOf(handle: string): { readonly app: string; readonly name: string } | undefined {
  const dot = handle.indexOf('.');
  return dot < 0 ? undefined : { app: handle.slice(0, dot), name: handle.slice(dot + 1) };
}

/** What has changed at a server since it was accepted; nothing of servers that no app declares. `set`: what accepting takes. */
export function useDrift(handle: string): {
  readonly changes: readonly ToolChange[];
  readonly set: string | undefined;
} {
  const me = useMe();
  const of = appOf(handle);
  const { data } = queries.useQuery(
    'get',
    '/api/cli/apps/{app}/tools/drift',
    { params: { path: { app: of?.app ?? '' } } },
    { enabled: of !== undefined && me.may('apps:read') },
  );
  const server = data?.servers.find(({ name }) => name === of?.name);
  return { changes: server?.changes ?? [], set: server?.set };
}
