import { anyOf } from './granted-server.js';
import type { GrantRow } from './server-grant-store.port.js';
import type { ServerGrant } from './server-grant.js';

/** Which grants are looked for; all where nothing is said. */
export interface GrantFilter {
  /** Words that stand in whom it names, in its servers or its tools. */
  readonly q?: string | undefined;
  /** Handle of a server that it is about. */
  readonly server?: string | undefined;
}

/** Whether a grant is looked for. `members`: those whose name or address the words stand in; `slugs`: of apps, by their ids. */
export function grantMatcher(
  { q, server }: GrantFilter,
  members: ReadonlySet<string>,
  slugs: ReadonlyMap<string, string>,
): (row: GrantRow) => boolean {
  const words = q?.toLowerCase();
  return ({ member, app, content }) => {
    const grant = JSON.parse(content) as ServerGrant;
    if (server !== undefined && !anyOf(grant.servers)(server)) return false;
    if (words === undefined || members.has(member ?? '')) return true;
    const { role, group, servers, tools: { allow = [], deny = [] } = {} } = grant;
    const texts = [role, group, slugs.get(app ?? ''), ...servers, ...allow, ...deny];
    return texts.some((text) => text?.toLowerCase().includes(words));
  };
}
