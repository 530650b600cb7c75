import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../api/all-pages.ts';
import { api } from '../../api/client.ts';
import { useMe } from '../../frame/me-context.ts';
import { isObject } from '../../schema-form/json-schema.ts';

/** The document of a workflow, for who may read configs: as it is now, or as it was in a version of the config. */
export function useDocument(app: string, name: string | undefined, version?: number): unknown {
  const me = useMe();
  const query = version === undefined ? {} : { version };
  const { data } = useQuery({
    queryKey: ['get', '/api/cli/apps', 'config', app, version ?? 'now'],
    queryFn: async () =>
      dataOf(await api.GET('/api/cli/apps/{app}/config', { params: { path: { app }, query } })),
    enabled: me.may('apps:read') && name !== undefined,
  });
  const workflows: unknown = data?.config.workflows;
  return name !== undefined && isObject(workflows) && Object.hasOwn(workflows, name)
    ? workflows[name]
    : undefined;
}
