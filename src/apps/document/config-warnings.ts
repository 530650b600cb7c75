import type { AppConfig, AppServer } from './app-config.schema.js';
import { inSlices } from '../../kernel/pacing/slices.js';
import { pointerTo } from '../../platform/http/bodies/validate.js';
import type { ConfigWarning } from './config-findings.js';
import type { StoredSecret } from './app.js';
import { authOriginsOf, isGivenFor, originOf } from './secret-uses.js';
import { looksLikeCredential } from './credential-literals.js';
import { secretNamesIn } from './substitution.js';

type Secrets = ReadonlyMap<string, StoredSecret>;

/** What can be said about a valid config without asking anybody. */
export function configWarnings(config: AppConfig, secrets: Secrets): Promise<ConfigWarning[]> {
  return inSlices(collect(config, secrets));
}

function* collect(config: AppConfig, secrets: Secrets): Generator<undefined, ConfigWarning[]> {
  const servers = Object.entries(config.mcpServers ?? {});
  const warnings: ConfigWarning[] = [];
  for (const [name, server] of servers) {
    const origins = [originOf(server) ?? ''];
    for (const [member, key, value] of valuesOf(server)) {
      const pointer = pointerTo(['mcpServers', name, member, key]);
      warnings.push(...valueWarnings(pointer, key, value, secrets, origins));
      yield undefined;
    }
    const { clientSecret } = server.auth ?? {};
    if (clientSecret !== undefined) {
      const pointer = pointerTo(['mcpServers', name, 'auth', 'clientSecret']);
      warnings.push(...valueWarnings(pointer, 'clientSecret', clientSecret, secrets, authOriginsOf(server)));
    }
  }
  for (const [index, { url, secret }] of (config.policies?.hooks ?? []).entries())
    if (secret !== undefined) {
      const pointer = pointerTo(['policies', 'hooks', index, 'secret']);
      warnings.push(...valueWarnings(pointer, 'secret', secret, secrets, [originOf({ url }) ?? '']));
    }
  for (const [name, server] of servers)
    for (const member of ['url', 'openapi', 'baseUrl'] as const) {
      const address = server[member];
      if (typeof address === 'string')
        warnings.push(...urlWarnings(pointerTo(['mcpServers', name, member]), address));
    }
  return warnings;
}

function* valuesOf({
  headers = {},
  credentials = {},
  env = {},
}: AppServer): Generator<readonly [string, string, string]> {
  for (const [key, value] of Object.entries(headers)) yield ['headers', key, value];
  for (const [key, value] of Object.entries(credentials)) yield ['credentials', key, value];
  for (const [key, value] of Object.entries(env)) yield ['env', key, value];
}

function valueWarnings(
  pointer: string,
  name: string,
  value: string,
  secrets: Secrets,
  origins: readonly string[],
): ConfigWarning[] {
  const needed = [...new Set(secretNamesIn(value))];
  const missing = needed.filter((secret) => !secrets.has(secret));
  return [
    ...needed.flatMap((secret) =>
      origins.flatMap((origin) => originWarnings(pointer, secret, secrets.get(secret), origin)),
    ),
    ...missing.map((secret) => ({
      code: 'secret-not-set',
      pointer,
      detail: `needs the secret ${secret}, which is not set: the server cannot be used before it is`,
    })),
    ...(looksLikeCredential(name, value)
      ? [
          {
            code: 'literal-credential',
            pointer,
            detail:
              'looks like a credential in plain text: keep it as a secret of the app and write `${secret:NAME}` here',
          },
        ]
      : []),
  ];
}

/** A secret without an origin is fixed to this one when the config is saved. */
function originWarnings(
  pointer: string,
  name: string,
  secret: StoredSecret | undefined,
  origin: string,
): ConfigWarning[] {
  if (secret === undefined || secret.origins.length === 0 || isGivenFor(secret, origin)) return [];
  const given = secret.origins.map((one) => one.origin).join(', ');
  return [
    {
      code: 'secret-not-for-origin',
      pointer,
      detail: `needs the secret ${name}, which is given for ${given} and not for ${origin}: the server cannot be used before an owner or admin adds it`,
    },
  ];
}

function urlWarnings(pointer: string, url: string): ConfigWarning[] {
  const found = [...new URL(url).searchParams].some(([name, value]) => looksLikeCredential(name, value));
  return found
    ? [
        {
          code: 'literal-credential',
          pointer,
          detail:
            'has what looks like a credential in its query: send it in a header, as a secret of the app',
        },
      ]
    : [];
}
