import { z } from 'zod';
import { linkTransports } from '../mcp/wire/link.js';

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
