import { parse } from 'yaml';
import type { JsonRecord, JsonValue } from '../../../src/kernel/json/json.js';
import type { Fault } from '../../../src/kernel/problems/problem.js';
import { documentOf, errorOf, ScriptedTools, WorkflowBench } from '../../support/workflows/workflow-bench.js';

const bench = new WorkflowBench();
afterAll(() => bench.close());

/** As the standard has it: a document that names no language. */
const inJq = (tasks: string) => documentOf(parse(tasks), { evaluate: undefined });
const colours = ['red', 'green', 'blue'];

function run(tasks: string, input: JsonRecord = {}): Promise<JsonValue> {
  const tools = new ScriptedTools({
    'get@petstore': ({ petId }) => ({ id: Number(petId), name: 'Rex' }),
    'echo@one': (values) => values,
  });
  return bench.run(bench.define(inJq(tasks)), input, tools);
}

function evaluate(
  expression: string,
  data: JsonValue = {},
  variables: JsonRecord = {},
  { expressions } = bench,
): Promise<JsonValue> {
  return expressions.evaluate({
    ...{ accountId: 'acc_1', template: `\${ ${expression} }`, language: 'jq', data, variables },
    now: Date.UTC(2026, 0, 1),
  });
}

async function faultOf(text: string, known: readonly string[] = ['input']): Promise<Fault | undefined> {
  const [fault] = await bench.expressions.faults('acc_1', [{ pointer: '/a', text, language: 'jq', known }]);
  return fault;
}

const setColour = (name: string, then = '') => `
- set${name}: { set: { colors: '\${ .colors + [ "${name.toLowerCase()}" ] }' }${then} }`;
const choose = `
- switchColor:
    switch:
    - red: { when: '.color == "red"', then: setRed }
    - green: { when: '.color == "green"', then: setGreen }
    - otherwise: { then: custom }
${setColour('Red', ', then: end')}${setColour('Green', ', then: end')}
- custom: { set: { colors: '\${ .colors + [ $input.color ] }' } }`;

