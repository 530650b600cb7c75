import { parse } from 'yaml';
import type { JsonRecord, JsonValue } from '../../../src/kernel/json/json.js';
import {
  documentOf,
  errorOf,
  ScriptedTools,
  WorkflowBench,
  type Tool,
} from '../../support/workflows/workflow-bench.js';

const bench = new WorkflowBench();
afterAll(() => bench.close());

/** Tools in place of the addresses that the kit calls. */
const pets: Readonly<Record<string, Tool>> = {
  'find@petstore': () => [
    { id: 7, name: 'Rex', status: 'available' },
    { id: 8, name: 'Milou', status: 'available' },
  ],
  'get@petstore': ({ petId }) => ({ id: Number(petId), name: 'Rex', status: 'available' }),
  'respond@petstore': ({ petId }) => ({
    request: { method: 'get', uri: `https://petstore.example/pet/${String(petId)}`, headers: {} },
    ...{ headers: {}, statusCode: 200, content: { id: petId, name: 'Rex', status: 'available' } },
  }),
  'login@httpbin': (credentials) => ({ authenticated: Object.values(credentials).join() === 'u,p' }),
};

/** What the kit's server answers for a pet that nobody knows. */
const unknownPet = {
  isError: true,
  structuredContent: {
    type: 'https://serverlessworkflow.io/dsl/errors/types/communication',
    ...{ status: 404, title: 'Not Found' },
  },
};

function run(
  tasks: string,
  input: JsonRecord = {},
  tools = new ScriptedTools({ ...pets }),
): Promise<JsonValue> {
  return bench.run(bench.define(documentOf(parse(tasks) as object[])), input, tools);
}

function withoutPet(): ScriptedTools {
  const tools = new ScriptedTools({});
  tools.call = () => Promise.resolve(unknownPet);
  return tools;
}

const colours = ['red', 'green', 'blue'] as const;
const append = (name: string, rest = '') =>
  `- set${name}: { set: { colors: '\${ $append(colors, ["${name.toLowerCase()}"]) }' }${rest} }`;
const inTurn = ['Red', 'Green', 'Blue'].map((name) => append(name)).join('\n');
const cases = colours.map(
  (colour) =>
    `{ ${colour}: { when: 'color = "${colour}"', then: set${colour[0]?.toUpperCase() ?? ''}${colour.slice(1)} } }`,
);
const ending = ['Red', 'Green', 'Blue'].map((name) => append(name, ', then: end')).join('\n');

const getPet = (task: string) => `
- ${task}:
    call: get@petstore
    with: { petId: '\${ petId }' }
    output: { as: id }`;

const caught = (status: number) => `
- tryGetPet:
    try: [{ getPet: { call: get@petstore, with: { petName: '\${ petName }' } } }]
    catch:
      errors: { with: { type: https://serverlessworkflow.io/dsl/errors/types/communication, status: ${String(status)} } }
      as: err
      do: [{ setError: { set: { error: '\${ $err }' } } }]`;

