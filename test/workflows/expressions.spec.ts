import type { JsonObject, JsonRecord, JsonValue } from '../../src/kernel/json/json.js';
import { parseWorkflow } from '../../src/workflows/definition/parse-workflow.js';
import { workflowLimits } from '../../src/workflows/definition/workflow-limits.js';
import { scenarios } from '../support/workflows/scenarios.js';
import { documentOf, WorkflowBench } from '../support/workflows/workflow-bench.js';
import { Config } from '../../src/platform/config/config.js';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { AccountUsage } from '../../src/platform/usage/account-usage.service.js';
import { LentThreads } from '../support/lent-threads.js';
import { DocumentCheck } from '../../src/workflows/expressions/document-check.service.js';

const accountId = 'acc_1';
const bench = new WorkflowBench({ WORKFLOW_MAX_RESULT_BYTES: 100_000, ACCOUNT_EXPRESSION_MS: 0 });
const now = Date.UTC(2026, 0, 2, 3, 4, 5);
const data = { a: { b: [1, 2, 3] }, name: 'Ann', one: [{ id: 7 }] };

const config = Config.load({});
const documents = new DocumentCheck(new LentThreads(config, new AccountUsage(config, new Metrics())));

afterAll(() => Promise.all([bench.close(), documents.onApplicationShutdown()]));

function evaluate(
  template: JsonValue,
  variables: JsonRecord = {},
  { expressions } = bench,
): Promise<JsonValue> {
  return expressions.evaluate({ accountId, template, data, variables, now });
}

function faultsOf(...texts: string[]): Promise<readonly string[]> {
  const sites = texts.map((text, index) => ({
    pointer: `/${String(index)}`,
    text,
    known: ['input', 'item'],
  }));
  return documents
    .check(accountId, {}, sites)
    .then((faults) => faults.map(({ pointer, detail }) => `${pointer} ${detail}`));
}

describe('expressions', () => {
  it('[workflow-expressions] stand anywhere in a value, and what they do not find is left out', async () => {
    expect(
      await evaluate(
        { list: ['${ a.b }', 'plain ${ a }', '${ none }'], sum: '${ $sum(a.b) + $x.n }', none: '${ none }' },
        { x: { n: 4 } },
      ),
    ).toEqual({ list: [[1, 2, 3], 'plain ${ a }', null], sum: 10 });
    expect(await evaluate('${ none }')).toBeNull();
    expect(await evaluate('${ one }')).toEqual([{ id: 7 }]);
  });

  it('[workflow-expressions] come to the same value whenever they are evaluated', async () => {
    const template = ['${ $now() }', '${ $millis() }', '${ $toMillis("03:00", "[H01]:[m01]") > 0 }'];
    const once = await evaluate(template);
    expect(once).toEqual(['2026-01-02T03:04:05.000Z', now, true]);
    expect(await evaluate(template)).toEqual(once);
    await expect(evaluate('${ $random() }')).rejects.toThrow('no random numbers');
  });

  it('[workflow-expressions] cannot change what they read', async () => {
    await expect(evaluate('${ $ ~> |a|{"b": 1}| }')).rejects.toThrow('transforms an object in place');
    expect(await evaluate('${ $append(a.b, 4) }')).toEqual([1, 2, 3, 4]);
    expect(data.a.b).toEqual([1, 2, 3]);
  });

  it.each([
    ['a list that is too long', '[1..10000000]', 'WORKFLOW_EXPRESSION_SEQUENCE'],
    ['endless recursion', '($f := function($x){ $f($x) + 1 }; $f(1))', 'WORKFLOW_EXPRESSION_STACK'],
    ['a text that doubles', '$reduce([1..60], function($s, $i){ $s & $s }, "xy")', 'cannot be evaluated'],
    ['a large result', '$pad("", 200000, "x")', 'WORKFLOW_MAX_RESULT_BYTES'],
    ['a large padding', '$pad("", 100000000, "x")', 'WORKFLOW_MAX_RESULT_BYTES'],
    ['a function as result', 'function($x){ $x }', 'function'],
    ['what objects inherit', 'a.constructor', 'null'],
  ])(
    '[workflow-hostile] with %s are ended by name, and the next one has its value',
    async (_, text, reason) => {
      expect(await evaluate(`\${ ${text} }`).then(JSON.stringify, String)).toContain(reason);
      expect(await evaluate('${ name }')).toBe('Ann');
    },
  );

  it('[workflow-turns] of an account that has spent its time wait, and end by name when that takes too long', async () => {
    const short = new WorkflowBench({
      ...{ WORKFLOW_EXPRESSION_MS: 100, ACCOUNT_EXPRESSION_MS: 100, WORKFLOW_EXPRESSION_WAIT_MS: 100 },
      ACCOUNT_EXPRESSIONS: 3,
    });
    const endless = '${ ($f := function($x){ $f($x) }; $f(1)) }';
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => evaluate(endless, {}, short).then(String, String)),
    );
    for (const variable of ['WORKFLOW_EXPRESSION_MS', 'ACCOUNT_EXPRESSION_MS', 'ACCOUNT_EXPRESSIONS'])
      expect(answers).toContainEqual(expect.stringContaining(variable));
    await short.close();
  });

  it('[workflow-document-faults] are read before they are saved', async () => {
    expect(
      await faultsOf(
        '$item.name',
        'a +',
        '$eval("1")',
        '$other',
        '$match(a, /(?=x)/)',
        '($item := 1; $item)',
        '$sum(a',
      ),
    ).toEqual([
      expect.stringMatching(/^\/1 is not JSONata/),
      expect.stringMatching(/^\/2 uses \$eval, which is not allowed/),
      '/3 uses $other, which is not known here',
      expect.stringMatching(/^\/4 has a regular expression that cannot be matched in linear time/),
      '/5 gives $item another meaning; choose another name',
      expect.stringMatching(/^\/6 is not JSONata/),
    ]);
  });

  it.each([...scenarios])(
    '[workflow-profile] of %s are right, and so is the document by the standard',
    async (_, { document }) => {
      const { definition } = parseWorkflow(document, workflowLimits(Config.load({}).values));
      expect(await documents.check(accountId, document as JsonObject, definition?.expressions ?? [])).toEqual(
        [],
      );
    },
  );

  it('[workflow-profile] are in a document that the standard accepts too', async () => {
    const error = { type: 'https://x.example/e', status: 500, instance: 'no pointer' };
    expect(await documents.check(accountId, documentOf([{ a: { raise: { error } } }]), [])).toEqual([
      expect.objectContaining({ pointer: '/do/0/a/raise/error/instance' }),
    ]);
  });
});
