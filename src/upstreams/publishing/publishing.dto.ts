import { z } from 'zod';
import { linkTransports } from '../../mcp/wire/link.js';

/** What it may say is the operator file's to know: faults are told with pointers. */
const definition = z.looseObject({}).meta({
  id: 'ServerDeclaration',
  description:
    'As an entry of `mcpServers` in `mcp.json`: `url` and `headers`, or `openapi` and `baseUrl`, or `command`, `args` and `env`, and options. `null` for a value of `headers`, `credentials` or `env` keeps the one that is there',
});

const name = z.string().min(1).max(63).describe('`[a-z0-9](-?[a-z0-9])*`; not `published` or `probe`');

export const PublishRequest = z.strictObject({ name, definition }).meta({ id: 'PublishRequest' });
export type PublishRequest = z.infer<typeof PublishRequest>;

export const RepublishRequest = z.strictObject({ definition }).meta({ id: 'RepublishRequest' });
export type RepublishRequest = z.infer<typeof RepublishRequest>;

export const ProbeRequest = z
  .strictObject({
    definition,
    name: name.optional().describe('A server that is there: `null` stands for the values that it has'),
  })
  .meta({ id: 'ProbeRequest' });
export type ProbeRequest = z.infer<typeof ProbeRequest>;

export const ServerNameParam = z.string().min(1).max(63).describe('Name of a published server');

export const PublishedServerSchema = z
  .object({
    name: z.string(),
    definition: z
      .looseObject({})
      .describe(
        'As it was declared; values of `headers`, `credentials` and `env` are `null`: they are never shown',
      ),
    source: z.enum(['file', 'database']),
    readOnly: z.boolean().describe("Those of the operator's file are"),
  })
  .meta({ id: 'PublishedServer' });

export const PublishedServersSchema = z
  .object({ servers: z.array(PublishedServerSchema) })
  .meta({ id: 'PublishedServers' });

export const ProbeSchema = z
  .object({
    ok: z.boolean(),
    protocolVersion: z.string().optional(),
    transport: z.enum(linkTransports).optional(),
    serverInfo: z.looseObject({}).optional(),
    tools: z.int().optional().describe('How many it has'),
    error: z.object({ code: z.string(), detail: z.string() }).optional().describe('A code of the problems'),
    oauth: z.literal(true).optional().describe('It wants somebody to connect it by OAuth'),
  })
  .meta({ id: 'Probe' });
