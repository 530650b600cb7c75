import type { Call } from '../../api/models.ts';
import { gatewayUrl } from '../../api/place.ts';
import { useMe } from '../../frame/me-context.ts';
import { useApps } from '../apps/use-apps.ts';
import { appOf } from '../server/use-drift.ts';
import { useServers } from '../servers/use-servers.ts';

/** What a client can be connected to. */
export interface Destination {
  /** In the address: `server:files`, `app:support`. */
  readonly value: string;
  readonly group: 'Apps' | 'Servers';
  readonly label: string;
  readonly name: string;
  /** The native MCP endpoint. */
  readonly url: string;
  /** The app whose key it takes; a published server takes none. */
  readonly app: string | undefined;
  /** Whether a call went there. */
  readonly isMeantBy: (call: Call) => boolean;
  readonly listPath: string;
  /** For the command. */
  readonly options: readonly string[];
}

/** Apps first: they have keys of their own. */
export function useDestinations(): {
  readonly destinations: readonly Destination[];
  readonly isPending: boolean;
  readonly error: unknown;
} {
  const me = useMe();
  const apps = useApps();
  const servers = useServers();
  const ofApps = (apps.data ?? []).map(({ id, slug, name }): Destination => ({
    value: `app:${slug}`,
    group: 'Apps',
    label: name,
    name: slug,
    url: `${gatewayUrl}/api/apps/${slug}/mcp`,
    app: slug,
    isMeantBy: ({ caller, hops }) =>
      caller.appId === id || hops.some(({ server }) => server.handle.startsWith(`${slug}.`)),
    listPath: `/api/sdk/tools?app=${slug}`,
    options: ['--app', slug],
  }));
  const ofServers = (servers.data?.servers ?? []).map(({ handle, urls }): Destination => {
    const app = appOf(handle)?.app;
    return {
      value: `server:${handle}`,
      group: 'Servers',
      label: handle,
      name: handle.replaceAll('.', '-'),
      url: urls.mcp,
      app,
      isMeantBy: ({ hops }) => hops.some(({ server }) => server.handle === handle),
      listPath: `/api/servers/${handle}/mcp/tools`,
      options: app === undefined ? [] : ['--app', app, '--server', handle.slice(app.length + 1)],
    };
  });
  return {
    destinations: [...ofApps, ...ofServers],
    isPending: servers.isPending || (me.may('apps:read') && apps.isPending),
    error: servers.error ?? apps.error,
  };
}
