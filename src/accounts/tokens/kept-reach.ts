import type { GrantReach, GrantResource } from '../../kernel/principal.js';

/** How a reach is kept: sets as lists, nothing for all. */
interface KeptReach {
  readonly resource?: GrantResource;
  readonly servers?: readonly string[];
  readonly apps?: readonly string[];
}

/** The same text for the same reach; `null` when nothing narrows it. */
export function printReach({ resource, servers, apps }: GrantReach): string | null {
  if (resource === undefined && servers === undefined && apps === undefined) return null;
  const kept: KeptReach = {
    ...(resource === undefined ? {} : { resource: plain(resource) }),
    ...(servers === undefined ? {} : { servers: [...servers].sort() }),
    ...(apps === undefined ? {} : { apps: [...apps].sort() }),
  };
  return JSON.stringify(kept);
}

/** The inverse. Throws on anything else: a reach that cannot be read must not be taken for the widest one. */
export function readReach(text: string | null): GrantReach {
  if (text === null) return {};
  const { resource, servers, apps } = JSON.parse(text) as KeptReach;
  return {
    ...(resource === undefined ? {} : { resource }),
    ...(servers === undefined ? {} : { servers: new Set(servers) }),
    ...(apps === undefined ? {} : { apps: new Set(apps) }),
  };
}

function plain(resource: GrantResource): GrantResource {
  return resource.kind === 'server'
    ? { kind: 'server', serverId: resource.serverId }
    : { kind: 'app', appId: resource.appId };
}
