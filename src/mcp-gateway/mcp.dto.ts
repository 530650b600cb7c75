import { z } from 'zod';

/** MCP objects as OpenAPI shows them: the members that the gateway relies on; all others pass as the server sent them. */
const Meta = z.looseObject({}).meta({ id: 'Meta', description: 'MCP `_meta`: free-form metadata' });

const JsonSchema = z
  .looseObject({})
  .meta({ id: 'JsonSchema', description: 'A JSON Schema as the server sent it' });

export const Tool = z
  .looseObject({
    name: z.string(),
    title: z.string().optional(),
    description: z.string().optional(),
    inputSchema: JsonSchema,
    outputSchema: JsonSchema.optional(),
    annotations: z
      .looseObject({})
      .optional()
      .describe('`readOnlyHint`, `destructiveHint`, `idempotentHint`, `openWorldHint`, `title`'),
    _meta: Meta.optional(),
  })
  .meta({ id: 'Tool', description: 'MCP `Tool`' });

export const Resource = z
  .looseObject({
    uri: z.string(),
    name: z.string(),
    title: z.string().optional(),
    description: z.string().optional(),
    mimeType: z.string().optional(),
  })
  .meta({ id: 'Resource', description: 'MCP `Resource`' });

export const ResourceTemplate = z
  .looseObject({
    uriTemplate: z.string(),
    name: z.string(),
    title: z.string().optional(),
    description: z.string().optional(),
    mimeType: z.string().optional(),
  })
  .meta({ id: 'ResourceTemplate', description: 'MCP `ResourceTemplate`' });

export const Prompt = z
  .looseObject({
    name: z.string(),
    title: z.string().optional(),
    description: z.string().optional(),
    arguments: z
      .array(
        z.looseObject({
          name: z.string(),
          description: z.string().optional(),
          required: z.boolean().optional(),
        }),
      )
      .optional(),
  })
  .meta({ id: 'Prompt', description: 'MCP `Prompt`' });

const annotations = z.looseObject({}).optional();

/** The members of all kinds of blocks in one: a block that is newer passes, and `text` is typed for everybody. */
const Content = z
  .looseObject({
    type: z.string(),
    text: z.string().optional().describe('Of `text`'),
    data: z.string().optional().describe('Of `image` and `audio`, in base64'),
    mimeType: z.string().optional().describe('Of `image`, `audio` and `resource_link`'),
    uri: z.string().optional().describe('Of `resource_link`'),
    name: z.string().optional().describe('Of `resource_link`'),
    title: z.string().optional().describe('Of `resource_link`'),
    description: z.string().optional().describe('Of `resource_link`'),
    size: z.number().optional().describe('Of `resource_link`, in bytes'),
    resource: z
      .looseObject({
        uri: z.string(),
        mimeType: z.string().optional(),
        text: z.string().optional(),
        blob: z.string().optional(),
      })
      .optional()
      .describe('Of `resource`'),
    annotations,
    _meta: Meta.optional(),
  })
  .meta({
    id: 'ContentBlock',
    description: 'MCP content block: text, image, audio, resource, resource_link or one that is newer',
  });

export const CallToolResult = z
  .looseObject({
    content: z.array(Content).optional(),
    structuredContent: z.looseObject({}).optional(),
    isError: z.boolean().optional().describe('The tool ran and failed'),
    resultType: z
      .string()
      .optional()
      .describe('`complete`, or `input_required` when the tool asks for input (2026-07-28)'),
    inputRequests: z.looseObject({}).optional(),
    requestState: z.string().optional(),
  })
  .meta({
    id: 'CallToolResult',
    description: 'MCP `CallToolResult`, or `InputRequiredResult` of 2026-07-28',
  });

export const ReadResourceResult = z
  .looseObject({
    contents: z.array(
      z.looseObject({
        uri: z.string(),
        mimeType: z.string().optional(),
        text: z.string().optional(),
        blob: z.string().optional(),
      }),
    ),
  })
  .meta({ id: 'ReadResourceResult', description: 'MCP `ReadResourceResult`' });

export const GetPromptResult = z
  .looseObject({
    description: z.string().optional(),
    messages: z.array(z.looseObject({ role: z.string(), content: Content })),
  })
  .meta({ id: 'GetPromptResult', description: 'MCP `GetPromptResult`' });

const nextCursor = z.string().optional();

export const ToolList = z.object({ tools: z.array(Tool), nextCursor }).meta({ id: 'ToolList' });
export const ResourceList = z
  .object({ resources: z.array(Resource), resourceTemplates: z.array(ResourceTemplate), nextCursor })
  .meta({ id: 'ResourceList' });
export const PromptList = z.object({ prompts: z.array(Prompt), nextCursor }).meta({ id: 'PromptList' });
