import type { AppConfig, AppServer } from './app-config.schema.js';
import type { SecretOrigin, StoredSecret } from './app.js';
import { apiAddressOf } from './openapi-address.js';
import { secretNamesIn } from './substitution.js';

/** What stands for all commands that an app runs where the operator allows it: they have no origin of their own. */
const commandOrigin = 'stdio:';

/** A server to which a config sends a secret. */
export interface SecretUse {
  readonly name: string;
  /** As `originOf` says it. */
  readonly origin: string;
  /** Name of the server in the config, or `policies.hooks`. */
  readonly server: string;
}

type Placed = Pick<AppServer, 'url' | 'openapi' | 'baseUrl' | 'command'>;
type Declared = Placed & Pick<AppServer, 'headers' | 'credentials' | 'env' | 'auth'>;

/** Where the secrets of a server go: `https://api.example.com`, `stdio:` for a command, `undefined` when it is no address. */
export function originOf({ command, ...declared }: Placed): string | undefined {
  if (command !== undefined) return commandOrigin;
  const address = addressOf(declared);
  return address === undefined ? undefined : normalOrigin(address);
}

/** Where a remote server is. */
function addressOf({ url, ...api }: Omit<Placed, 'command'>): string | undefined {
  return url ?? apiAddressOf(api);
}

/**
 * Where the secret of our client goes: to the authorization server that the declaration names, else to the one that the server names. Where
 * it gets tokens without a person, also to the server, which is given these.
 */
export function authOriginsOf({ auth, ...declared }: Placed & Pick<AppServer, 'auth'>): readonly string[] {
  const url = addressOf(declared);
  const addresses = auth?.type === 'client_credentials' ? [auth.tokenUrl, url] : [auth?.issuer ?? url];
  return [...new Set(addresses.flatMap((address = '') => normalOrigin(address) ?? []))];
}

/** An address cut down to scheme, host and port (RFC 6454 §6.2); `undefined` for anything but http, https and `stdio:`. */
export function normalOrigin(address: string): string | undefined {
  if (address === commandOrigin) return commandOrigin;
  if (!URL.canParse(address)) return undefined;
  const { origin, protocol } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? origin : undefined;
}

/** Whether `text` names an origin and nothing more: no path, query, user. */
export function isSecretOrigin(text: string): boolean {
  const origin = normalOrigin(text);
  return origin !== undefined && [origin, `${origin}/`].includes(text.toLowerCase());
}

/** All places to which a config sends secrets, or what is signed with them, each once. */
export function secretUsesOf({
  mcpServers = {},
  policies,
}: Pick<AppConfig, 'mcpServers' | 'policies'>): readonly SecretUse[] {
  const ofHooks = (policies?.hooks ?? []).flatMap(({ url, secret = '' }) =>
    usesIn([secret], originOf({ url }), hooksMember),
  );
  return [...usesOfServers(mcpServers), ...ofHooks];
}

/** What stands in the place of a server where a secret signs what hooks are asked. */
const hooksMember = 'policies.hooks';

function usesOfServers(servers: Readonly<Record<string, Declared>>): readonly SecretUse[] {
  return Object.entries(servers).flatMap(([server, declared]) => {
    const { command, headers, credentials, env } = declared;
    const values = (command === undefined ? [headers, credentials] : [env]).flatMap((told = {}) =>
      Object.values(told),
    );
    return [
      ...usesIn(values, originOf(declared), server),
      ...authOriginsOf(declared).flatMap((origin) =>
        usesIn([declared.auth?.clientSecret ?? ''], origin, server),
      ),
    ];
  });
}

function usesIn(values: readonly string[], origin: string | undefined, server: string): SecretUse[] {
  return origin === undefined
    ? []
    : [...new Set(values.flatMap(secretNamesIn))].map((name) => ({ name, origin, server }));
}

/** Whether a secret was given for an origin; one that was given for none yet goes nowhere. */
export function isGivenFor(secret: StoredSecret, origin: string | undefined): boolean {
  return secret.origins.some((given) => given.origin === origin);
}

/** The uses of secrets that are there and given for where they go, and have never gone there. */
export function firstUsesOf(
  uses: readonly SecretUse[],
  originsOf: (name: string) => readonly SecretOrigin[] | undefined,
): readonly SecretUse[] {
  return uses.filter(({ name, origin }) =>
    originsOf(name)?.some((given) => given.origin === origin && given.usedAt === null),
  );
}