describe("The standard's own language", () => {
  it.each<[string, string, JsonRecord, JsonValue]>([
    [
      'input filtering',
      `- a: { input: { from: .user.claims.subject }, set: { playerId: '\${ . }' } }`,
      { user: { claims: { subject: '6A' } } },
      { playerId: '6A' },
    ],
    [
      'output that is no object',
      `
- one: { call: get@petstore, with: { petId: '\${ .petId }' }, output: { as: .id } }
- two: { call: get@petstore, with: { petId: 2 }, output: { as: '{ ids: [ $input, .id ] }' } }`,
      { petId: 1 },
      { ids: [1, 2] },
    ],
    [
      'for',
      `
- loop:
    for: { each: color, in: .colors }
    do:
    - mark: { set: { seen: '\${ { c: (.seen.c + [ $color ]), i: (.seen.i + [ $index ]) } }' } }`,
      { colors: colours },
      { seen: { c: colours, i: [0, 1, 2] } },
    ],
    ['sequence', setColour('Red') + setColour('Green'), {}, { colors: ['red', 'green'] }],
    ['switch', choose, { color: 'green' }, { colors: ['green'] }],
    ['switch with a default', choose, { color: 'yellow' }, { colors: ['yellow'] }],
    [
      'steps, context and errors',
      `
- first: { set: { n: '\${ .n + 1 }' }, export: { as: '{ last: .n }' } }
- second:
    try: [{ boom: { raise: { error: { type: 'https://x.example/e', status: 418, title: '\${ "no " + ($context.last | tostring) }' } } } }]
    catch: { as: err, when: '$err.status == 418', do: [{ told: { set: { title: '\${ $err.title }', n: '\${ $steps.first.n }' } } }] }`,
      { n: 1 },
      { title: 'no 2', n: 2 },
    ],
    [
      'several outputs are a list, one is itself, none is left out',
      `- a: { set: { many: '\${ .l[] }', one: '\${ .l[0] }', none: '\${ empty }', null_: '\${ .x }' } }`,
      { l: [1, 2] },
      { many: [1, 2], one: 1, null_: null },
    ],
  ])('[workflow-jq] %s', async (_, tasks, input, output) => {
    expect(await run(tasks, input)).toEqual(output);
  });

  it('[workflow-jq] a condition is true unless its first output is false or null, or there is none', async () => {
    const conditions = ['.t', '1, false', '0', '.f', 'empty', '.missing', 'null, true # why'];
    const asked = conditions.map(
      (one, at) => `- s${String(at)}: { if: '${one}', set: '\${ . + { s${String(at)}: 1 } }' }`,
    );
    expect(await run(asked.join('\n'), { t: true, f: false })).toEqual({
      t: true,
      f: false,
      s0: 1,
      s1: 1,
      s2: 1,
    });
  });

  it('[workflow-jq] time stands still at the beginning of the run, and nothing else is told', async () => {
    expect(await evaluate('now | todate')).toBe('2026-01-01T00:00:00Z');
    expect(await evaluate('$ENV')).toBeNull();
    await expect(evaluate('[1] | map(env)')).rejects.toThrow('env is not allowed');
    for (const one of [
      'env',
      'input',
      '.a | debug',
      'halt',
      '$ENV.PATH',
      'localtime',
      '[inputs]',
      'input_filename',
    ])
      expect(await faultOf(one)).toMatchObject({ detail: expect.stringContaining('not allowed') as string });
    for (const fine of [
      '.env',
      '{ input: .halt }',
      '"debug \\(.a)"',
      '$input',
      '. as {env: $e} | $e',
      '"env"',
    ])
      expect(await faultOf(fine)).toBeUndefined();
  });

  it.each([
    ['.a |', /is not jq: syntax error/, undefined],
    ['.a | $unknown', /\$unknown is not defined/, 5],
    ['repo', /repo\/0 is not defined\. It looks like JSONata: a member of the input is \.repo in jq/, 0],
    ['"a" & $count(.b)', /evaluate: \{ language: jsonata \}/, 4],
    ['.a\n  | foo(1)', /foo\/1 is not defined/, 7],
    ['1) | (2', /syntax error/, 1],
    ['import "a" as a; 1', /syntax error/, 0],
    ['include "/etc/passwd"; .', /syntax error/, 0],
  ])('[workflow-jq-faults] %j is refused when it is saved', async (text, detail, position) => {
    const fault = await faultOf(text);
    expect(fault).toMatchObject({ pointer: '/a', detail: expect.stringMatching(detail) as string });
    if (position !== undefined) expect(fault?.position).toBe(position);
  });

  it('[workflow-jq-faults] an expression without a value is named with its place', async () => {
    const tasks = `- a: { call: echo@one, with: { fine: '\${ 1 }', wrong: '\${ .a.b.c }' } }`;
    const error = await errorOf(run(tasks, { a: 1 }));
    expect(error).toMatchObject({ type: expect.stringMatching(/expression$/) as string, status: 400 });
    expect(error.detail).toMatch(
      /Cannot index number with string \("b"\).*\/do\/0\/a\/with\/wrong of \$\{ \.a\.b\.c \}/,
    );
  });

  it('[workflow-jq-hostile] one that takes longer than WORKFLOW_EXPRESSION_MS is ended', async () => {
    const hasty = new WorkflowBench({ WORKFLOW_EXPRESSION_MS: 200 });
    await expect(evaluate('last(range(1e12))', {}, {}, hasty)).rejects.toThrow('WORKFLOW_EXPRESSION_MS');
    await hasty.close();
  });

  it('[workflow-jq-hostile] one that needs too much memory is ended, and the next expression runs', async () => {
    await expect(evaluate('"x" * 1e9')).rejects.toThrow(/WORKFLOW_EXPRESSION_MB|too long|large/);
    expect(await evaluate('.a + 1', { a: 1 })).toBe(2);
  });

  it('[workflow-jq-memory] WORKFLOW_EXPRESSION_MB bounds the memory of jq, which is outside of the heap', async () => {
    const small = new WorkflowBench({ WORKFLOW_EXPRESSION_MB: 64, WORKFLOW_EXPRESSION_MS: 20_000 });
    await expect(evaluate('("x" * .n) | length', { n: 90_000_000 }, {}, small)).rejects.toThrow(
      'WORKFLOW_EXPRESSION_MB',
    );
    expect(await evaluate('("x" * .n) | length', { n: 1_000_000 }, {}, small)).toBe(1_000_000);
    await small.close();
  });

  it('[workflow-jq-hostile] what one expression leaves behind another does not see', async () => {
    expect(await evaluate('def length: "mine"; length')).toBe('mine');
    expect(await evaluate('length', [1, 2])).toBe(2);
    expect(await evaluate('.__proto__, .constructor', {})).toEqual([null, null]);
    expect(await evaluate('$secret', {}, { other: 1 })).toBeNull();
  });
});
