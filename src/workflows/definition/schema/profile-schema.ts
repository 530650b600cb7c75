import type { JsonObject } from '../../../kernel/json/json.js';
import { taskSchemas } from './profile-task-schemas.js';
import { scheduleSchemas } from './schedule-schemas.js';
import { closed, ref } from './schema-parts.js';

/** The documents that can be run here as JSON Schema draft-07, for editors; `id` is the address that it is served at. */
export function profileSchema(id: string): JsonObject {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: id,
    title: 'Workflow of a Gantry app',
    description: 'A profile of the Serverless Workflow DSL 1.0.3 with expressions in jq or JSONata',
    ...closed(
      {
        document: header,
        evaluate: {
          ...closed({ language: { enum: ['jq', 'jsonata'] }, mode: { const: 'strict' } }),
          description: 'The language of the expressions; jq when it is not said',
        },
        input: ref('input'),
        use: closed({
          errors: named(ref('error')),
          retries: named(ref('retryPolicy')),
          timeouts: named(ref('timeout')),
        }),
        do: ref('tasks'),
        timeout: ref('timeoutOrName'),
        output: ref('output'),
        schedule: ref('schedule'),
        metadata: { type: 'object', properties: { schedule: ref('scheduleTerms') } },
      },
      ['document', 'do'],
    ),
    definitions: { ...definitions, ...taskSchemas },
  };
}

const label = { type: 'string', maxLength: 63, pattern: '^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$' };
const count = { type: 'integer', minimum: 0 };

const header = closed(
  {
    dsl: { type: 'string', pattern: '^1\\.0\\.[0-3]$', description: 'Version of the language: 1.0.3' },
    namespace: label,
    name: label,
    version: { type: 'string', maxLength: 64, description: 'Semantic version of the workflow' },
    title: { type: 'string' },
    summary: { type: 'string' },
    tags: { type: 'object' },
    metadata: { type: 'object' },
  },
  ['dsl', 'namespace', 'name', 'version'],
);

const definitions: JsonObject = {
  expression: { type: 'string', pattern: '^\\s*\\$\\{[^]*\\}\\s*$', description: '${ … }' },
  bare: { type: 'string', minLength: 1, description: 'An expression, with or without ${ } around it' },
  shape: { type: ['string', 'object'], description: 'An expression, or an object with expressions in it' },
  schema: closed({ format: { const: 'json' }, document: { type: 'object', description: 'A JSON Schema' } }, [
    'document',
  ]),
  input: closed({ schema: ref('schema'), from: ref('shape') }),
  output: closed({ schema: ref('schema'), as: ref('shape') }),
  duration: {
    description: '{ seconds: 5 }, PT5S or an expression',
    anyOf: [
      {
        ...closed({ days: count, hours: count, minutes: count, seconds: count, milliseconds: count }),
        minProperties: 1,
      },
      { type: 'string', pattern: '^P' },
      ref('expression'),
    ],
  },
  timeout: closed({ after: ref('duration') }, ['after']),
  timeoutOrName: { anyOf: [ref('timeout'), { type: 'string', description: 'One of use.timeouts' }] },
  error: closed(
    {
      type: { type: 'string', pattern: '^(?:[A-Za-z][A-Za-z0-9+.-]*://|\\s*\\$\\{)' },
      status: { type: 'integer', minimum: 100, maximum: 599 },
      title: { type: 'string' },
      detail: { type: 'string' },
      instance: { type: 'string' },
    },
    ['type', 'status'],
  ),
  ...scheduleSchemas,
  retryPolicy: closed({
    when: ref('bare'),
    exceptWhen: ref('bare'),
    delay: ref('duration'),
    backoff: {
      ...closed({ constant: closed({}), linear: closed({}), exponential: closed({}) }),
      minProperties: 1,
      maxProperties: 1,
    },
    limit: closed({ attempt: closed({ count, duration: ref('duration') }), duration: ref('duration') }),
    jitter: closed({ from: ref('duration'), to: ref('duration') }, ['from', 'to']),
  }),
};

function named(schema: JsonObject): JsonObject {
  return { type: 'object', additionalProperties: schema };
}
