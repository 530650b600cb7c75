import { Problem } from '../../src/kernel/problems/problem.js';
import type { JsonValue } from '../../src/kernel/json/json.js';
import { WorkflowFailure } from '../../src/workflows/interpreter/workflow-error.js';
import { Crash, MemoryJournal } from '../support/workflows/memory-context.js';
import {
  documentOf,
  errorOf,
  ScriptedTools,
  signal,
  WorkflowBench,
  type Tool,
} from '../support/workflows/workflow-bench.js';

const bench = new WorkflowBench();
afterAll(() => bench.close());

type Tasks = readonly object[];

function run(
  tasks: Tasks,
  tools: Record<string, Tool> = {},
  journal = new MemoryJournal(),
  more = {},
): Promise<JsonValue> {
  return bench.run(bench.define(documentOf(tasks, more)), { n: 1 }, new ScriptedTools(tools), journal);
}

const caughtBy = (tasks: Tasks, handler: object = {}): Tasks => [
  { t: { try: tasks, catch: { as: 'e', do: [{ caught: { set: { caught: '${ $e }' } } }], ...handler } } },
];
const fails =
  (problem: Problem): Tool =>
  () => {
    throw WorkflowFailure.ofProblem(problem);
  };

describe('what a tool gives', () => {
  const results: readonly (readonly [string, object, JsonValue])[] = [
    ['structured content', { structuredContent: { a: 1 }, content: [{ type: 'text', text: 'x' }] }, { a: 1 }],
    ['text that is JSON', { content: [{ type: 'text', text: '[1, 2]' }] }, [1, 2]],
    [
      'other text',
      {
        content: [
          { type: 'text', text: 'hello' },
          { type: 'text', text: 'you' },
        ],
      },
      'hello\nyou',
    ],
    [
      'no text',
      { content: [{ type: 'image', data: 'x', mimeType: 'image/png' }] },
      [{ type: 'image', data: 'x', mimeType: 'image/png' }],
    ],
  ];

  it.each(results)('[workflow-tool-results] is to the next task: %s', async (_, result, output) => {
    const tools = new ScriptedTools({});
    tools.call = () => Promise.resolve({ ...result });
    expect(await bench.run(bench.define(documentOf([{ a: { call: 'a@one' } }])), {}, tools)).toEqual(output);
  });

  it('[workflow-errors] as an error can be caught by its members', async () => {
    const tools = new ScriptedTools({});
    tools.call = () => Promise.resolve({ isError: true, content: [{ type: 'text', text: 'no such issue' }] });
    const caught = bench.define(
      documentOf(caughtBy([{ a: { call: 'get@one' } }], { errors: { with: { status: 500 } } })),
    );
    expect(await bench.run(caught, {}, tools)).toEqual({
      caught: {
        type: 'https://serverlessworkflow.io/spec/1.0.0/errors/runtime',
        ...{ status: 500, title: 'The tool failed', detail: 'no such issue' },
        ...{ instance: '/do/0/t/try/0/a', tool: 'get@one' },
      },
    });
    const problem = { type: 'https://x.example/gone', status: 410, title: 'Gone' };
    tools.call = () =>
      Promise.resolve({ isError: true, content: [{ type: 'text', text: JSON.stringify(problem) }] });
    const other = bench.define(
      documentOf(caughtBy([{ a: { call: 'get@one' } }], { errors: { with: { status: 500 } } })),
    );
    expect(await errorOf(bench.run(other, {}, tools))).toMatchObject({ ...problem, tool: 'get@one' });
  });

  it('[workflow-hostile] that is too large is an error by name', async () => {
    const large = { a: { call: 'a@one' } };
    expect(await errorOf(run([large], { 'a@one': () => 'x'.repeat(2_000_000) }))).toMatchObject({
      detail: expect.stringContaining('WORKFLOW_MAX_RESULT_BYTES') as string,
    });
  });
});

