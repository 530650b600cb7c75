import { z } from 'zod';
import { AppQuery } from '../apps/app/app-query.dto.js';
import { PageQuery } from '../platform/pages/page-query.dto.js';

const name = z.string().min(1).max(256);
const timeoutMs = z
  .int()
  .min(1)
  .max(86_400_000)
  .optional()
  .describe('Milliseconds; at most MAX_TOOL_TIMEOUT_MS');
const freeForm = z.looseObject({});

export const CallRequest = z
  .strictObject({
    name: name.describe('As in the list of tools'),
    arguments: freeForm.optional(),
    timeoutMs,
    inputResponses: freeForm
      .optional()
      .describe('Answers to the `inputRequests` of an `input_required` result, by their keys'),
    requestState: z
      .string()
      .max(1_048_576)
      .optional()
      .describe('From the `input_required` result, unchanged'),
    capabilities: freeForm
      .optional()
      .describe(
        "What the caller can answer, as MCP's ClientCapabilities: `elicitation`, `sampling`, `roots`. A question is then an `input_required` result; without it a server of the 2025 revisions that asks is 409 `input-required`",
      ),
    _meta: freeForm.optional(),
  })
  .meta({ id: 'CallRequest' });
export type CallRequest = z.infer<typeof CallRequest>;

export const ReadResourceRequest = z
  .strictObject({ uri: z.string().min(1).max(8192), timeoutMs })
  .meta({ id: 'ReadResourceRequest' });
export type ReadResourceRequest = z.infer<typeof ReadResourceRequest>;

export const GetPromptRequest = z
  .strictObject({
    name,
    arguments: z.record(z.string().max(256), z.string().max(1_048_576)).optional(),
    timeoutMs,
  })
  .meta({ id: 'GetPromptRequest' });
export type GetPromptRequest = z.infer<typeof GetPromptRequest>;

const raw = z
  .enum(['true', 'false'])
  .default('false')
  .describe(
    '`true` leaves in the result what servers of 2026-07-28 add: `resultType`, `ttlMs`, `cacheScope`',
  );

/** How a result is wanted. */
export const ResultQuery = z.strictObject({ raw });
export type ResultQuery = z.infer<typeof ResultQuery>;

/** The same where an app can be named. */
export const AppResultQuery = AppQuery.extend({ raw });
export type AppResultQuery = z.infer<typeof AppResultQuery>;

export const ListQuery = PageQuery.extend({
  refresh: z.enum(['true', 'false']).default('false').describe('`true` asks the server instead of the cache'),
});
export type ListQuery = z.infer<typeof ListQuery>;
