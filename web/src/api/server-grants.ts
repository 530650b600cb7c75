import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { dataOf } from './all-pages.ts';
import { api } from './client.ts';
import type { ServerGrant } from './models.ts';

export const grantsKey = ['get', '/api/cli/grants'];

interface GrantList {
  readonly grants: readonly ServerGrant[];
  /** Of the list: a change says with it what it builds on. */
  readonly etag: string | undefined;
}

/** Who may use which servers and tools; owners and admins see it. */
export function useServerGrants(enabled = true): UseQueryResult<GrantList> {
  return useQuery({
    queryKey: grantsKey,
    enabled,
    queryFn: async () => {
      const answer = await api.GET('/api/cli/grants');
      return { grants: dataOf(answer).grants, etag: answer.response.headers.get('etag') ?? undefined };
    },
  });
}

export function coversServer({ servers }: ServerGrant, handle: string): boolean {
  return servers.some((glob) => matchesGlob(glob, handle));
}

/** Of the tools of a server those that a grant gives, in words. */
export function toolsInWords({ tools: { allow, deny = [] } = {} }: ServerGrant): string {
  const given = allow === undefined ? 'all' : allow.join(', ') || 'none';
  return deny.length === 0 ? given : `${given}, without ${deny.join(', ')}`;
}

/** Whom a grant names, in words. `member`: what somebody is called. */
export function subjectInWords(grant: ServerGrant, member: string | undefined): string {
  if (grant.role !== undefined) return `role ${grant.role}`;
  if (grant.group !== undefined) return `group ${grant.group}`;
  return grant.app === undefined ? (member ?? grant.member ?? '') : `keys of ${grant.app}`;
}

/** `*` stands for any run of characters, `?` for one. `reached`: where in the text what has been read of the pattern may end. */
function matchesGlob(glob: string, text: string): boolean {
  let reached = new Set([0]);
  for (const sign of glob) {
    const next = new Set<number>();
    if (sign === '*') for (let at = Math.min(...reached); at <= text.length; at++) next.add(at);
    else
      for (const at of reached) if (at < text.length && (sign === '?' || text[at] === sign)) next.add(at + 1);
    reached = next;
  }
  return reached.has(text.length);
}
