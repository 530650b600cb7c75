import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { PackageFailure } from './package-failure.js';

/** What npm's settings and the environment say of registries, and of the way to them. */
export interface NpmSettings {
  /** The registry of packages whose scope has none of its own. */
  readonly registry: string;
  /** Registries of scopes, by `@scope`. */
  readonly scopes: ReadonlyMap<string, string>;
  /** The proxy that leads to an address. Throws a `PackageFailure` where npm does not reveal it. */
  readonly proxyFor: (url: URL) => string | undefined;
  /** How certificates of registries are verified. */
  readonly tls: { readonly ca: readonly string[] | undefined; readonly rejectUnauthorized: boolean };
}

const Proxy = z.union([z.string(), z.literal(false)]).nullable();

/** As `npm config list --json` prints them. It leaves out what contains a password. */
const Listed = z.looseObject({
  registry: z.string(),
  proxy: Proxy.optional(),
  'https-proxy': Proxy.optional(),
  noproxy: z.union([z.string(), z.array(z.string())]).nullish(),
  ca: z.union([z.string(), z.array(z.string())]).nullish(),
  cafile: z.string().nullish(),
  'strict-ssl': z.boolean().nullish(),
});

type Environment = Readonly<Record<string, string>>;

/** Reads what npm prints of its settings. Rejects with a `PackageFailure`. */
export async function readNpmSettings(printed: string, environment: Environment): Promise<NpmSettings> {
  const listed = Listed.safeParse(parsed(printed));
  if (!listed.success)
    throw new PackageFailure('away', "npm's settings cannot be read (npm config list --json)");
  const settings = listed.data;
  const scopes = Object.entries(settings).flatMap(([name, value]) => {
    const scope = /^(@[^:]+):registry$/.exec(name)?.[1];
    return scope === undefined || typeof value !== 'string' ? [] : [[scope, value] as const];
  });
  return {
    registry: settings.registry,
    scopes: new Map(scopes),
    proxyFor: (url) => proxyOf(url, settings, environment),
    tls: {
      ca: await certificatesOf(settings),
      rejectUnauthorized: settings['strict-ssl'] ?? true,
    },
  };
}

/** The order is npm's own: `https-proxy`, `proxy`, then the environment. */
function proxyOf(url: URL, settings: z.infer<typeof Listed>, environment: Environment): string | undefined {
  const bypassed = [settings.noproxy ?? []].flat().join(',');
  if (isBypassed(url.hostname, bypassed)) return undefined;
  const own = [settings['https-proxy'], settings.proxy].find(
    (proxy) => typeof proxy === 'string' && proxy !== '',
  );
  if (typeof own === 'string') return own;
  const inherited =
    variable('HTTPS_PROXY') ?? (url.protocol === 'http:' ? variable('HTTP_PROXY') : undefined);
  if (inherited === undefined && (!('proxy' in settings) || !('https-proxy' in settings)))
    throw new PackageFailure(
      'away',
      'the proxy in the settings of npm has a password, which npm does not reveal: set HTTPS_PROXY for the gateway',
    );
  return inherited;

  function variable(name: string): string | undefined {
    return [environment[name.toLowerCase()], environment[name]].find(
      (value) => value !== undefined && value !== '',
    );
  }
}

/** Whether a host is one of a list of domains, or is in one. */
function isBypassed(host: string, domains: string): boolean {
  return domains
    .split(',')
    .map((domain) => domain.trim().replace(/^\.+/, ''))
    .some((domain) => domain !== '' && (host === domain || host.endsWith(`.${domain}`)));
}

async function certificatesOf({
  ca,
  cafile,
}: z.infer<typeof Listed>): Promise<readonly string[] | undefined> {
  if (cafile == null || cafile === '') return ca == null ? undefined : [ca].flat();
  const text = await readFile(cafile, 'utf8').catch((error: unknown) => {
    throw new PackageFailure('away', `the certificates of npm (cafile) cannot be read`, error);
  });
  return [text];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
