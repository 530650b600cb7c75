import { z } from 'zod';
import { JsonValueSchema } from '../../platform/http/bodies/json-value.dto.js';
import { eventTypeForm, mostTypeLetters } from '../definition/read-events.js';

const text = z.string().min(1).max(256);

export const EventRequest = z
  .strictObject({
    type: z
      .string()
      .max(mostTypeLetters)
      .regex(eventTypeForm, 'must be letters, digits and the signs _ . : -')
      .describe('What `with: { type }` of a `listen` or of `schedule.on` names'),
    data: JsonValueSchema.optional().describe('What `listen` yields in a list; `null` when absent'),
    correlation: z
      .record(z.string().regex(/^[A-Za-z_][\w-]{0,62}$/), z.union([text, z.number(), z.boolean()]))
      .refine((names) => Object.keys(names).length <= 10, 'must have at most 10 members')
      .optional()
      .describe('Values by the names in `correlate`, in place of what `from` would take out of the event'),
    source: text.optional().describe('Where it comes from; without it the id of whoever sends it'),
    subject: text.optional().describe('What it is about'),
  })
  .meta({ id: 'EventRequest', description: 'An event for the runs of an app' });
export type EventRequest = z.infer<typeof EventRequest>;

export const EventReached = z
  .object({
    id: z.string().describe('Of the event'),
    reached: z
      .array(z.string())
      .describe('Runs that waited for it; one that comes to its `listen` later finds it then'),
    began: z
      .array(z.object({ runId: z.string(), workflow: z.string() }))
      .describe('Runs that it began (`schedule.on`)'),
  })
  .meta({ id: 'EventReached', description: 'What an event came to' });
