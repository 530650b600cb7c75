import type { JsonObject } from '../../../kernel/json/json.js';
import { closed, ref } from './schema-parts.js';

const base = {
  if: ref('bare'),
  input: ref('input'),
  output: ref('output'),
  export: closed({ as: ref('shape') }, ['as']),
  timeout: ref('timeoutOrName'),
  then: ref('directive'),
};
const metadata = { type: 'object' };
const variable = { type: 'string', maxLength: 63, pattern: '^[A-Za-z_]\\w*$' };

function task(description: string, members: JsonObject, required: readonly string[]): JsonObject {
  return { description, ...closed({ ...base, metadata, ...members }, required) };
}

const approvers = {
  ...closed({
    roles: { type: 'array', minItems: 1, items: { enum: ['owner', 'admin', 'member'] } },
    except: { const: 'starter' },
  }),
  description: 'Who may approve it, when the app wants an approval',
};

const callMetadata = {
  type: 'object',
  properties: {
    approvers,
    idempotent: { type: 'boolean', description: 'Whether it may be called again after a crash' },
  },
};

/** An object, or an expression that yields one. */
const mapOrExpression = { anyOf: [{ type: 'object' }, ref('expression')] };

const answer = {
  output: { enum: ['content', 'raw', 'response'] },
  redirect: { type: 'boolean', description: 'Whether an answer that sends elsewhere is no error' },
};

