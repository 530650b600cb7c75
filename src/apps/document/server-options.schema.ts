import { z } from 'zod';

const pattern = z.string().min(1).max(256).describe('A glob: `*` stands for any characters, `?` for one');

/** Globs for the names of tools; deny wins. */
export const ToolGlobsSchema = z.strictObject({
  allow: z.array(pattern).max(1000).optional().describe('Only these tools are shown'),
  deny: z.array(pattern).max(1000).optional().describe('These tools are hidden, whatever `allow` says'),
});

const Override = z.strictObject({
  name: z.string().min(1).max(128).optional(),
  title: z.string().max(512).optional(),
  description: z.string().max(65_536).optional(),
  annotations: z.record(z.string().max(256), z.unknown()).optional(),
});

/** Per-server settings; the same in the operator's file and in an app's config. */
export const serverOptionsShape = {
  description: z.string().max(4096).optional().describe('What the server is for'),
  disabled: z.boolean().optional().describe('Keeps the declaration and hides the server'),
  timeoutMs: z.int().min(1).max(86_400_000).optional().describe('Time that one operation may take'),
  maxConcurrency: z.int().min(1).max(10_000).optional().describe('Calls at once'),
  isolation: z
    .enum(['account', 'shared'])
    .optional()
    .describe('`account` (default): no two accounts share a session'),
  notSecret: z
    .array(z.string().min(1).max(256))
    .max(1000)
    .optional()
    .describe('Names of headers and variables whose values the server may say: they are not redacted'),
  tools: ToolGlobsSchema.optional().describe('Which tools are shown'),
  questions: z
    .enum(['allow', 'deny'])
    .optional()
    .describe(
      'Whether the server may ask callers something in the middle of a call (elicitation, sampling, roots); `allow` by default',
    ),
  overrides: z
    .record(z.string().min(1).max(256), Override)
    .optional()
    .describe("What is shown of a tool instead of what the server says, by the server's name for it"),
};
