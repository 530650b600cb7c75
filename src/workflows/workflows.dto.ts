import { z } from 'zod';
import { AppQuery } from '../apps/app/app-query.dto.js';
import { Moment } from '../apps/record/moment.dto.js';
import { momentMs } from '../apps/record/moment.js';
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

export const RunIdParam = IdParam.describe('`run_…`');

export const RunListQuery = PageQuery.extend({
  app,
  workflow: Slug.optional(),
  status: z.enum(runStatuses).optional(),
  startedBy: z.enum(startKinds).optional().describe('What began them'),
  parent: RunIdParam.optional().describe('Only steps of this run'),
  since: Moment.optional().describe('Begun then or later; RFC 3339, or a date'),
  until: Moment.optional().describe('Begun before then'),
}).superRefine(({ since, until }, context) => {
  if (since !== undefined && until !== undefined && momentMs(since) > momentMs(until))
    context.addIssue({ code: 'custom', path: ['until'], message: 'must not be before `since`' });
});
export type RunListQuery = z.infer<typeof RunListQuery>;

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
      .describe('With `dryRun`: data of signals, and of events, by their type'),
    step: z
      .string()
      .min(1)
      .max(4096)
      .optional()
      .describe(
        'With `dryRun`: JSON pointer of the only task that is tried; `input` is what it is given then, and not compared with the schema',
      ),
    steps: z
      .record(z.string().min(1).max(64), JsonValueSchema)
      .optional()
      .describe('With `step`: outputs of the tasks before it, by name, for `$steps`'),
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
      for (const member of ['document', 'mocks', 'signals', 'step', 'steps', 'now', 'skipTime'] as const)
        if (rest[member] !== undefined) fault(member, 'goes with `dryRun: true` only');
  })
  .meta({ id: 'ExecuteRequest' });
export type ExecuteRequest = z.infer<typeof ExecuteRequest>;

export const SignalRequest = z
  .strictObject({
    data: JsonValueSchema.optional().describe(
      'What `listen` yields in a list; `null` when absent. Of an approval: absent, `true` or `{"approved": true}` is a yes, anything else a no',
    ),
    approval: z
      .string()
      .max(36)
      .optional()
      .describe(
        'Of an approval: `approvalId` of the waiting step that it answers. May be absent where exactly one step waits for an approval',
      ),
  })
  .meta({ id: 'SignalRequest' });
export type SignalRequest = z.infer<typeof SignalRequest>;

export const RetryRequest = z
  .strictObject({
    from: z
      .string()
      .min(1)
      .max(4096)
      .optional()
      .describe(
        'Where it begins anew: JSON pointer of a task in the document (`/do/3/pay`), its first visit; or the `key` of a step (`do/each/2/pay`)',
      ),
    input: JsonValueSchema.optional().describe('Input of the workflow in place of the one that it had'),
    definition: z
      .enum(['run', 'current'])
      .default('run')
      .describe('The definition with which the run began, or the one that the app has now'),
  })
  .meta({ id: 'RetryRequest' });
export type RetryRequest = z.infer<typeof RetryRequest>;

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
    run: z.string().optional().describe('The child run that failed'),
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
        eventId: z.string().optional().describe('The event'),
        askedBy: z.string().optional().describe('Who let its schedule run at once'),
        runId: z.string().optional().describe('The run that has it as a step'),
        step: z.string().optional().describe('Key of that step'),
      })
      .describe('What began it, and as whom it acts'),
    parent: z
      .object({ runId, step: z.string() })
      .optional()
      .describe('The run that has it as a step, and the key of that'),
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
      .describe(
        '`call`, `run`, `wait`, `listen`, `emit`, `set`, `switch`, `raise`, `do`, `fork`, `for`, `try`',
      ),
    tool: z.string().optional(),
    arguments: z
      .looseObject({})
      .optional()
      .describe('Of a call, without what looks like a secret; left out when they are long'),
    status: z.enum(stepStatuses),
    startedAt: Instant,
    endedAt: Instant.optional(),
    waitsFor: z.string().optional().describe('Type of a signal, `time`, or `workflow`'),
    run: z.string().optional().describe('The run that it waits for'),
    workflow: z.string().optional().describe('The workflow of that run'),
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
    approvalId: z
      .string()
      .optional()
      .describe('Of a step that waits for an approval: the `approval` of the signal that answers it'),
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
  children: z
    .array(
      z.object({
        ...{ runId, status, workflow: z.string() },
        step: z.string().describe('Key of the step that runs it'),
        awaited: z.boolean().describe('Whether the step ends with it'),
      }),
    )
    .describe('Runs that its steps have begun, the last hundred; `?parent=` lists all'),
}).meta({ id: 'WorkflowRunWithSteps' });

export const WorkflowSchema = z
  .object({
    name: z.string(),
    version: z.string(),
    title: z.string().optional(),
    summary: z.string().optional(),
    inputSchema: z.looseObject({}).optional(),
    outputSchema: z.looseObject({}).optional(),
    tools: z.array(z.string()).describe('`tool@server`'),
    workflows: z.array(z.string()).optional().describe('Workflows of the app that it runs'),
  })
  .meta({ id: 'Workflow' });

export const WorkflowList = z
  .object({
    workflows: z.array(WorkflowSchema),
    nextCursor: z.string().optional(),
  })
  .meta({ id: 'WorkflowList' });
