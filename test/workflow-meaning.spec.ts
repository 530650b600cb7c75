import type { JsonValue } from '../src/kernel/json.js';
import {
  documentOf,
  errorOf,
  ScriptedTools,
  WorkflowBench,
  type Tool,
} from './support/workflows/workflow-bench.js';

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
      instance: 'do/task',
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
    const inner = { for: { in: '${ [null, 1] }' }, do: [{ see: seen }] };
    const outer = { for: { in: '${ [5] }' }, do: [{ none: { call: 'a@one' } }, { inner }] };
    expect(await run([{ outer }], { 'a@one': () => null })).toEqual([
      [
        { input: true, item: true },
        { input: true, item: false },
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
    expect(await errorOf(run(fork({ a: bad(418) }, { b: bad(419) })))).toMatchObject({ status: 419 });
  });
});
