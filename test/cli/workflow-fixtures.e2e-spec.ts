import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { operatorOf } from '../support/clients/apps-client.js';
import { closeAfterAll } from '../support/closing.js';
import { CliMachine } from '../support/clients/cli.js';
import type { Json } from '../support/clients/gateway-client.js';
import { answers, text } from '../support/upstreams/behaviours.js';
import { tool } from '../support/upstreams/scripted-http.js';
import { call, doing, listen, workflowApp } from '../support/workflows/workflow-app.js';

const open = closeAfterAll();
const refund = [
  { order: call('find_order', { id: '${ order }' }) },
  { ask: { if: '${ $steps.order.paid > 500 }', ...listen('approval') } },
  { back: call('refund', { id: '${ $workflow.input.order }' }) },
  { told: { set: { refunded: '${ $steps.order.paid }' } } },
];
const tests = [
  {
    name: 'large sums wait',
    input: { order: 'A-7' },
    mocks: { 'find_order@one': { paid: 900 } },
    expect: { waitsFor: ['approval'], steps: { back: null } },
  },
  {
    name: 'and go back then',
    input: { order: 'A-7' },
    mocks: { 'find_order@one': { paid: 900 } },
    signals: { approval: true },
    expect: {
      output: { refunded: 900 },
      calls: [{ tool: 'find_order@one', arguments: { id: 'A-7' } }, { tool: 'refund@one' }],
    },
  },
  {
    name: 'the shop is away',
    mocks: { 'find_order@one': { error: { status: 503 } } },
    input: { order: 'A-7' },
    expect: { error: { status: 503 } },
  },
];
/** Sample workflows of the repository with their fixtures. */
const samples = join(process.cwd(), 'samples', 'workflows');
const sampleFixtures = readdirSync(samples).filter((name) => name.endsWith('.test.yaml'));
let machine: CliMachine;
let called = 0;

beforeAll(async () => {
  const counted = (name: string) =>
    tool(name, (request) => {
      called++;
      return answers(text('real'))(request);
    });
  const made = await workflowApp(open, [counted('find_order'), counted('refund')], { saved: doing(refund) });
  const { gateway } = made;
  const { body } = await operatorOf(gateway).json('/api/cli/apps');
  const app = String((body['apps'] as Json[])[0]?.['slug']);
  machine = await open(
    CliMachine.create({ GANTRY_URL: gateway.url, GANTRY_TOKEN: gateway.token, GANTRY_APP: app }),
  );
});

const json = (value: unknown) => JSON.stringify(value, null, 2);

it('[workflow-fixtures] fixtures of a saved workflow and of a document in a file pass, and no tool is called', async () => {
  machine.write('workflows/refund.json', json(doing(refund)));
  machine.write('workflows/refund.test.json', json({ document: 'refund.json', tests }));
  machine.write('saved.test.yaml', json({ workflow: 'saved', tests }));
  const ended = await machine.run(['workflows', 'test']);
  expect(ended).toMatchObject({ code: 0 });
  expect(ended.stdout.split('\n').filter((line) => line.startsWith('✓'))).toHaveLength(6);
  expect(ended.stdout + ended.stderr).toContain('6 passed, 0 failed.');
  expect(called).toBe(0);
});

it('[workflow-fixtures] each difference is printed with its place, and the command exits with 1', async () => {
  const wrong = {
    name: 'wrong',
    input: { order: 'A-7' },
    mocks: { 'find_order@one': { paid: 3 } },
    expect: { output: { refunded: 4 }, calls: [{ tool: 'find_order@one' }], steps: { back: null } },
  };
  machine.write('wrong.json', json({ workflow: 'saved', tests: [wrong, { ...tests[0] }] }));
  const shown = await machine.run(['workflows', 'test', 'wrong.json']);
  expect(shown.code).toBe(1);
  for (const line of ['✗ wrong.json: wrong', '/output/refunded', '- 4', '+ 3', '/calls/1', '/steps/back'])
    expect(shown.stdout).toContain(line);
  const told = await machine.run(['workflows', 'test', 'wrong.json', '--json']);
  expect(told.code).toBe(1);
  expect(JSON.parse(told.stdout)).toMatchObject({
    ...{ passed: 1, failed: 1 },
    tests: [
      {
        ...{ file: 'wrong.json', name: 'wrong', passed: false },
        differences: expect.arrayContaining([
          { pointer: '/output/refunded', expected: 4, actual: 3 },
        ]) as unknown,
      },
      { passed: true, differences: [] },
    ],
  });
});

it('[workflow-fixtures] the events of a run must be exactly the expected ones, in their order', async () => {
  const event = { source: 'https://shop.example', type: 'refunded', data: { order: 'A-7' } };
  const document = doing([{ tell: { emit: { event: { with: event } } } }]);
  const expecting = (...events: Json[]) => ({ name: 'told', expect: { events } });
  machine.write('told.json', json({ document, tests: [expecting({ type: 'refunded', data: event.data })] }));
  expect(await machine.run(['workflows', 'test', 'told.json'])).toMatchObject({ code: 0 });
  machine.write('told.json', json({ document, tests: [expecting({ type: 'lost' }), expecting()] }));
  const { code, stdout } = await machine.run(['workflows', 'test', 'told.json']);
  expect(code).toBe(1);
  expect(stdout).toContain('/events/0/type');
  expect(stdout).toContain('A-7');
});

it.each([
  [{ workflow: 'saved', tests: [{ name: 'x', expect: { events: [3] } }] }, /\/events\/0 must be an object/],
  [
    { workflow: 'saved', tests: [{ name: 'x', expects: {} }] },
    /wrong\.json:6: \/tests\/0\/expects is not known/,
  ],
  [{ workflow: 'saved', tests: [{ expect: {} }] }, /\/tests\/0\/name must be a text/],
  [{ workflow: 'saved', document: 'a.json', tests: [] }, /either a document or a workflow/],
  [{ workflow: 'saved', tests: [] }, /\/tests has no tests/],
  [{ document: 'away.json', tests }, /\/document is no file: away\.json/],
  [
    { workflow: 'saved', tests: [{ name: 'x', expect: { status: 'done' } }] },
    /\/tests\/0\/expect\/status must be/,
  ],
])(
  '[workflow-fixture-faults] names the place of the fault in a file of fixtures: %j',
  async (file, fault) => {
    machine.write('wrong.json', json(file));
    const ended = await machine.run(['workflows', 'test', 'wrong.json']);
    expect(ended.code).not.toBe(0);
    expect(ended.stderr).toMatch(fault);
  },
);

it('[workflow-fixture-faults] prints the line in the file of a document that has a fault', async () => {
  machine.write('faulty.json', json(doing([{ go: { call: 'no_tool' } }])));
  machine.write('faulty.test.json', json({ document: 'faulty.json', tests: [{ name: 'x', expect: {} }] }));
  const ended = await machine.run(['workflows', 'test', 'faulty.test.json']);
  expect(ended.code).toBe(1);
  expect(ended.stdout).toMatch(/faulty\.json:\d+: \/document\/do\/0\/go/);
});

it('[workflow-samples] six sample workflows have fixtures', () => {
  expect(sampleFixtures).toHaveLength(6);
});

it.each(sampleFixtures)('[workflow-samples] the fixtures of the sample %s pass', async (fixture) => {
  const ended = await machine.run(['workflows', 'test', join(samples, fixture)]);
  expect(ended.stdout + ended.stderr).toMatch(/\d+ passed, 0 failed\./);
  expect(ended.code).toBe(0);
});