describe('errors', () => {
  it('[workflow-errors] are retried with pauses that grow, and then given to `do`', async () => {
    const journal = new MemoryJournal();
    const began = journal.time;
    const tools = new ScriptedTools({ 'a@one': fails(new Problem('upstream-unavailable', 'gone')) });
    const retry = { delay: { seconds: 1 }, backoff: { exponential: {} }, limit: { attempt: { count: 3 } } };
    const definition = bench.define(documentOf(caughtBy([{ a: { call: 'a@one' } }], { retry })));
    expect(await bench.run(definition, {}, tools, journal)).toMatchObject({
      caught: { type: '/problems/upstream-unavailable', status: 503, detail: 'gone' },
    });
    expect(tools.keys()).toEqual(['do/t/try/a', 'do/t/try#2/a', 'do/t/try#3/a', 'do/t/try#4/a']);
    expect(journal.time - began).toBe(7000);
  });

  it('[workflow-errors] end the retries when their time is over, or `when` does not hold', async () => {
    const tools = { 'a@one': fails(new Problem('upstream-unavailable')) };
    const journal = new MemoryJournal();
    const began = journal.time;
    const long = { delay: 'PT4S', limit: { duration: 'PT10S' } };
    await errorOf(run([{ t: { try: [{ a: { call: 'a@one' } }], catch: { retry: long } } }], tools, journal));
    expect(journal.time - began).toBe(8000);
    const picky = { when: '${ $error.status = 500 }' };
    expect(
      await errorOf(run([{ t: { try: [{ a: { call: 'a@one' } }], catch: { retry: picky } } }], tools)),
    ).toMatchObject({ status: 503 });
  });

  it('[workflow-errors] that nobody catches are the failure of the run', async () => {
    const error = { type: 'https://x.example/e', status: 409, title: 'Taken', detail: '${ "n is " & n }' };
    expect(await errorOf(run([{ a: { raise: { error } } }]))).toEqual({
      ...error,
      detail: 'n is 1',
      ...{ instance: '/do/0/a', key: 'do/a' },
    });
    expect(await errorOf(run([{ a: { set: '${ $error("never") }' } }]))).toMatchObject({
      status: 400,
      detail: expect.stringContaining('never') as string,
    });
  });
});

describe('time', () => {
  const slow = { wait: { hours: 1 } };

  it('[workflow-timeouts] that a task has ends what is in it, and only those around it can catch that', async () => {
    const inner = caughtBy([{ a: slow }]);
    const outer = caughtBy([{ limited: { do: inner, timeout: { after: { seconds: 5 } } } }]);
    const journal = new MemoryJournal();
    const began = journal.time;
    expect(await run(outer, {}, journal)).toMatchObject({
      caught: { status: 408, instance: '/do/0/t/try/0/limited' },
    });
    expect(journal.time - began).toBe(5000);
    expect(await errorOf(run(inner, {}, new MemoryJournal(), { timeout: { after: 'PT1M' } }))).toMatchObject({
      status: 408,
      instance: '/do',
    });
  });

  it('[workflow-timeouts] that is left goes to the tool with the call', async () => {
    const tools = new ScriptedTools({ 'a@one': () => 1 });
    const journal = new MemoryJournal();
    const limited = {
      timeout: { after: 'PT1M' },
      do: [
        { w: { wait: 'PT20S' } },
        { a: { call: 'a@one' } },
        { b: { call: 'a@one', timeout: { after: 'PT5S' } } },
      ],
    };
    await bench.run(bench.define(documentOf([{ limited }, { c: { call: 'a@one' } }])), {}, tools, journal);
    expect(tools.calls.map(({ timeoutMs }) => timeoutMs)).toEqual([40_000, 5000, undefined]);
  });

  it('[workflow-timeouts] that passes during a call is the timeout of the task', async () => {
    const journal = new MemoryJournal();
    const late: Tool = () => {
      journal.time += 6000;
      throw WorkflowFailure.ofProblem(new Problem('upstream-timeout'));
    };
    const task = { call: 'a@one', timeout: { after: 'PT5S' } };
    expect(await run(caughtBy([{ a: task }]), { 'a@one': late }, journal)).toMatchObject({
      caught: { status: 408, instance: '/do/0/t/try/0/a' },
    });
  });

  it('[workflow-timeout-loops] holds in loops without a step, and what a replay is past stays so', async () => {
    const journal = new MemoryJournal();
    const slowly: Tool = () => (journal.time += 3000);
    const limited = {
      timeout: { after: 'PT5S' },
      do: [
        { a: { set: { n: 1 } } },
        { b: { call: 'a@one' } },
        { c: { set: {} } },
        { d: { set: {}, then: 'a' } },
      ],
    };
    expect(await errorOf(run([{ limited }], { 'a@one': slowly }, journal))).toMatchObject({
      ...{ status: 408, instance: '/do/0/limited' },
    });
    expect([...journal.over]).toEqual(['do/limited/c@2/over']);
  });

  it('[workflow-timeouts] ends a listen that nobody answers', async () => {
    const listen = { listen: { to: { one: { with: { type: 'approval' } } } }, timeout: { after: 'P1D' } };
    expect(await run(caughtBy([{ a: listen }]))).toMatchObject({ caught: { status: 408 } });
    expect(
      await run([{ a: listen }], {}, new MemoryJournal([signal('other'), signal('approval', 7)])),
    ).toEqual([7]);
  });
});

