import { nearestOf } from '../../kernel/text/nearest.js';
import { CliFailure } from '../failure.js';
import type { Gateway } from '../http/gateway.js';
import type { CommandSession } from '../session.js';
import { listServers } from '../tools/server-list.js';

/** Where a client finds an app, or one server of it. */
export interface EndpointAddress {
  readonly app: string;
  readonly url: string;
}

/** The native MCP endpoint that is meant: of the app, or with `--server` of one of its servers. */
export async function endpointOf(session: CommandSession, gateway: Gateway): Promise<EndpointAddress> {
  const server = session.invocation.text('server');
  const named = server?.includes('.') === true ? server.slice(0, server.indexOf('.')) : undefined;
  const wanted = named ?? session.getApp();
  const { app, endpoints } = await gateway.get('/api/apps/{app}/resolve', { path: { app: wanted } });
  if (server === undefined) return { app: app.slug, url: endpoints.mcp };
  const handle = named === undefined ? `${app.slug}.${server}` : server;
  const { servers } = await listServers(gateway);
  const found = servers.find((one) => one.handle === handle);
  if (found !== undefined) return { app: app.slug, url: found.urls.mcp };
  const known = servers.flatMap((one) => (one.handle.startsWith(`${app.slug}.`) ? [one.name] : []));
  const nearest = nearestOf(named === undefined ? server : server.slice(named.length + 1), known);
  throw new CliFailure(`The app ${app.slug} has no server ${server}.`, {
    code: 'server-not-found',
    advice: [
      ...(nearest === undefined ? [] : [`Did you mean ${nearest}?`]),
      known.length === 0
        ? 'It has none yet: add one to its config, and push it.'
        : `It has: ${known.join(', ')}`,
    ],
  });
}