const kinds: JsonObject = {
  call: task(
    'Calls a tool of a server of the app',
    {
      call: { type: 'string', pattern: '^.+@[^@]+$', description: 'tool@server' },
      with: { type: 'object', description: 'Arguments; in them ${ … } are expressions' },
      metadata: callMetadata,
    },
    ['call'],
  ),
  callHttp: task(
    'Makes a request of an API of the app, which is the call of one of its tools',
    {
      call: { const: 'http' },
      with: closed(
        {
          method: { type: 'string', pattern: '^[A-Za-z]{1,16}$' },
          endpoint: {
            description: 'An address, in which {name} is a member of the input, or an expression',
            anyOf: [{ type: 'string' }, closed({ uri: { type: 'string' } }, ['uri'])],
          },
          headers: mapOrExpression,
          query: mapOrExpression,
          body: { description: 'In it ${ … } are expressions' },
          ...answer,
        },
        ['method', 'endpoint'],
      ),
      metadata: callMetadata,
    },
    ['call', 'with'],
  ),
  callOpenapi: task(
    'Calls an operation of an API of the app by its id',
    {
      call: { const: 'openapi' },
      with: closed(
        {
          document: closed(
            {
              name: { type: 'string' },
              endpoint: {
                description: 'The address that the API is declared by',
                anyOf: [{ type: 'string' }, closed({ uri: { type: 'string' } }, ['uri'])],
              },
            },
            ['endpoint'],
          ),
          operationId: { type: 'string' },
          parameters: mapOrExpression,
          ...answer,
        },
        ['document', 'operationId'],
      ),
      metadata: callMetadata,
    },
    ['call', 'with'],
  ),
  fork: task(
    'Carries out branches at once',
    { fork: closed({ branches: ref('tasks'), compete: { type: 'boolean' } }, ['branches']) },
    ['fork'],
  ),
  for: task(
    'Carries out tasks for each item of a list',
    {
      for: closed({ each: variable, in: ref('bare'), at: variable }, ['in']),
      while: ref('bare'),
      do: ref('tasks'),
      metadata: {
        type: 'object',
        properties: {
          maxConcurrency: { type: 'integer', minimum: 1, maximum: 100 },
          collect: { type: 'boolean', description: 'Yields the outputs of all iterations' },
        },
      },
    },
    ['for', 'do'],
  ),
  try: task(
    'Carries out tasks and deals with their errors',
    {
      try: ref('tasks'),
      catch: closed({
        errors: closed({ with: ref('errorFilter') }),
        as: variable,
        when: ref('bare'),
        exceptWhen: ref('bare'),
        retry: { anyOf: [ref('retryPolicy'), { type: 'string', description: 'One of use.retries' }] },
        do: ref('tasks'),
      }),
    },
    ['try', 'catch'],
  ),
  switch: task(
    'Goes on where the first case leads whose condition holds',
    {
      switch: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          minProperties: 1,
          maxProperties: 1,
          additionalProperties: closed({ when: ref('bare'), then: ref('directive') }, ['then']),
        },
      },
    },
    ['switch'],
  ),
  set: task('Yields what is written here', { set: ref('shape') }, ['set']),
  wait: task('Lets time pass', { wait: ref('duration') }, ['wait']),
  listen: task(
    'Waits for a signal, or for an event of the app',
    {
      listen: closed(
        {
          to: {
            oneOf: [
              closed({ one: ref('eventFilter') }, ['one']),
              closed({ any: ref('eventFilters'), until: ref('until') }, ['any']),
              closed({ all: ref('eventFilters') }, ['all']),
            ],
          },
          read: { enum: ['data', 'envelope', 'raw'] },
        },
        ['to'],
      ),
      foreach: {
        ...closed({
          item: { type: 'string', description: 'Name of the variable for each event; item otherwise' },
          at: { type: 'string', description: 'Name of the variable for its number; index otherwise' },
          do: ref('tasks'),
          output: ref('output'),
          export: closed({ as: ref('shape') }, ['as']),
        }),
        description: 'What is done about each event, one after the other',
      },
      metadata: {
        type: 'object',
        properties: {
          notify: {
            type: 'string',
            pattern: '^.+@[^@]+$',
            description: 'tool@server that is called once when the wait begins',
          },
          with: { type: 'object', description: 'Its arguments; in them ${ … } are expressions' },
        },
      },
    },
    ['listen'],
  ),
  emit: task(
    'Sends an event to the runs of the app',
    {
      emit: closed(
        {
          event: closed(
            {
              with: {
                type: 'object',
                required: ['source', 'type'],
                description: 'Attributes of CloudEvents; in them ${ … } are expressions',
              },
            },
            ['with'],
          ),
        },
        ['event'],
      ),
    },
    ['emit'],
  ),
  raise: task(
    'Raises an error',
    {
      raise: closed(
        { error: { anyOf: [ref('error'), { type: 'string', description: 'One of use.errors' }] } },
        ['error'],
      ),
    },
    ['raise'],
  ),
  run: task(
    'Runs another workflow of the app',
    {
      run: closed(
        {
          workflow: closed(
            {
              name: { type: 'string', maxLength: 63, description: 'Its name in the config of the app' },
              namespace: { type: 'string', maxLength: 63, description: 'Of its document' },
              version: { type: 'string', maxLength: 64, description: 'Of its document, or latest' },
              input: { type: 'object', description: 'Its input; in it ${ … } are expressions' },
            },
            ['name'],
          ),
          await: { type: 'boolean', description: 'Whether the task waits for its end' },
        },
        ['workflow'],
      ),
      metadata: { type: 'object', properties: { approvers } },
    },
    ['run'],
  ),
  do: task('Carries out tasks one after the other', { do: ref('tasks') }, ['do']),
};

/** Definitions of the profile's schema that are about tasks. */
export const taskSchemas: JsonObject = {
  directive: { type: 'string', description: 'continue, exit, end or the name of a task in the same list' },
  errorFilter: closed({
    type: { type: 'string' },
    status: { type: 'integer', minimum: 100, maximum: 599 },
    ...Object.fromEntries(
      ['instance', 'title', 'detail', 'details'].map((name) => [name, { type: 'string' }]),
    ),
  }),
  tasks: {
    type: 'array',
    minItems: 1,
    items: {
      type: 'object',
      minProperties: 1,
      maxProperties: 1,
      propertyNames: { pattern: '^[A-Za-z_][\\w-]{0,62}$' },
      additionalProperties: ref('task'),
    },
  },
  task: { anyOf: Object.keys(kinds).map((name) => ref(`${name}Task`)) },
  ...Object.fromEntries(Object.entries(kinds).map(([name, schema]) => [`${name}Task`, schema])),
};