describe('a run that is taken up again', () => {
  it.each([
    ['is not called again when its tool is not idempotent', false, {}, 1],
    ['is called again when its tool is idempotent', true, {}, 2],
    ['is called again when the document says so', false, { metadata: { idempotent: true } }, 2],
  ])('[workflow-uncertain-step] the call in flight %s', async (_, repeatable, more, calls) => {
    const tools = new ScriptedTools({ 'a@one': () => ({ done: true }) }, repeatable);
    const definition = bench.define(documentOf(caughtBy([{ a: { call: 'a@one', ...more } }])));
    const journal = new MemoryJournal();
    // Two moments after the start the tool has been called, and its result is not stored.
    await expect(bench.run(definition, {}, tools, journal, 2)).rejects.toThrow(Crash);
    const output = await bench.run(definition, {}, tools, journal);
    expect(tools.calls).toHaveLength(calls);
    expect(output).toMatchObject(
      calls === 2 ? { done: true } : { caught: { type: '/problems/uncertain', tool: 'a@one' } },
    );
  });
});

describe('limits of a run', () => {
  const large = 'x'.repeat(1_000_000);
  const many = <T>(of: (n: number) => T) => Array.from({ length: 20 }, (_, n) => of(n));

  it.each<[string, Tasks]>([
    ['tasks', many((n) => ({ [`a${String(n)}`]: { call: 'a@one' } }))],
    [
      'a loop',
      [
        {
          f: {
            for: { each: 'n', in: '${ [1..20] }' },
            metadata: { collect: true },
            do: [{ a: { call: 'a@one' } }],
          },
        },
      ],
    ],
  ])('[workflow-hostile] end a run whose outputs of %s pile up', async (_, tasks) => {
    expect(await errorOf(run(tasks, { 'a@one': () => large }))).toMatchObject({
      status: 400,
      detail: expect.stringContaining('WORKFLOW_MAX_DATA_BYTES') as string,
    });
  });

  it('[workflow-hostile] end a loop that never ends, and other work of the process goes on meanwhile', async () => {
    const short = new WorkflowBench({ WORKFLOW_MAX_STEPS: 5000 });
    let turns = 0;
    let isRunning = true;
    const other = () => {
      turns++;
      if (isRunning) setImmediate(other);
    };
    setImmediate(other);
    const loop = documentOf([{ a: { set: { n: 1 } } }, { b: { set: { n: 2 }, then: 'a' } }]);
    expect(await errorOf(short.run(short.define(loop), {}, new ScriptedTools({})))).toMatchObject({
      status: 400,
      detail: expect.stringContaining('WORKFLOW_MAX_STEPS') as string,
    });
    isRunning = false;
    expect(turns).toBeGreaterThan(1);
  });

  it('[workflow-hostile] refuse a loop over too many items', async () => {
    const loop = { for: { in: '${ [1..20000] }' }, do: [{ a: { set: { n: '${ $item }' } } }] };
    expect(await errorOf(run([{ loop }]))).toMatchObject({
      detail: expect.stringContaining('WORKFLOW_MAX_ITEMS') as string,
    });
  });

  it('refuse data that do not match a schema', async () => {
    const schema = { document: { type: 'object', properties: { n: { type: 'string' } } } };
    expect(await errorOf(run([{ a: { set: {} } }], {}, undefined, { input: { schema } }))).toMatchObject({
      ...{ status: 400, detail: 'input/n must be a string' },
    });
  });
});
