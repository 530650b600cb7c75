import { z } from 'zod';
import { AppQuery } from '../apps/app/app-query.dto.js';
import { Slug } from '../apps/document/slug.schema.js';
import { IdParam } from '../platform/http/bodies/id.dto.js';
import { PageQuery } from '../platform/pages/page-query.dto.js';
import { Instant } from '../platform/http/bodies/instant.dto.js';
import { JsonValueSchema } from '../platform/http/bodies/json-value.dto.js';
import { stepStatuses } from './runs/run-steps.js';
import { runStatuses, startKinds } from './runs/run.js';

const { app } = AppQuery.shape;

export const WorkflowListQuery = PageQuery.extend({ app });
export type WorkflowListQuery = z.infer<typeof WorkflowListQuery>;

export const RunListQuery = PageQuery.extend({
  app,
  workflow: Slug.optional(),
  status: z.enum(runStatuses).optional(),
});
export type RunListQuery = z.infer<typeof RunListQuery>;

export const RunIdParam = IdParam.describe('`run_…`');
export const SignalTypeParam = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[\w.:-]+$/, 'must be letters, digits and the signs _ . : -')
  .describe('What a `listen` of the workflow waits for, such as `approval`');

export const ExecuteRequest = z
  .strictObject({
    workflow: Slug.optional().describe('Its name in the config of the app; absent where `document` is given'),
    input: JsonValueSchema.optional(),
    mode: z
      .enum(['sync', 'async', 'stream'])
      .default('sync')
      .describe('`sync` waits for the end, `async` does not, `stream` tells of every step'),
    timeoutMs: z
      .int()
      .min(1)
      .max(86_400_000)
      .optional()
      .describe('How long `sync` waits; the run goes on. RUN_WAIT_MS when absent'),
    dryRun: z
      .literal(true)
      .optional()
      .describe('Begins no run and calls no tool: the answer is a `Trial`, what a run would have done'),
    document: z
      .record(z.string().max(256), z.unknown())
      .optional()
      .describe('With `dryRun`: a document that need not be saved'),
    mocks: z
      .record(z.string().min(3).max(400), JsonValueSchema)
      .optional()
      .describe(
        'With `dryRun`: results by `tool@server`; a list has one for each call, whose last one stays; `{ "error": … }` is one that fails',
      ),
    signals: z
      .record(z.string().min(1).max(128), JsonValueSchema)
      .optional()
      .describe('With `dryRun`: data of signals by their type'),
    now: Instant.optional().describe('With `dryRun`: when it begins'),
    skipTime: z.boolean().optional().describe('With `dryRun`: what waits for time waits for nothing'),
  })
  .superRefine(({ workflow, dryRun, ...rest }, context) => {
    const fault = (path: string, message: string) => {
      context.addIssue({ code: 'custom', path: [path], message });
    };
    if ((workflow === undefined) === (rest.document === undefined))
      fault('workflow', 'must be there unless `document` is, and not both');
    if (dryRun === undefined)
      for (const member of ['document', 'mocks', 'signals', 'now', 'skipTime'] as const)
        if (rest[member] !== undefined) fault(member, 'goes with `dryRun: true` only');
  })
  .meta({ id: 'ExecuteRequest' });
export type ExecuteRequest = z.infer<typeof ExecuteRequest>;

export const SignalRequest = z
  .strictObject({
    data: JsonValueSchema.optional().describe('What `listen` yields in a list; `null` when absent'),
  })
  .meta({ id: 'SignalRequest' });
export type SignalRequest = z.infer<typeof SignalRequest>;

const runId = z.string().max(36);
const status = z.enum(runStatuses);
const Failure = z
  .looseObject({
    type: z.string(),
    status: z.int(),
    title: z.string(),
    code: z.string(),
    detail: z.string().optional(),
    instance: z.string().optional().describe('JSON pointer into the document: the task that failed'),
    tool: z.string().optional().describe('`tool@server`'),
  })
  .meta({ id: 'RunFailure', description: 'Problem object (RFC 9457) of a run or a step' });

export const RunState = z
  .object({ runId, status, output: JsonValueSchema.optional(), error: Failure.optional() })
  .meta({ id: 'RunState', description: 'How a run stands' });

const WorkflowRun = z
  .object({
    ...{ runId, status },
    workflow: z.string(),
    version: z.string(),
    configVersion: z.int().describe('The version of the app’s config that the run keeps to'),
    attempt: z.int().describe('1, and one more with each retry'),
    startedBy: z
      .object({
        kind: z.enum(startKinds).describe('What began it'),
        tokenId: z
          .string()
          .describe('As whom it acts: a token or key, a grant, a person, or the app itself (`app_…`)'),
        userId: z.string().optional().describe('The person as whom it acts'),
        dueAt: Instant.optional().describe('The due time of its schedule'),
        hookId: z.string().optional().describe('The webhook'),
        delivery: z.string().optional().describe('What the sender calls the delivery'),
        askedBy: z.string().optional().describe('Who let its schedule run at once'),
      })
      .describe('What began it, and as whom it acts'),
    createdAt: Instant,
    endedAt: Instant.optional(),
    output: JsonValueSchema.optional(),
    error: Failure.optional(),
  })
  .meta({ id: 'WorkflowRun' });

export const RunList = z
  .object({ runs: z.array(WorkflowRun), nextCursor: z.string().optional() })
  .meta({ id: 'WorkflowRunList' });

const Step = z
  .object({
    key: z.string().describe('Path in the document with the numbers of loops and attempts'),
    name: z.string(),
    kind: z
      .string()
      .describe('`call`, `wait`, `listen`, `set`, `switch`, `raise`, `do`, `fork`, `for`, `try`'),
    tool: z.string().optional(),
    status: z.enum(stepStatuses),
    startedAt: Instant,
    endedAt: Instant.optional(),
    waitsFor: z.string().optional().describe('Type of a signal, or `time`'),
    approvalFor: z
      .object({
        step: z.string().describe('Path of the call in the document'),
        tool: z.string().describe('`tool@server`'),
        arguments: z.looseObject({}).optional().describe('What looks like a secret is left out'),
        with: z
          .looseObject({})
          .optional()
          .describe('In place of `arguments` that are not known yet: what the document says'),
        approval: z
          .object({ id: z.string(), url: z.string(), expiresAt: Instant })
          .optional()
          .describe('In the inbox (`GET /api/approvals/{id}`), where it is decided'),
      })
      .optional()
      .describe('The call that an approval is waited for'),
    until: Instant.optional(),
    output: JsonValueSchema.optional().describe('Left out when it is long'),
    error: z.looseObject({ title: z.string().optional() }).optional(),
    progress: z.looseObject({}).optional(),
  })
  .meta({ id: 'RunStep' });

export const RunWithSteps = WorkflowRun.extend({
  input: JsonValueSchema,
  steps: z.array(Step),
  more: z.boolean().describe('There are more steps; the events of the run tell of all'),
}).meta({ id: 'WorkflowRunWithSteps' });

export const WorkflowList = z
  .object({
    workflows: z.array(
      z
        .object({
          name: z.string(),
          version: z.string(),
          title: z.string().optional(),
          summary: z.string().optional(),
          inputSchema: z.looseObject({}).optional(),
          outputSchema: z.looseObject({}).optional(),
          tools: z.array(z.string()).describe('`tool@server`'),
        })
        .meta({ id: 'Workflow' }),
    ),
    nextCursor: z.string().optional(),
  })
  .meta({ id: 'WorkflowList' });
