import type { AppConfig, AppServer } from './app-config.schema.js';
import { pointerTo } from '../platform/http/validate.js';
import type { ConfigWarning } from './config-findings.js';
import { looksLikeCredential } from './credential-literals.js';
import { secretNamesIn } from './substitution.js';

/** What can be said about a valid config without asking anybody. `secrets`: the names that are set. */
export function configWarnings(config: AppConfig, secrets: ReadonlySet<string>): ConfigWarning[] {
  const servers = Object.entries(config.mcpServers ?? {});
  return [
    ...servers.flatMap(([name, server]) =>
      [...valuesOf(server)].flatMap(([member, key, value]) =>
        valueWarnings(pointerTo(['mcpServers', name, member, key]), key, value, secrets),
      ),
    ),
    ...servers.flatMap(([name, { url }]) =>
      url === undefined ? [] : urlWarnings(pointerTo(['mcpServers', name, 'url']), url),
    ),
  ];
}

function* valuesOf({ headers = {}, env = {} }: AppServer): Generator<readonly [string, string, string]> {
  for (const [key, value] of Object.entries(headers)) yield ['headers', key, value];
  for (const [key, value] of Object.entries(env)) yield ['env', key, value];
}

function valueWarnings(
  pointer: string,
  name: string,
  value: string,
  secrets: ReadonlySet<string>,
): ConfigWarning[] {
  const missing = [...new Set(secretNamesIn(value))].filter((secret) => !secrets.has(secret));
  return [
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
