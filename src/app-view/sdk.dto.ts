import { z } from 'zod';
import { AppQuery } from '../apps/app/app-query.dto.js';
import { Prompt, Resource, ResourceTemplate, Tool } from '../mcp-gateway/mcp.dto.js';
import { ListQuery, ReadResourceRequest } from '../mcp-gateway/requests.dto.js';
import { toolFormats } from '../mcp-gateway/provider-formats.js';

const { app } = AppQuery.shape;
const serverName = z.string().min(1).max(63);
const onlyServer = serverName.optional().describe('Name of the one server of the app to list');

export const AppListQuery = ListQuery.omit({ refresh: true }).extend({ app, server: onlyServer });
export type AppListQuery = z.infer<typeof AppListQuery>;

export const AppToolsQuery = ListQuery.extend({
  app,
  server: onlyServer,
  search: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe('What the tool should do, in words: the tools that fit, best first'),
  format: z
    .enum(toolFormats)
    .default('mcp')
    .describe('Shape of the tools: for MCP, or for a model provider’s SDK'),
  strict: z
    .enum(['true', 'false'])
    .default('false')
    .describe(
      '`true`, with `format=openai`: schemas in OpenAI’s strict subset, as far as they can be said in it',
    ),
});
export type AppToolsQuery = z.infer<typeof AppToolsQuery>;

export const AppReadRequest = ReadResourceRequest.extend({
  server: serverName.optional().describe('Needed when two servers of the app have the resource'),
}).meta({ id: 'AppReadRequest' });
export type AppReadRequest = z.infer<typeof AppReadRequest>;

export const ServerReportSchema = z
  .object({
    name: z.string(),
    status: z.enum(['ready', 'connecting', 'degraded', 'unavailable']),
    error: z
      .object({ code: z.string(), detail: z.string().optional() })
      .optional()
      .describe('Why its part is missing or may be old'),
  })
  .meta({ id: 'ServerReport', description: 'How a server took part in a list over all servers of an app' });

const exposed = z
  .string()
  .describe('`server__tool`: at most 64 characters of `[A-Za-z0-9_-]`, the same for ever');

const AppTool = Tool.extend({
  name: exposed,
  server: z.string(),
  tool: z.string().describe('Its name at that server'),
  description: z.string(),
  score: z.number().optional().describe('With `search`; comparable within one answer'),
}).meta({ id: 'AppTool', description: 'MCP `Tool` of a server of an app' });

const OpenAiTool = z
  .object({
    type: z.literal('function'),
    function: z.object({
      name: exposed,
      description: z.string().optional(),
      parameters: z.looseObject({}),
      strict: z
        .boolean()
        .optional()
        .describe('With `strict=true`; if it is false, `$comment` of the parameters says why'),
    }),
  })
  .meta({ id: 'OpenAiTool', description: 'An element of `tools` of OpenAI’s Chat Completions' });

const AnthropicTool = z
  .object({ name: exposed, description: z.string().optional(), input_schema: z.looseObject({}) })
  .meta({ id: 'AnthropicTool', description: 'An element of `tools` of Anthropic’s Messages' });

const servers = z.array(ServerReportSchema);
const nextCursor = z.string().optional();

export const AppToolList = z
  .object({ tools: z.array(z.union([AppTool, OpenAiTool, AnthropicTool])), servers, nextCursor })
  .meta({ id: 'AppToolList' });

const server = z.string();

export const AppResourceList = z
  .object({
    resources: z.array(Resource.extend({ server })),
    resourceTemplates: z.array(ResourceTemplate.extend({ server })),
    servers,
    nextCursor,
  })
  .meta({ id: 'AppResourceList' });

export const AppPromptList = z
  .object({
    prompts: z.array(Prompt.extend({ server, prompt: z.string().describe('Its name at that server') })),
    servers,
    nextCursor,
  })
  .meta({ id: 'AppPromptList' });
