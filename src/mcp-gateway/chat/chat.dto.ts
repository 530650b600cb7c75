import { z } from 'zod';
import { ToolGlobsSchema } from '../../apps/document/server-options.schema.js';
import { JsonValueSchema } from '../../platform/http/bodies/json-value.dto.js';

const text = z.string().max(8_388_608);
const id = z.string().max(256);

const ChatPart = z
  .looseObject({
    type: z.string().min(1).max(320),
    text: text.optional(),
    mediaType: id.optional(),
    filename: z.string().max(1024).optional(),
    url: text.optional().describe('Of a file: a `data:` URL'),
    toolCallId: id.optional(),
    toolName: id.optional(),
    state: z.string().max(64).optional(),
    input: JsonValueSchema.optional(),
    output: JsonValueSchema.optional(),
    errorText: text.optional(),
    approval: z
      .looseObject({ id, approved: z.boolean().optional(), reason: z.string().max(8192).optional() })
      .optional(),
  })
  .meta({ id: 'ChatPart', description: 'A part of a UI message of the AI SDK' });

const role = z.enum(['system', 'user', 'assistant']);

const ChatMessage = z
  .looseObject({
    id: id.optional(),
    role,
    content: text.optional().describe('In place of `parts`, for calls written by hand'),
    parts: z.array(ChatPart).max(5000).optional(),
  })
  .refine(
    ({ content, parts }) => content !== undefined || parts !== undefined,
    'must have `parts` or `content`',
  )
  .meta({ id: 'ChatMessage', description: 'A UI message of the AI SDK, or `{role, content}`' });

const uri = z.string().min(1).max(8192);
const promptName = z.string().min(1).max(256);

export const ChatRequest = z
  .strictObject({
    messages: z.array(ChatMessage).min(1).max(2000),
    model: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('`provider/model`; without it that of the app, or CHAT_DEFAULT_MODEL'),
    system: z.string().max(65_536).optional(),
    tools: ToolGlobsSchema.optional().describe('Which tools of the server the model may call'),
    toolChoice: z
      .union([
        z.enum(['auto', 'required', 'none']),
        z.strictObject({ type: z.literal('tool'), toolName: promptName }),
      ])
      .optional()
      .describe('For the first step'),
    maxSteps: z.int().min(1).max(20).optional().describe('Calls of the model; 8 without it'),
    approval: z
      .enum(['auto', 'always', 'never'])
      .optional()
      .describe('Which tools are asked about: those that do not say they are harmless, all, none'),
    attachments: z
      .strictObject({
        resources: z
          .array(uri)
          .max(20)
          .optional()
          .describe('URIs of resources that are read and shown to the model'),
        prompts: z
          .array(
            z.strictObject({
              name: promptName,
              arguments: z.record(z.string().max(256), z.string().max(1_048_576)).optional(),
            }),
          )
          .max(20)
          .optional(),
      })
      .optional(),
    maxOutputTokens: z.int().min(1).max(10_000_000).optional().describe('At most CHAT_MAX_OUTPUT_TOKENS'),
    temperature: z.number().min(0).max(2).optional(),
    id: id.optional().describe('Of the conversation; `useChat` sends it'),
    trigger: z.string().max(64).optional().describe('`useChat` sends it'),
    messageId: id.optional().describe('`useChat` sends it'),
  })
  .meta({ id: 'ChatRequest' });
export type ChatRequest = z.infer<typeof ChatRequest>;

const Usage = z.object({ inputTokens: z.int(), outputTokens: z.int(), totalTokens: z.int() });

export const ChatAnswer = z
  .object({
    message: ChatMessage,
    finishReason: z.string().optional().describe('`stop`, `length`, `tool-calls`, …'),
    usage: Usage,
    steps: z.array(
      z.object({
        finishReason: z.string(),
        usage: Usage,
        toolCalls: z.array(z.object({ toolCallId: z.string(), toolName: z.string() })),
      }),
    ),
    stepLimitReached: z
      .boolean()
      .optional()
      .describe('Ended because of `maxSteps`, before the model was done'),
  })
  .meta({ id: 'ChatAnswer' });
