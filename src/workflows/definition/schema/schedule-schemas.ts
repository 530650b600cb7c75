import type { JsonObject } from '../../../kernel/json/json.js';
import { closed, ref } from './schema-parts.js';

/** Definitions of the profile's schema that are about beginning by time. */
export const scheduleSchemas: JsonObject = {
  schedule: {
    ...closed({
      every: ref('duration'),
      cron: { type: 'string', maxLength: 200, description: 'Five parts, or six with seconds first' },
      after: ref('duration'),
    }),
    minProperties: 1,
    maxProperties: 1,
    description: 'When runs begin by themselves',
  },
  scheduleTerms: closed({
    timezone: {
      type: 'string',
      maxLength: 64,
      description: 'IANA name, such as Europe/Berlin; UTC otherwise',
    },
    overlap: {
      enum: ['skip', 'queue', 'allow'],
      description: 'What becomes of a due time while the run before is under way; skip otherwise',
    },
    catchUp: {
      enum: ['none', 'last', 'all'],
      description: 'What becomes of due times at which the gateway was not there; last otherwise',
    },
    paused: { type: 'boolean', description: 'Until somebody resumes it' },
    asKey: {
      type: 'string',
      maxLength: 100,
      description: 'Key of the app, by name or id, as which runs act',
    },
  }),
};
