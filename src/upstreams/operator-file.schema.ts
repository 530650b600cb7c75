import { z } from 'zod';
import { Slug } from '../apps/names.js';
import { serverOptionsShape } from '../apps/server-options.schema.js';
import type { ServerDefinition, ServerTarget } from './server-definition.js';

const text = z.string().min(1).max(8192);
const texts = z.record(z.string().min(1).max(256), z.string().max(65_536));
const types = {
  stdio: 'stdio',
  http: 'http',
  'streamable-http': 'http',
  streamableHttp: 'http',
  sse: 'sse',
} as const;

/** One server as desktop clients declare it. Members that only those clients know are passed over. */
const OperatorServer = z
  .object({
    type: z.enum(Object.keys(types) as (keyof typeof types)[]).optional(),
    url: text.optional(),
    headers: texts.optional(),
    command: text.optional(),
    args: z.array(z.string().max(65_536)).max(1000).optional(),
    env: texts.optional(),
    cwd: text.optional(),
    ...serverOptionsShape,
  })
  .superRefine(({ type, url, command }, context) => {
    if ((url === undefined) === (command === undefined))
      context.addIssue('must have either a url or a command');
    else if (command !== undefined && type !== undefined && type !== 'stdio')
      context.addIssue(`has a command, so its type must be stdio, not ${type}`);
    else if (url !== undefined && type === 'stdio')
      context.addIssue('has a url, so its type cannot be stdio');
    else if (url !== undefined && !/^https?:\/\//i.test(url))
      context.addIssue({ code: 'custom', path: ['url'], message: 'must begin with http:// or https://' });
    else if (url !== undefined && !URL.canParse(url))
      context.addIssue({ code: 'custom', path: ['url'], message: 'must be a URL' });
  });

export type OperatorServer = z.infer<typeof OperatorServer>;

const Servers = z.record(Slug, OperatorServer);

/** The operator's file, in the shape of desktop clients (`mcpServers`) or VS Code (`servers`). */
export const OperatorFile = z
  .object({ mcpServers: Servers.optional(), servers: Servers.optional() })
  .superRefine(({ mcpServers, servers }, context) => {
    if (mcpServers === undefined && servers === undefined)
      context.addIssue('must have the member mcpServers (or servers)');
    for (const name of Object.keys(servers ?? {}))
      if (mcpServers?.[name] !== undefined)
        context.addIssue({
          code: 'custom',
          path: ['servers', name],
          message: 'is declared under mcpServers too',
        });
  });

export function toDefinition(
  name: string,
  { type, url, headers, command, args, env, cwd, ...options }: OperatorServer,
  folder: string,
): ServerDefinition {
  const declared = type === undefined ? undefined : types[type];
  const target: ServerTarget =
    command === undefined
      ? {
          transport: declared === undefined || declared === 'stdio' ? 'auto' : declared,
          url: url ?? '',
          headers: headers ?? {},
        }
      : { transport: 'stdio', command, args: args ?? [], env: env ?? {}, cwd: cwd ?? folder };
  return { name, target, options };
}
