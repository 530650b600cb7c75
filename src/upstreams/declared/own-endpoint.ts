import type { Obstacle } from './server-definition.js';

/** What is known of a server by the addresses of its endpoint: `/api/servers/{server}/mcp`. */
interface Named {
  readonly id: string;
  readonly handle: string;
}

/** Whether an address is the endpoint of the server that is declared with it: whoever connects there waits for himself. */
export function isOwnEndpoint(
  publicUrl: string,
  { id, handle }: Named,
  address: string | undefined,
): boolean {
  if (address === undefined || !URL.canParse(address)) return false;
  const { origin, pathname } = new URL(address);
  const own = new URL(publicUrl);
  const base = own.pathname.replace(/\/$/, '');
  const paths = [id, handle].map((name) => `${base}/api/servers/${name}/mcp`);
  return origin === own.origin && paths.some((path) => pathname === path || pathname.startsWith(`${path}/`));
}

export const ownEndpoint: Obstacle = {
  code: 'server-circle',
  detail: 'The address is the endpoint of this server itself at this gateway.',
};
