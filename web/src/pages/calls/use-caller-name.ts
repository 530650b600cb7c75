import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { dataOf } from '../../api/all-pages.ts';
import { api } from '../../api/client.ts';
import type { Call } from '../../api/models.ts';
import { useMe } from '../../frame/me-context.ts';
import { appsOptions } from '../apps/use-apps.ts';

/** Names for those who called: people of the account and its apps by name, others by their id. */
export function useCallerName(): (caller: Partial<Omit<Call['caller'], 'kind'>>) => string {
  const me = useMe();
  const { data: members } = useQuery({
    queryKey: ['get', '/api/cli/members', 'names'],
    queryFn: async () =>
      dataOf(await api.GET('/api/cli/members', { params: { query: { limit: 200 } } })).members,
    enabled: me.may('account'),
    staleTime: 60_000,
  });
  const { data: apps } = useQuery({ ...appsOptions, enabled: me.may('apps:read'), staleTime: 60_000 });
  return useCallback(
    ({ userId, appId, grantId }) => {
      const person = members?.find(({ id }) => id === userId);
      const app = apps?.find(({ id }) => id === appId);
      if (app !== undefined) return `key of ${app.slug}`;
      const name = person === undefined ? userId : person.name || person.email;
      if (name === undefined) return appId ?? 'unknown';
      return grantId === undefined ? name : `${name}, by a program`;
    },
    [members, apps],
  );
}
