import type { AppServer } from '../../apps/document/app-config.schema.js';
import type { ServerOptions, ServerTarget } from './server-definition.js';
import type { TenantSecrets } from './tenant-secrets.js';

/** How to reach a server that an app declares, with the values of its secrets in place. */
export function targetOf(
  { type, url, headers = {}, command, args = [], env = {}, cwd }: AppServer,
  secrets: TenantSecrets,
): ServerTarget {
  if (command !== undefined) return { transport: 'stdio', command, args, env: secrets.fill(env), cwd };
  const transport = type === undefined ? 'auto' : type === 'sse' ? 'sse' : 'http';
  return { transport, url: url ?? '', headers: secrets.fill(headers) };
}

export function declaredOptions({
  description,
  disabled,
  timeoutMs,
  maxConcurrency,
  isolation,
  notSecret,
  tools,
  overrides,
  questions,
}: AppServer): ServerOptions {
  return {
    description,
    disabled,
    timeoutMs,
    maxConcurrency,
    isolation,
    notSecret,
    tools,
    overrides,
    questions,
  };
}

/** What a connection to a server of an app depends on, as it is written; the rest is looked at call by call. */
export function connectionOf(declared: AppServer): readonly unknown[] {
  const { type, url, headers, command, args, env, cwd, isolation, notSecret, questions } = declared;
  return [type, url, headers, command, args, env, cwd, isolation, notSecret, questions];
}
