import { z } from 'zod';
import { Slug } from '../../apps/document/slug.schema.js';
import { Instant } from '../../platform/http/bodies/instant.dto.js';
import { catchUps, overlaps } from '../definition/workflow-schedule.js';

export const WorkflowParam = Slug.describe('Its name in the config of the app');

export const ScheduleState = z
  .object({
    workflow: z.string(),
    schedule: z.looseObject({}).describe('As the document says it: `every`, `cron`, `after` or `on`'),
    timezone: z.string(),
    overlap: z.enum(overlaps),
    catchUp: z.enum(catchUps),
    asKey: z
      .string()
      .optional()
      .describe('The key of the app as which its runs act; as the app itself without'),
    paused: z.boolean(),
    nextAt: Instant.optional().describe('When a run begins next'),
    upcoming: z.array(Instant).describe('The due times to come, five at most'),
    queued: z.int().describe('Due times, or events, that wait for the end of a run'),
    skipped: z.int().describe('Due times, or events, for which no run was begun'),
    lastAt: Instant.optional().describe(
      'The due time for which a run was begun last; of events when that was',
    ),
    lastRunId: z.string().optional(),
    problem: z
      .object({ code: z.string(), detail: z.string().optional(), at: Instant })
      .optional()
      .describe('Why no run could be begun when one was due last'),
  })
  .meta({ id: 'WorkflowSchedule', description: 'When a workflow begins by itself, and how that stands' });
