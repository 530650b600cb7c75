import type { AppServer } from '../../apps/document/app-config.schema.js';
import { authOriginsOf } from '../../apps/document/secret-uses.js';
import { openApiTarget } from './openapi-target.js';
import type { ServerAuth } from './server-auth.js';
import type { ServerOptions, ServerTarget } from './server-definition.js';
import type { TenantSecrets } from './tenant-secrets.js';

/** How to reach a server that an app declares, with the values of its secrets in place. */
export function targetOf(
  { type, url, headers = {}, command, args = [], env = {}, cwd, ...declared }: AppServer,
  secrets: TenantSecrets,
): ServerTarget {
  const { openapi, baseUrl, operations, credentials = {} } = declared;
  if (openapi !== undefined) {
    const told = { headers: secrets.fill(headers), credentials: secrets.fill(credentials) };
    return openApiTarget({ openapi, baseUrl, operations, ...told });
  }
  if (command !== undefined) return { transport: 'stdio', command, args, env: secrets.fill(env), cwd };
  const transport = type === undefined ? 'auto' : type === 'sse' ? 'sse' : 'http';
  return { transport, url: url ?? '', headers: secrets.fill(headers) };
}

/** How a server that an app declares is got into, with the secret of its client in place; a draft may lack it. */
export function authOf(declared: AppServer, secrets: TenantSecrets): ServerAuth | undefined {
  const { auth } = declared;
  if (auth?.clientSecret === undefined) return auth;
  const { clientSecret = '' } = secrets.fill({ clientSecret: auth.clientSecret }, authOriginsOf(declared));
  return { ...auth, clientSecret };
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
  const { type, url, headers, auth, command, args, env, cwd, isolation, notSecret, questions } = declared;
  const { openapi, baseUrl, operations, credentials } = declared;
  const api = openapi === undefined ? [] : [openapi, baseUrl, operations, credentials];
  const rest = [isolation, notSecret, questions, ...(auth === undefined ? [] : [auth])];
  return [type, url, headers, command, args, env, cwd, ...rest, ...api];
}
