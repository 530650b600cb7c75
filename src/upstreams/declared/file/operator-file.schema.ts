import { resolve } from 'node:path';
import { z } from 'zod';
import { ServerPoliciesSchema } from '../../../apps/document/policies.schema.js';
import { OperatorServerAuth } from '../../../apps/document/server-auth.schema.js';
import { apiAddressOf } from '../../../apps/document/openapi-address.js';
import { openApiShape, serverOptionsShape } from '../../../apps/document/server-options.schema.js';
import { isIntegrity, pinnedPackageOf } from '../pinned-package.js';
import { RunOptions } from '../run-options.schema.js';
import { openApiTarget } from '../openapi-target.js';
import type { ServerDefinition, ServerTarget } from '../server-definition.js';

const withoutNul = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !value.includes('\0'), 'has a NUL character');
const text = withoutNul(8192).min(1);
const texts = z.record(z.string().min(1).max(256), withoutNul(65_536));
const types = {
  stdio: 'stdio',
  http: 'http',
  'streamable-http': 'http',
  streamableHttp: 'http',
  sse: 'sse',
} as const;

/** One server as desktop clients declare it; of other members `foreignMembers` tells. */
export const OperatorServer = z
  .object({
    type: z.enum(Object.keys(types) as (keyof typeof types)[]).optional(),
    url: text.optional(),
    ...openApiShape,
    headers: texts.optional(),
    auth: OperatorServerAuth.optional(),
    command: text.optional(),
    args: z.array(withoutNul(65_536)).max(1000).optional(),
    env: texts.optional(),
    cwd: text.optional(),
    integrity: z.string().max(400).refine(isIntegrity, 'must be hashes such as sha512-…').optional(),
    run: RunOptions.optional(),
    policies: ServerPoliciesSchema.optional(),
    ...serverOptionsShape,
  })
  .superRefine((server, context) => {
    const { type, headers, auth, command, args = [], integrity, run, disabled, openapi, baseUrl } = server;
    const member = openapi === undefined ? 'url' : baseUrl === undefined ? 'openapi' : 'baseUrl';
    const url = openapi === undefined ? server.url : (apiAddressOf({ openapi, baseUrl }) ?? '');
    const fault = (path: string, message: string) => {
      context.addIssue({ code: 'custom', path: path.split('/'), message });
    };
    if (auth !== undefined && command !== undefined) fault('auth', 'is only for servers with a url');
    if (auth !== undefined && Object.keys(headers ?? {}).some((name) => /^authorization$/i.test(name)))
      fault('auth', 'does not go with a header Authorization');
    if (auth?.clientSecret !== undefined && auth.clientId === undefined)
      fault('auth/clientSecret', 'is the secret of a clientId, which is not there');
    if (integrity !== undefined && pinnedPackageOf({ command: command ?? '', args, integrity }) === undefined)
      fault('integrity', 'goes with the command npx and one exact version: ["-y", "name@1.2.3", …]');
    if (run !== undefined && command === undefined)
      context.addIssue({ code: 'custom', path: ['run'], message: 'is only for servers with a command' });
    for (const name of ['baseUrl', 'operations', 'credentials'] as const)
      if (server[name] !== undefined && openapi === undefined)
        fault(name, 'is only for servers with openapi, the document of their API');
    if ([server.url, openapi, command].filter((way) => way !== undefined).length !== 1)
      context.addIssue('must have one of url, openapi and command');
    else if (command !== undefined && type !== undefined && type !== 'stdio')
      context.addIssue(`has a command, so its type must be stdio, not ${type}`);
    else if (url !== undefined && type === 'stdio')
      context.addIssue('has a url, so its type cannot be stdio');
    // The variables in it have not been replaced.
    else if (url === undefined || disabled === true) return;
    else if (!/^https?:\/\//i.test(url)) fault(member, 'must begin with http:// or https://');
    else if (!URL.canParse(url)) fault(member, 'must be a URL');
    else if (typeof openapi === 'string' && !isHttp(openapi))
      fault('openapi', 'must be a URL that begins with http:// or https://, or a document');
  });

function isHttp(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** Our clients at authorization servers, by issuer. */
export const OAuthClients = z.record(
  z.string().min(1).max(2048),
  z.strictObject({ clientId: text, clientSecret: text.optional() }),
);

/** Names of the members that a server can have. */
export const operatorServerMembers: readonly string[] = Object.keys(OperatorServer.shape);

export type OperatorServer = z.infer<typeof OperatorServer>;

/** The server as the gateway uses it; paths are relative to `folder`, that of the file. */
export function toDefinition(
  name: string,
  { type, url, headers, auth, command, args, env, cwd, integrity, run, policies, ...server }: OperatorServer,
  folder: string,
): ServerDefinition {
  const { openapi, baseUrl, operations, credentials, ...options } = server;
  const declared = type === undefined ? undefined : types[type];
  const target: ServerTarget =
    openapi !== undefined
      ? openApiTarget({ openapi, baseUrl, operations, headers, credentials })
      : command === undefined
        ? {
            transport: declared === undefined || declared === 'stdio' ? 'auto' : declared,
            url: url ?? '',
            headers: headers ?? {},
          }
        : {
            transport: 'stdio',
            command,
            args: args ?? [],
            env: env ?? {},
            cwd: cwd === undefined ? folder : resolve(folder, cwd),
            ...(cwd === undefined ? { isCwdDefault: true } : {}),
            ...(integrity === undefined ? {} : { integrity }),
            ...(run === undefined ? {} : { run: inFolder(run, folder) }),
          };
  return {
    ...{ name, target, options },
    ...(auth === undefined ? {} : { auth }),
    ...(policies === undefined ? {} : { policies }),
  };
}

function inFolder({ readOnly, writable, ...run }: RunOptions, folder: string): RunOptions {
  const absolute = (path: string) => resolve(folder, path);
  return {
    ...run,
    ...(readOnly === undefined ? {} : { readOnly: readOnly.map(absolute) }),
    ...(writable === undefined ? {} : { writable: writable.map(absolute) }),
  };
}
