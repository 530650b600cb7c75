import type { JsonObject } from '../../kernel/json/json.js';
import { parseWorkflow } from './parse-workflow.js';

const limits = {
  maxBytes: 262_144,
  maxTasks: 500,
  maxNesting: 16,
  maxItems: 10_000,
  maxStepsBy: 'WORKFLOW_MAX_STEPS' as const,
  maxSteps: 50_000,
  maxResultBytes: 1_048_576,
  maxDataBytes: 1_000_000,
};

const documentOf = (tasks: unknown, more: object = {}): JsonObject => ({
  document: { dsl: '1.0.3', namespace: 'test', name: 'test', version: '1.0.0' },
  evaluate: { language: 'jsonata' },
  ...more,
  do: tasks,
});
const faultsOf = (document: unknown, some: Partial<typeof limits> = {}) =>
  (parseWorkflow(document, { ...limits, ...some }).faults ?? []).map(
    ({ pointer, detail }) => `${pointer} ${detail}`,
  );
const nested = (levels: number): unknown =>
  levels === 0 ? { wait: 'PT1S' } : { do: [{ inner: nested(levels - 1) }] };

describe('a workflow document', () => {
  it('[workflow-document-faults] tells all of its faults at once, each with its pointer', () => {
    const faults = faultsOf({
      document: { dsl: '2.0.0', namespace: 'test', name: 'not ok', version: 'one' },
      evaluate: { language: 'cel' },
      input: { schema: { document: { type: 'thing' } } },
      do: [
        { a: { call: 'search', with: [] } },
        { b: { wait: 'P1Y' }, then: 'x' },
        { b: { wait: 'P1Y', colour: 'red' } },
        { c: { for: { each: 'steps', in: 'items' }, do: [], metadata: { maxConcurrency: 0 } } },
        {
          d: {
            try: [{ x: { set: {}, then: 'nowhere' } }],
            catch: { retry: 'often', errors: { with: { status: 'x' } } },
          },
        },
        { e: { listen: { to: { all: [] } } } },
        { f: { raise: { error: { type: '' } }, timeout: 'soon' } },
        { 'g h': { set: {} } },
        { i: { switch: [{ one: { when: '${ x }' } }] } },
        { j: {} },
      ],
    });
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual([
      '/evaluate/language',
      '/document/dsl',
      '/document/name',
      '/document/version',
      '/input/schema/document',
      '/do/1',
      '/do/7/g h'.split(' ')[0],
      '/do/0/a/call',
      '/do/2/b/colour',
      '/do/2/b/wait',
      '/do/3/c/for/each',
      '/do/3/c/metadata/maxConcurrency',
      '/do/3/c/do',
      '/do/4/d/try/0/x/then',
      '/do/4/d/catch/errors/with/status',
      '/do/4/d/catch/retry',
      '/do/5/e/listen/to/all',
      '/do/6/f/timeout',
      '/do/6/f/raise/error/type',
      '/do/6/f/raise/error/status',
      '/do/8/i/switch/0/one',
      '/do/9/j',
    ]);
  });

  it.each([
    ['run', { run: { shell: { command: 'ls' } } }, '/do/0/a/run/shell run: shell is not supported'],
    [
      'an event of no type',
      { emit: { event: { with: { source: 'x' } } } },
      '/do/0/a/emit/event/with needs the member type',
    ],
    [
      'a filter of no type',
      { listen: { to: { one: { with: { data: 1 } } } } },
      '/do/0/a/listen/to/one/with/type',
    ],
    [
      'an end of a listen for one',
      { listen: { to: { one: { with: { type: 'a' } }, until: 'x' } } },
      '/do/0/a/listen/to/until is for `any` only',
    ],
    [
      'an end of what ends a listen',
      {
        listen: {
          to: { any: [{ with: { type: 'a' } }], until: { any: [{ with: { type: 'b' } }], until: 'x' } },
        },
      },
      '/do/0/a/listen/to/until/until',
    ],
    [
      'an approval among many events',
      { listen: { to: { any: [{ with: { type: 'approval' } }], until: 'true' } } },
      '/do/0/a/listen/to waits for an approval, which is for one call',
    ],
    [
      'an approval that something is done about',
      { listen: { to: { one: { with: { type: 'approval' } } } }, foreach: {} },
      '/do/0/a/listen/to waits for an approval, which is for one call',
    ],
    ['grpc', { call: 'grpc', with: { method: 'get' } }, '/do/0/a/call call: grpc is not supported'],
    [
      'http without an address',
      { call: 'http', with: { method: 'get' } },
      '/do/0/a/with/endpoint must be a text',
    ],
    [
      'mcp',
      { call: 'mcp', with: { transport: { stdio: { command: 'ls' } } } },
      '/do/0/a/call call: mcp is not',
    ],
    [
      'a branch that ends all',
      { fork: { branches: [{ b: { set: {}, then: 'end' } }] } },
      '/do/0/a/fork/branches/0/b/then',
    ],
  ])('[workflow-profile] cannot have %s', (_, task, fault) => {
    expect(faultsOf(documentOf([{ a: task }]))[0]).toContain(fault);
  });

  it.each([
    ['is 1 MB', documentOf([{ a: { set: { x: 'x'.repeat(1_000_000) } } }]), 'WORKFLOW_MAX_BYTES'],
    ['nests 1,000 levels', documentOf([{ a: nested(1000) }]), 'nests deeper than 100 levels'],
    ['nests 30 lists', documentOf([{ a: nested(30) }]), 'WORKFLOW_MAX_NESTING'],
    [
      'has 5,000 tasks',
      documentOf(Array.from({ length: 5000 }, (_, i) => ({ [`t${String(i)}`]: { set: {} } }))),
      'WORKFLOW_MAX_TASKS',
    ],
    [
      'has 16,000 expressions',
      documentOf([{ a: { set: { x: Array.from({ length: 16_000 }, () => '${ a }') } } }]),
      '2000 expressions',
    ],
    [
      'has a long expression',
      documentOf([{ a: { set: { x: `\${ ${'1+'.repeat(5000)}1 }` } } }]),
      '8192 characters',
    ],
  ])('[workflow-hostile] that %s is refused by name', (_, document, fault) => {
    expect(faultsOf(document).join('\n')).toContain(fault);
  });

  it('lists the calls in the order of the document, and what each expression can use', () => {
    const { definition } = parseWorkflow(
      documentOf([
        { c: { set: { n: 1 } } },
        {
          a: {
            for: { each: 'x', in: '${ list }' },
            do: [{ b: { call: 'my@tool@one', with: { v: '${ $x + $steps.c.n }' } } }],
          },
        },
      ]),
      limits,
    );
    expect(definition?.calls).toMatchObject([{ server: 'one', tool: 'my@tool', pointer: '/do/1/a/do/0/b' }]);
    expect(definition?.calls[0]?.arguments.reads).toEqual({
      variables: new Set(['x', 'steps']),
      steps: new Set(['c']),
      descriptors: { definition: false, startedAt: false },
    });
    expect(definition?.expressions.map(({ pointer }) => pointer)).toEqual([
      '/do/1/a/for/in',
      '/do/1/a/do/0/b/with/v',
    ]);
  });
});
