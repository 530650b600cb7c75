import { allPages } from '../../client/pages.js';
import type { Gateway } from '../http/gateway.js';
import type { Success } from '../http/operation-types.js';

type ServerPage = Success<'get', '/api/servers'>;

/** The servers that the token reaches, and for the operator what is wrong with `mcp.json`, ready to be shown. */
export interface KnownServers {
  readonly servers: ServerPage['servers'];
  readonly fileFaults: readonly string[];
}

export async function listServers(gateway: Gateway): Promise<KnownServers> {
  let fileFaults: readonly string[] = [];
  const servers = await allPages(
    (query) => gateway.get('/api/servers', { query }),
    (page) => {
      fileFaults = page.fileFaults ?? [];
      return page.servers;
    },
  );
  return { servers, fileFaults: fileFaults.map((fault) => `mcp.json: ${fault}`) };
}

/** Whether it is there, and waits for somebody to connect it. */
export function isUnconnected({ auth }: KnownServers['servers'][number]): boolean {
  return auth?.state === 'needs_auth';
}