describe("The standard's conformance kit", () => {
  it('[workflow-kit] fork with competing sub tasks', async () => {
    const branches = colours.map((colour) => `{ ${colour}: { set: { colors: ["${colour}"] } } }`).join(', ');
    const output = await run(`- race: { fork: { compete: true, branches: [${branches}] } }`);
    expect((output as { colors: unknown[] }).colors).toHaveLength(1);
  });

  it.each([
    [
      'call with content output',
      `- find: { call: find@petstore, with: { status: '\${ status }' }, output: { as: '$[0]' } }`,
    ],
    [
      'OpenAPI call with content output',
      `- find: { call: find@petstore, with: { status: '\${ status }' }, output: { as: '{ "id": $count($), "name": 1, "status": 1 }' } }`,
    ],
  ])('[workflow-kit] %s', async (_, tasks) => {
    const output = await run(tasks, { status: 'available' });
    expect(Object.keys(output as object)).toEqual(['id', 'name', 'status']);
  });

  it.each(['call', 'OpenAPI call'])('[workflow-kit] %s with response output', async () => {
    expect(
      await run(`- get: { call: respond@petstore, with: { petId: '\${ petId }' } }`, { petId: 1 }),
    ).toMatchObject({
      request: { method: 'get', headers: {} },
      content: { id: 1, name: 'Rex', status: 'available' },
    });
  });

  it('[workflow-kit] call with credentials of the input', async () => {
    const tasks = `- login: { call: login@httpbin, with: { username: '\${ username }', password: '\${ password }' } }`;
    expect(await run(tasks, { username: 'u', password: 'p' })).toEqual({ authenticated: true });
  });

  it('[workflow-kit] input filtering', async () => {
    const tasks = `- setPlayerId: { input: { from: user.claims.subject }, set: { playerId: '\${ $ }' } }`;
    expect(await run(tasks, { user: { claims: { subject: '6AsnRg' } } })).toEqual({ playerId: '6AsnRg' });
  });

  it('[workflow-kit] output filtering, and an output that is no object', async () => {
    expect(await run(getPet('getPet'), { petId: 1 })).toBe(1);
    const second = `- getPetById2: { call: get@petstore, with: { petId: 2 }, output: { as: '{ "ids": [$input, id] }' } }`;
    expect(await run(`${getPet('getPetById1')}\n${second}`, { petId: 1 })).toEqual({ ids: [1, 2] });
  });

  it('[workflow-kit] sequential sub tasks, implicit and explicit sequence', async () => {
    const whole = `- compositeExample:\n    do:\n${inTurn.replace(/^/gm, '      ')}`;
    const jumping = [
      append('Red', ', then: setGreen'),
      append('Blue', ', then: end'),
      append('Green', ', then: setBlue'),
    ];
    for (const tasks of [whole, inTurn, jumping.join('\n')])
      expect(await run(tasks)).toEqual({ colors: ['red', 'green', 'blue'] });
  });

  it('[workflow-kit] emit', async () => {
    const tasks = `
- emitEvent:
    emit:
      event:
        with:
          source: https://fake-source.com
          type: com.fake-source.user.greeted.v1
          data: { greetings: '\${ "Hello " & user.firstName & " " & user.lastName & "!" }' }`;
    const output = await run(tasks, { user: { firstName: 'John', lastName: 'Doe' } });
    expect(output).toMatchObject({
      ...{ source: 'https://fake-source.com', type: 'com.fake-source.user.greeted.v1' },
      data: { greetings: 'Hello John Doe!' },
    });
    for (const name of ['id', 'specversion', 'time']) expect(output).toHaveProperty(name);
  });

  it('[workflow-kit] for', async () => {
    const tasks = `
- loopColors:
    for: { each: color, in: colors }
    do:
      - markProcessed:
          set: { processed: '\${ { "colors": $append(processed.colors, [$color]), "indexes": $append(processed.indexes, [$index]) } }' }`;
    expect(await run(tasks, { colors: [...colours] })).toEqual({
      processed: { colors: [...colours], indexes: [0, 1, 2] },
    });
  });

  it('[workflow-kit] raise with an inline error', async () => {
    const error = {
      status: 400,
      type: 'https://serverlessworkflow.io/errors/types/compliance',
      title: 'Compliance Error',
    };
    expect(await errorOf(run(`- raiseError: { raise: { error: ${JSON.stringify(error)} } }`))).toMatchObject({
      ...error,
      instance: '/do/0/raiseError',
    });
  });

  it('[workflow-kit] set', async () => {
    const configuration = { size: { width: 6, height: 6 }, fill: { red: 69, green: 69, blue: 69 } };
    const tasks = `- setShape: { set: { shape: circle, size: '\${ configuration.size }', fill: '\${ configuration.fill }' } }`;
    expect(await run(tasks, { configuration })).toEqual({ shape: 'circle', ...configuration });
  });

  it('[workflow-kit] switch with a matching case, an implicit and an explicit default', async () => {
    const choose = (rest: string, after: string) =>
      `- switchColor: { switch: [${cases.join(', ')}${rest}]${after} }\n${ending}`;
    expect(await run(choose('', ''), { color: 'red' })).toEqual({ colors: ['red'] });
    expect(await run(choose('', ', then: end'), { color: 'yellow' })).toEqual({ color: 'yellow' });
    const custom = `- setCustomColor: { set: { colors: '\${ $append(colors, [$input.color]) }' } }`;
    const other = choose(', { anyOtherColor: { then: setCustomColor } }', '');
    expect(await run(`${other}\n${custom}`, { color: 'yellow' })).toEqual({ colors: ['yellow'] });
  });

  it('[workflow-kit] an error that is caught, and one that is not', async () => {
    expect(await run(caught(404), { petName: 'Milou' }, withoutPet())).toMatchObject({
      error: { ...unknownPet.structuredContent, instance: '/do/0/tryGetPet/try/0/getPet' },
    });
    expect(await errorOf(run(caught(503), { petName: 'Milou' }, withoutPet()))).toMatchObject({
      status: 404,
    });
  });
});

describe('What the standard says of expressions', () => {
  it('[workflow-descriptors] $workflow, $task and $runtime are described', async () => {
    const tasks = `
- first: { set: { a: 1 } }
- second:
    input: { from: '{ "b": a }' }
    set: { seen: '\${ $task }', workflow: '\${ $workflow }', runtime: '\${ $runtime.name }' }
    output: { as: '$merge([$, { "raw": $task.output.runtime }])' }`;
    const output = await run(tasks, { n: 1 });
    const startedAt = {
      iso8601: expect.stringMatching(/Z$/) as string,
      epoch: { milliseconds: expect.any(Number) as number },
    };
    expect(output).toMatchObject({
      seen: {
        name: 'second',
        reference: '/do/1/second',
        input: { a: 1 },
        definition: { set: { runtime: '${ $runtime.name }' } },
        startedAt,
      },
      workflow: { input: { n: 1 }, startedAt, definition: { document: { dsl: '1.0.3' } } },
      ...{ runtime: 'gantry', raw: 'gantry' },
    });
  });

  it.each([
    [403, 'tool-denied', 'authorization'],
    [503, 'upstream-unavailable', 'communication'],
    [504, 'upstream-timeout', 'timeout'],
    [404, 'tool-not-found', 'configuration'],
  ])('[workflow-standard-kinds] %s %s is caught as %s', async (status, code, kind) => {
    const problem = (of: string) => `
- t:
    try: [{ a: { raise: { error: { type: 'https://gateway.example/problems/${code}', status: ${String(status)} } } } }]
    catch: { errors: { with: { type: https://serverlessworkflow.io/spec/1.0.0/errors/${of} } }, do: [{ c: { set: { caught: true } } }] }`;
    expect(await run(problem(kind))).toEqual({ caught: true });
    expect(await errorOf(run(problem('expression')))).toMatchObject({ status });
  });
});
