import { basePathOf } from '../../kernel/base-path.js';
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
  const paths = [id, handle].map((name) => `${basePathOf(publicUrl)}/api/servers/${name}/mcp`);
  return (
    origin === new URL(publicUrl).origin &&
    paths.some((path) => pathname === path || pathname.startsWith(`${path}/`))
  );
}

export const ownEndpoint: Obstacle = {
  code: 'server-circle',
  detail: 'The address is the endpoint of this server itself at this gateway.',
};
