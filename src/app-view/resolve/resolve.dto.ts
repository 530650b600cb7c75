import { z } from 'zod';
import { linkTransports } from '../../mcp/wire/link.js';

const Server = z
  .object({
    id: z.string(),
    name: z.string(),
    handle: z.string(),
    transport: z.enum(linkTransports),
    status: z.enum(['ready', 'connecting', 'degraded', 'unavailable', 'disabled']),
    auth: z
      .object({ state: z.enum(['ok', 'needs_auth']) })
      .optional()
      .describe('Of a server that wants OAuth: whether it can be used, or somebody must connect it first'),
    protocolVersion: z.string().optional(),
    serverInfo: z
      .object({ name: z.string().optional(), title: z.string().optional(), version: z.string().optional() })
      .optional(),
    capabilities: z.looseObject({}).optional(),
    urls: z.object({ rest: z.string(), mcp: z.string() }),
  })
  .meta({ id: 'ResolvedServer', description: 'A server of an app as it was last known to be' });

/** All that an SDK needs to know of an app at its start. */
export const ResolvedSchema = z
  .object({
    app: z.object({ id: z.string(), slug: z.string(), name: z.string(), description: z.string() }),
    account: z.object({ id: z.string(), slug: z.string() }),
    config: z.object({ version: z.int(), etag: z.string() }),
    endpoints: z.object({ sdk: z.string(), mcp: z.string(), openapi: z.string() }),
    servers: z.array(Server),
    workflows: z
      .array(z.object({ name: z.string(), version: z.string(), title: z.string().optional() }))
      .describe('Those that can be run'),
    limits: z.object({
      requestsPerMinute: z.int().describe('`0`: no limit'),
      maxBodyBytes: z.int(),
      toolTimeoutMs: z.int(),
    }),
    features: z.object({
      chat: z.boolean(),
      workflows: z.boolean(),
      runWorkflow: z.boolean().describe('Whether the tool `run_workflow` is there for the caller'),
    }),
    server: z.object({ version: z.string() }),
  })
  .meta({ id: 'Resolved' });
