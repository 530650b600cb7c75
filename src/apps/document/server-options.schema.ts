import { z } from 'zod';

const pattern = z.string().min(1).max(256).describe('A glob: `*` stands for any characters, `?` for one');

/** Globs for the names of tools; deny wins. */
export const ToolGlobsSchema = z.strictObject({
  allow: z.array(pattern).max(1000).optional().describe('Only these tools are shown'),
  deny: z.array(pattern).max(1000).optional().describe('These tools are hidden, whatever `allow` says'),
});

const ResultShape = z.strictObject({
  pick: z
    .string()
    .min(1)
    .max(8192)
    .optional()
    .describe('JSONata over what the tool says: only its value is shown; where it fails, nothing is'),
  maxBytes: z
    .int()
    .min(1)
    .max(1_073_741_824)
    .optional()
    .describe('Bytes of JSON that are shown of a result at most'),
  overflow: z
    .enum(['resource', 'cut'])
    .optional()
    .describe(
      '`resource` (default): the whole of a result that is cut can be read for an hour; `cut`: it is gone',
    ),
});

/** Which operations of an OpenAPI document are tools; deny wins. */
const OperationGlobs = z.strictObject({
  allow: z.array(pattern).max(1000).optional().describe('Only these operations are tools'),
  deny: z.array(pattern).max(1000).optional().describe('These are none, whatever `allow` says'),
});

export type OperationGlobs = z.infer<typeof OperationGlobs>;

const schemeValue = z.string().min(1).max(65_536);

/** How an API is declared by its OpenAPI document; the same in the operator's file and in an app's config. */
export const openApiShape = {
  openapi: z
    .union([z.string().min(1).max(8192), z.record(z.string().max(256), z.unknown())])
    .optional()
    .describe(
      'OpenAPI 3.0 or 3.1: the address of the document, or the document; its operations are the tools',
    ),
  baseUrl: z
    .string()
    .min(1)
    .max(8192)
    .optional()
    .describe('Where the API is, in place of the `servers` of the document'),
  operations: OperationGlobs.optional().describe(
    'Globs for the names of tools, for `operationId`s and for `METHOD /path`',
  ),
  credentials: z
    .record(z.string().min(1).max(256), schemeValue)
    .optional()
    .describe(
      'By the names of `securitySchemes`: the key, the token, or `user:password`; `${secret:NAME}` is replaced by a secret of the app',
    ),
};

const maxShapes = 100;

/** What of the tools of a server is shown, and how. */
const ServerTools = ToolGlobsSchema.extend({
  shape: z
    .record(pattern, ResultShape)
    .refine(
      (shapes) => Object.keys(shapes).length <= maxShapes,
      `must have at most ${String(maxShapes)} members`,
    )
    .meta({ maxProperties: maxShapes })
    .optional()
    .describe('How results are shown, by globs for the names of tools; of those that fit the first counts'),
});

export type ResultShape = z.infer<typeof ResultShape>;

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
  tools: ServerTools.optional().describe('Which tools are shown, and how their results are'),
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
