import { z } from 'zod';
import { JsonValueSchema } from '../../platform/http/bodies/json-value.dto.js';

const TriedStepSchema = z
  .object({
    key: z.string(),
    name: z.string(),
    kind: z.string(),
    status: z.enum(['completed', 'failed']),
    input: JsonValueSchema.optional(),
    output: JsonValueSchema.optional(),
    error: z.looseObject({ title: z.string().optional() }).optional(),
  })
  .meta({ id: 'TriedStep', description: 'A task that was carried out, in the order of their ends' });

const TriedCallSchema = z
  .object({
    step: z.string().describe('Key of the step'),
    tool: z.string().describe('`tool@server`'),
    arguments: z.looseObject({}),
    mocked: z.boolean().describe('Whether `mocks` had an answer; else it was `null`'),
  })
  .meta({ id: 'TriedCall', description: 'A call that a run would have made' });

const TriedEventSchema = z
  .object({ step: z.string().describe('Key of the step'), event: z.looseObject({}) })
  .meta({ id: 'TriedEvent', description: 'An event that a run would have sent' });

export const TrialSchema = z
  .object({
    status: z
      .enum(['completed', 'failed', 'waiting'])
      .describe('`waiting`: for a signal that `signals` has not, or for time that did not pass'),
    output: JsonValueSchema.optional(),
    error: z.looseObject({ type: z.string(), status: z.int(), title: z.string() }).optional(),
    waitsFor: z.array(z.string()).optional().describe('Types of signals'),
    steps: z.array(TriedStepSchema),
    calls: z.array(TriedCallSchema),
    events: z.array(TriedEventSchema),
    more: z.boolean().describe('Something was left out (WORKFLOW_TRIAL_STEPS, WORKFLOW_TRIAL_BYTES)'),
  })
  .meta({ id: 'Trial', description: 'What a dry run came to' });
