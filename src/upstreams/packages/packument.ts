import { isJsonObject } from '../../kernel/json/json.js';

/** Registries copy the addresses of this one, and mean their own. */
const publicRegistry = 'registry.npmjs.org';

/**
 * The packument with the address of each tarball replaced by one below `prefix`. A tarball of another host keeps its address, which is not
 * below the prefix.
 */
export function withTarballsBelow(packument: unknown, registry: URL, prefix: string): unknown {
  const versions = isJsonObject(packument) ? packument['versions'] : undefined;
  if (!isJsonObject(packument) || !isJsonObject(versions)) return packument;
  const changed = Object.entries(versions).map(([version, manifest]) => {
    const dist = isJsonObject(manifest) ? manifest['dist'] : undefined;
    if (!isJsonObject(manifest) || !isJsonObject(dist)) return [version, manifest];
    const { tarball } = dist;
    const below = typeof tarball === 'string' ? pathBelow(tarball, registry) : undefined;
    if (below === undefined) return [version, manifest];
    return [version, { ...manifest, dist: { ...dist, tarball: prefix + below } }];
  });
  return { ...packument, versions: Object.fromEntries(changed) as unknown };
}

/** Relative to the registry; with a slash in front, to its origin. `undefined`: at another host. */
function pathBelow(tarball: string, registry: URL): string | undefined {
  if (!URL.canParse(tarball)) return undefined;
  const { hostname, pathname, search, protocol } = new URL(tarball);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  if (hostname === registry.hostname)
    return pathname.startsWith(registry.pathname)
      ? pathname.slice(registry.pathname.length) + search
      : pathname + search;
  return hostname === publicRegistry ? pathname.slice(1) + search : undefined;
}
