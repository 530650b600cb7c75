import type { JsonValue } from '../../../src/kernel/json/json.js';
import { longestStall } from '../../support/measures/longest-stall.js';
import { WorkflowBench } from '../../support/workflows/workflow-bench.js';

const bench = new WorkflowBench({
  ...{ WORKFLOW_MAX_RESULT_BYTES: 100_000, WORKFLOW_EXPRESSION_MS: 600, ACCOUNT_EXPRESSION_MS: 0 },
});
const endless = '($f := function($x){ $f($x) }; $f(1))';

afterAll(() => bench.close());

function evaluate(
  text: string,
  { expressions } = bench,
  accountId = 'acc_1',
  language: 'jsonata' | 'jq' = 'jsonata',
): Promise<JsonValue> {
  const data = { name: 'Ann', a: { b: [1, 2, 3] } };
  const template = `\${ ${text} }`;
  return expressions.evaluate({ accountId, template, language, data, variables: {}, now: 0 });
}

describe('Expressions', () => {
  it.each([
    ['a list that is too long', '[1..10000000]', 'WORKFLOW_EXPRESSION_SEQUENCE'],
    ['endless recursion', '($f := function($x){ $f($x) + 1 }; $f(1))', 'WORKFLOW_EXPRESSION_STACK'],
    ['an endless loop', endless, 'WORKFLOW_EXPRESSION_MS'],
    [
      'a regular expression that runs away',
      `$match($pad("!", -90000, "a"), /^${'(a|b)*'.repeat(500)}$/)`,
      'WORKFLOW_EXPRESSION_MS',
    ],
    ['a text that doubles', '$reduce([1..60], function($s, $i){ $s & $s }, "xy")', 'cannot be evaluated'],
    ['a large result', '$pad("", 200000, "x")', 'WORKFLOW_MAX_RESULT_BYTES'],
    ['a large padding', '$pad("", 100000000, "x")', 'WORKFLOW_MAX_RESULT_BYTES'],
    ['much work', '$map([1..90000], function($x){ $sum([1..1000]) })', 'WORKFLOW_EXPRESSION_MS'],
    ['slow sorting', '$count($distinct([1..90000]))', 'WORKFLOW_EXPRESSION_MS'],
    ['a function as result', 'function($x){ $x }', 'function'],
    ['what objects inherit', 'a.constructor', 'null'],
  ])(
    '[workflow-hostile] with %s are ended by name, and no other request waits for them',
    async (_, text, reason) => {
      await evaluate('1');
      const stall = await longestStall(async () => {
        expect(await evaluate(text).then(JSON.stringify, String)).toContain(reason);
      });
      // Of that, the other processes of a busy machine have their share.
      expect(stall).toBeLessThan(250);
      expect(await evaluate('name')).toBe('Ann');
    },
  );

  it('[workflow-hostile] that take more than WORKFLOW_EXPRESSION_MB are ended by name', async () => {
    const small = new WorkflowBench({
      ...{ WORKFLOW_EXPRESSION_MB: 32, WORKFLOW_EXPRESSION_MS: 60_000 },
      WORKFLOW_EXPRESSION_SEQUENCE: 1_000_000,
    });
    const text = '$count($map([1..1000000], function($x){ { "a": $string($x) } }))';
    await expect(evaluate(text, small)).rejects.toThrow('WORKFLOW_EXPRESSION_MB');
    expect(await evaluate('name', small)).toBe('Ann');
    await small.close();
  });

  it('[workflow-turns] of one account leave a thread for those of others', async () => {
    const busy = new WorkflowBench({ WORKFLOW_EXPRESSION_MS: 1500 });
    let ended = 0;
    const burning = [1, 2, 3].map(() => evaluate(endless, busy, 'acc_2').catch(() => ended++));
    expect(await evaluate('name', busy)).toBe('Ann');
    expect(ended).toBe(0);
    await busy.close();
    await Promise.all(burning);
  });

  it.each([
    ['[range(1e12)]', /WORKFLOW_EXPRESSION_M[SB]/],
    ['def f: f + 1; f', /WORKFLOW_EXPRESSION_M[SB]/],
    ['last(range(1e12))', /WORKFLOW_EXPRESSION_MS/],
    [`"${'a'.repeat(40)}b" | test("^(a+)+$")`, /WORKFLOW_EXPRESSION_MS/],
    ['"x" * 1e9', /WORKFLOW_EXPRESSION_M[SB]|too long|large/],
    ['[range(200000) | "0123456789"]', /WORKFLOW_MAX_RESULT_BYTES|WORKFLOW_EXPRESSION_MS/],
  ])('[workflow-jq-hostile] %s in jq is ended by name, and the next expression runs', async (text, limit) => {
    await expect(evaluate(text, bench, 'acc_1', 'jq')).rejects.toThrow(limit);
    expect(await evaluate('.a.b[0] + 1', bench, 'acc_1', 'jq')).toBe(2);
  });
});
