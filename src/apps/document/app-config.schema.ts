import { z } from 'zod';
import { AppPoliciesSchema } from './policies.schema.js';
import { Slug } from './slug.schema.js';
import { AppServerAuth } from './server-auth.schema.js';
import { openApiShape, serverOptionsShape, ToolGlobsSchema } from './server-options.schema.js';

const text = z.string().min(1).max(8192);
const values = z.record(z.string().min(1).max(256), z.string().max(65_536));
const substituted = '`${secret:NAME}` is replaced by a secret of the app';

/** One server of an app: a remote one of its own, one of the gateway's (`use`), or a command where the operator allows it. */
const AppServer = z
  .strictObject({
    use: Slug.optional().describe('Name of a server that the operator publishes'),
    type: z
      .enum(['http', 'streamable-http', 'streamableHttp', 'sse', 'stdio'])
      .optional()
      .describe('Transport; found out when absent'),
    url: text.optional().describe('Address of a remote server'),
    ...openApiShape,
    headers: values.optional().describe(`Sent with every request; ${substituted}`),
    auth: AppServerAuth.optional().describe('How the gateway gets in at a server that wants OAuth'),
    command: text.optional().describe('Only where the operator has set APP_STDIO=allow'),
    args: z.array(z.string().max(65_536)).max(1000).optional(),
    env: values.optional().describe(`Environment of the command; ${substituted}`),
    cwd: text.optional(),
    ...serverOptionsShape,
  })
  .describe('Has exactly one of `url`, `openapi`, `use` and `command`');

const Chat = z.strictObject({
  model: z.string().min(1).max(200).optional().describe('`provider/model`'),
  system: z.string().max(65_536).optional(),
  maxSteps: z.int().min(1).max(20).optional(),
  approval: z.enum(['auto', 'always', 'never']).optional(),
  tools: ToolGlobsSchema.optional(),
  maxOutputTokens: z.int().min(1).max(10_000_000).optional(),
  temperature: z.number().min(0).max(2).optional(),
});

/** The config of an app as it is written, kept and given back. Members that begin with `x-` are free at every level. */
export const AppConfigSchema = z.strictObject({
  $schema: z.string().max(2048).optional(),
  mcpServers: z.record(Slug, AppServer).optional().describe('The servers of the app by name'),
  tools: z
    .strictObject({ mode: z.enum(['list', 'search']).optional() })
    .optional()
    .describe('How the native endpoint of the app shows its tools: all of them, or a search over them'),
  chat: Chat.optional().describe('Defaults of chats with servers of the app'),
  workflows: z
    .record(Slug, z.record(z.string().max(256), z.unknown()))
    .optional()
    .describe('Workflow documents (CNCF Serverless Workflow) by name'),
  policies: AppPoliciesSchema.optional(),
  features: z
    .strictObject({
      runWorkflow: z
        .boolean()
        .optional()
        .describe(
          'Adds the tool `run_workflow`: models run documents that they write, over the tools of the app',
        ),
    })
    .optional(),
});

export type AppConfig = z.infer<typeof AppConfigSchema>;
export type AppServer = z.infer<typeof AppServer>;
