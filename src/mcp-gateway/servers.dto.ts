import { z } from 'zod';
import { linkTransports } from '../mcp/wire/link.js';
import { maxListFaults } from '../upstreams/connection/lists/list-fault.js';

const ListFaultSchema = z
  .object({
    list: z.enum(['tools', 'prompts', 'resources', 'resourceTemplates']),
    item: z
      .string()
      .optional()
      .describe('Its name or address; absent when it has none, or for the whole list'),
    effect: z
      .enum(['left-out', 'repaired', 'incomplete'])
      .describe(
        '`left-out`: not listed. `repaired`: listed without its wrong members. `incomplete`: more may belong to the list.',
      ),
    detail: z.string(),
  })
  .meta({ id: 'ListFault', description: 'What MCP clients would refuse in a list of a server' });

export const ServerSchema = z
  .object({
    id: z.string().describe('`srv_…`'),
    handle: z.string().describe('What stands for `{server}` in paths'),
    name: z.string(),
    description: z.string().optional(),
    transport: z.enum(linkTransports),
    status: z.enum(['ready', 'connecting', 'degraded', 'unavailable', 'disabled']),
    auth: z
      .object({ state: z.enum(['ok', 'needs_auth']) })
      .optional()
      .describe('Of a server that wants OAuth: whether it can be used, or somebody must connect it first'),
    protocolVersion: z.string().optional(),
    serverInfo: z.looseObject({}).optional(),
    capabilities: z.looseObject({}).optional(),
    toolCount: z.int().optional().describe('Tools that the policy shows; absent until they are known'),
    listTokens: z
      .int()
      .optional()
      .describe('What the list of these tools costs a model, estimated; absent until it is known'),
    listFaults: z
      .array(ListFaultSchema)
      .max(4 * maxListFaults)
      .optional()
      .describe('What MCP clients would refuse in its lists, as last read; the first 50 of each list'),
    urls: z.object({ rest: z.string(), mcp: z.string() }),
    lastError: z.object({ code: z.string(), detail: z.string().optional() }).optional(),
    nextRetryAt: z.iso.datetime().optional(),
  })
  .meta({ id: 'Server' });

export const ServerListSchema = z
  .object({
    servers: z.array(ServerSchema),
    nextCursor: z.string().optional(),
    fileFaults: z
      .array(z.string())
      .optional()
      .describe("What is wrong with the operator's file, each with its line; only the operator is told"),
  })
  .meta({ id: 'ServerList' });

export const Pong = z
  .object({
    ok: z.literal(true),
    latencyMs: z.number(),
    protocolVersion: z.string(),
    serverInfo: z.looseObject({}).optional(),
    transport: z.enum(linkTransports),
  })
  .meta({ id: 'Pong' });
export type Pong = z.infer<typeof Pong>;
