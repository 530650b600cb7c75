import { isLoopback, redirectHost, type RedirectAddress } from './redirect-address.js';

/** Whether people may be returned there: to this computer always, elsewhere to `hosts` (OAUTH_REDIRECT_HOSTS), where none allows all. */
export function isReturnHostAllowed(address: RedirectAddress, hosts: readonly string[]): boolean {
  if (hosts.length === 0 || isLoopback(address)) return true;
  const host = redirectHost(address);
  return hosts.some((allowed) => allowed.toLowerCase() === host);
}
