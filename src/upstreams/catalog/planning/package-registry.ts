import type { Package } from '../entry/server-json.js';
import { entryRefused } from './plan-refusal.js';

/** Where packages of npm are if nothing else is said; a mirror stands for it. */
const publicNpm = 'https://registry.npmjs.org';
/** The names of Docker's registry, which is meant by the names of images that say none. */
const dockerHosts: ReadonlySet<string> = new Set([
  ...['docker.io', 'index.docker.io', 'registry-1.docker.io', 'registry.hub.docker.com', 'hub.docker.com'],
]);

/**
 * Throws `catalog-entry-refused` for a package that is in another registry than the one it would be taken from: the same name may be somebody
 * else's there. `npmRegistry`: where packages of npm are taken from.
 */
export function requireOurRegistry(
  { registryType, registryBaseUrl, identifier }: Package,
  npmRegistry: string,
): void {
  if (registryBaseUrl === undefined) return;
  const isOurs =
    registryType === 'oci'
      ? imageRegistryOf(registryBaseUrl) === imageRegistryOf(`https://${hostOfImage(identifier)}`)
      : [npmRegistry, publicNpm].some((known) => addressOf(known) === addressOf(registryBaseUrl));
  if (isOurs) return;
  throw entryRefused(
    `Its package is in the registry ${shown(registryBaseUrl)} (registryBaseUrl), and would be taken from ${registryType === 'oci' ? shown(`https://${hostOfImage(identifier)}`) : shown(npmRegistry)}.`,
  );
}

/** Without slashes at the end; `undefined` for what is no address of a registry. */
function addressOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { origin, pathname, username, password, search, hash } = new URL(text);
  return `${username}${password}${search}${hash}` === ''
    ? origin + pathname.replace(/(?<!\/)\/+$/, '')
    : undefined;
}

function imageRegistryOf(text: string): string {
  const address = addressOf(text) ?? '';
  const host = URL.canParse(address) ? new URL(address).host : text;
  return dockerHosts.has(host) ? 'docker.io' : host;
}

/** A first part with a dot or a port, or `localhost`, is a host; else the image is Docker's. */
function hostOfImage(identifier: string): string {
  const [first = '', ...rest] = identifier.split('/');
  return rest.length > 0 && (/[.:]/.test(first) || first === 'localhost') ? first : 'docker.io';
}

/** Without a user and password. */
function shown(text: string): string {
  const address = URL.canParse(text) ? new URL(text).origin + new URL(text).pathname : text;
  return JSON.stringify(address.slice(0, 200));
}
