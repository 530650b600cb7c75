import { parseJson } from '../../src/kernel/json/exact-number.js';
import type { JsonObject, JsonValue } from '../../src/kernel/json/json.js';
import { withLists } from '../../src/workflows/calls/list-arguments.js';
import {
  documentOf,
  errorOf,
  ScriptedTools,
  WorkflowBench,
  type Tool,
} from '../support/workflows/workflow-bench.js';

const bench = new WorkflowBench();
afterAll(() => bench.close());

type Tasks = readonly object[];

function run(tasks: Tasks, tools: Record<string, Tool> = {}): Promise<JsonValue> {
  return bench.run(bench.define(documentOf(tasks)), { n: 1 }, new ScriptedTools(tools));
}

describe('the error of an expression', () => {
  it('[workflow-error-place] says where it stands: task, member, character', async () => {
    const task = { call: 'a@one', with: { list: ['ok', '${ $error("never") }'] } };
    expect(await errorOf(run([{ task }]))).toMatchObject({
      instance: '/do/0/task',
      detail: expect.stringMatching(
        /never.* at \/do\/0\/task\/with\/list\/1, character \d+ of \$\{ \$error\("never"\) \}\.$/,
      ) as string,
    });
    const guarded = { if: '${ 1 + "a" }', set: {} };
    expect((await errorOf(run([{ guarded }]))).detail).toMatch(
      /at \/do\/0\/guarded\/if, character 3 of \$\{ 1 \+ "a" \}\.$/,
    );
  });
});

describe('null', () => {
  it('[workflow-null] is a value: the input, item or output that is null is not the one further out', async () => {
    const seen = { set: { input: '${ $input = null }', item: '${ $item = null }' } };
    const metadata = { collect: true };
    const inner = { for: { in: '${ [null, 1] }' }, metadata, do: [{ see: seen }] };
    const outer = { for: { in: '${ [5] }' }, metadata, do: [{ none: { call: 'a@one' } }, { inner }] };
    expect(await run([{ outer }], { 'a@one': () => null })).toEqual([
      [
        { input: true, item: true },
        { input: false, item: false },
      ],
    ]);
    const task = { call: 'a@one', output: { as: { gone: '${ $output = null }' } } };
    expect(await run([{ task }], { 'a@one': () => null })).toEqual({ gone: true });
  });
});

describe('a competition', () => {
  const fork = (...branches: object[]): Tasks => [{ race: { fork: { compete: true, branches } } }];
  const bad = (status: number) => ({ raise: { error: { type: 'https://x.example/e', status } } });

  it('[workflow-compete] is decided by the first success, and fails when all have failed', async () => {
    expect(await run(fork({ a: bad(418) }, { b: { set: { b: 1 } } }))).toEqual({ b: 1 });
    expect(await errorOf(run(fork({ a: bad(418) }, { b: bad(419) })))).toMatchObject({
      ...{ status: 419, instance: '/do/0/race' },
      detail: 'a: 418 Raised by the workflow. b: 419 Raised by the workflow.',
      errors: [{ status: 418, instance: '/do/0/race/fork/branches/0/a' }, { status: 419 }],
    });
  });
});

describe('what is written', () => {
  it('[workflow-shapes] without ${ } in as and from is an expression', async () => {
    const task = { set: { a: { b: 2 } }, output: { as: 'a' }, export: { as: '$output.b' } };
    expect(await run([{ task }, { then: { set: { c: '${ $context }' }, input: { from: 'b' } } }])).toEqual({
      c: 2,
    });
  });

  it.each([
    ['${ in a longer text', { set: { text: 'Hello ${ name }' } }, 'longer text'],
    ['{{ in a longer text', { set: { text: 'Hello {{name}}' } }, 'longer text'],
    ['a step that is not there', { set: { x: '${ $steps.nobody }' } }, 'no task has this name'],
  ])('[workflow-refused-texts] is refused: %s', (_, task, reason) => {
    expect(() => bench.define(documentOf([{ task }]))).toThrow(reason);
  });

  it.each([
    ['.items[] | select(.x == 1)', 'jq'],
    ['items.filter(x => x.y === 1)', 'JavaScript'],
  ])(
    '[workflow-other-languages] in another language gets a sentence that says what to write: %s',
    async (text, language) => {
      const faults = await bench.expressions.faults('acc_1', [{ pointer: '/x', text, known: [] }]);
      expect(faults[0]?.detail).toContain(`It looks like ${language}`);
    },
  );
});

describe('numbers', () => {
  it.each([
    ['structured content', { structuredContent: parseJson('{"id": 9007199254740993}') }],
    ['text', { content: [{ type: 'text', text: '{"id": 9007199254740993}' }] }],
  ])('[workflow-large-numbers] that JavaScript would change fail the step by name: %s', async (_, result) => {
    const tools = new ScriptedTools({});
    tools.call = () => Promise.resolve(result as JsonObject);
    const definition = bench.define(documentOf([{ a: { call: 'a@one' } }]));
    expect(await errorOf(bench.run(definition, {}, tools))).toMatchObject({
      instance: '/do/0/a',
      detail: expect.stringContaining('9007199254740993') as string,
    });
  });
});

describe('lists of one or none', () => {
  const schema = { properties: { ids: { type: 'array' }, tags: { type: 'array' }, name: {} } };

  it('[workflow-lists] stay lists where the schema of the tool says array', () => {
    expect(withLists({ ids: 7, name: 'x' }, ['ids', 'tags', 'name'], schema)).toEqual({
      ...{ ids: [7], tags: [], name: 'x' },
    });
    expect(withLists({ ids: 7 }, [], schema)).toEqual({ ids: 7 });
  });
});
