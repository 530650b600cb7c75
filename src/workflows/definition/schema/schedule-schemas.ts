import type { JsonObject } from '../../../kernel/json/json.js';
import { closed, ref } from './schema-parts.js';

/** Definitions of the profile's schema that are about what begins by itself, and about events. */
export const scheduleSchemas: JsonObject = {
  schedule: {
    ...closed({
      every: ref('duration'),
      cron: { type: 'string', maxLength: 200, description: 'Five parts, or six with seconds first' },
      after: ref('duration'),
      on: {
        oneOf: [
          closed({ one: ref('eventFilter') }, ['one']),
          closed({ any: ref('eventFilters') }, ['any']),
          closed({ all: ref('eventFilters') }, ['all']),
        ],
      },
    }),
    minProperties: 1,
    maxProperties: 1,
    description: 'When runs begin by themselves',
  },
  eventFilter: closed(
    {
      with: {
        type: 'object',
        required: ['type'],
        properties: { type: { type: 'string' } },
        description: 'What its attributes have to be: values, or expressions that see the attribute',
      },
      correlate: {
        type: 'object',
        maxProperties: 10,
        additionalProperties: closed(
          { from: ref('bare'), expect: { type: ['string', 'number', 'boolean'] } },
          ['from'],
        ),
        description: 'Values that it is recognised by',
      },
    },
    ['with'],
  ),
  until: {
    description: 'What ends the listening: a condition on all that has come, or events',
    oneOf: [
      ref('bare'),
      closed({ one: ref('eventFilter') }, ['one']),
      closed({ any: ref('eventFilters') }, ['any']),
      closed({ all: ref('eventFilters') }, ['all']),
    ],
  },
  eventFilters: { type: 'array', minItems: 1, maxItems: 20, items: ref('eventFilter') },
  scheduleTerms: closed({
    timezone: {
      type: 'string',
      maxLength: 64,
      description: 'IANA name, such as Europe/Berlin; UTC otherwise',
    },
    overlap: {
      enum: ['skip', 'queue', 'allow'],
      description:
        'What becomes of a due time while the run before is under way; skip otherwise, allow for events',
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
