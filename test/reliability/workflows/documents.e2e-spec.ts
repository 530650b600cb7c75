import { parseWorkflow } from '../../../src/workflows/definition/parse-workflow.js';
import { schemaFaults } from '../../../src/workflows/definition/schema/json-schema.js';
import { workflowLimits } from '../../../src/workflows/definition/workflow-limits.js';
import { Config } from '../../../src/platform/config/config.js';
import { personIn } from '../../support/clients/apps-client.js';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway } from '../../support/gateway.js';
import { longestStall } from '../../support/measures/longest-stall.js';
import { documentOf } from '../../support/workflows/workflow-bench.js';

const open = closeAfterAll();
const many = <T>(count: number, of: (index: number) => T) => Array.from({ length: count }, (_, i) => of(i));
/** Milliseconds that the work takes of a processor. */
const cpuMs = (work: () => void): number => {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
};

it('[workflow-hostile] documents that take long to check keep no other request waiting', async () => {
  const gateway = await open(startGateway());
  const ana = await personIn(gateway, 'acme');
  const app = (await ana.newApp('App'))['id'];
  const tasksWith = (x: string) =>
    documentOf(many(30, (index) => ({ [`t${String(index)}`]: { set: { x } } })));
  const workflows = {
    heavy: tasksWith(`\${ ${'$sum(a.b[c > 1]) + '.repeat(400)}1 }`),
    evil: tasksWith(`\${ ${'('.repeat(4000)}1${')'.repeat(4000)} }`),
  };
  await ana.save(app, { mcpServers: {}, workflows: {} });
  // The quietest of some tries: a busy machine keeps everybody waiting, too.
  let stall = Infinity;
  for (let tries = 0; tries < 5 && stall >= 100; tries++)
    stall = Math.min(
      stall,
      await longestStall(async () => {
        expect((await ana.save(app, { mcpServers: {}, workflows })).status).toBe(422);
      }),
    );
  expect(stall).toBeLessThan(100);
});

describe('Documents that a tenant saves', () => {
  const nested = (levels: number): unknown =>
    levels === 0 ? { wait: 'PT1S' } : { do: [{ inner: nested(levels - 1) }] };

  it.each([
    ['1 MB', [{ a: { set: { x: 'x'.repeat(1_000_000) } } }], 'WORKFLOW_MAX_BYTES'],
    ['1,000 levels', [{ a: nested(1000) }], 'nests deeper than 100 levels'],
    ['5,000 tasks', many(5000, (i) => ({ [`t${String(i)}`]: { set: {} } })), 'WORKFLOW_MAX_TASKS'],
    ['16,000 expressions', [{ a: { set: { x: many(16_000, () => '${ a }') } } }], '2000 expressions'],
  ])('[workflow-hostile] with %s are refused within a second', (_, tasks, fault) => {
    const limits = workflowLimits(Config.load({}).values);
    let faults: readonly { readonly detail: string }[] = [];
    expect(cpuMs(() => (faults = parseWorkflow(documentOf(tasks), limits).faults ?? []))).toBeLessThan(1000);
    expect(faults.map(({ detail }) => detail).join('\n')).toContain(fault);
  });
});

describe('Data that a schema describes', () => {
  const objects = many(30_000, () => ({}));
  const evil = { type: 'string', pattern: '^(a+)+$' };
  const almost = `${'a'.repeat(9000)}!`;

  it.each<[string, Record<string, unknown>, unknown]>([
    ['that is its own part', { $ref: '#' }, 1],
    ['that is many times its own part', { anyOf: many(20, () => ({ $ref: '#' })) }, 1],
    ['with an evil pattern for many texts', { items: evil }, many(200, () => almost)],
    ['with a long enumeration', { items: { enum: many(40_000, String) } }, many(1000, () => 'x')],
    ['with a large constant', { items: { const: many(9000, Number) } }, many(900, () => many(9000, Number))],
    ['that counts a long text often', { anyOf: many(9000, () => ({ minLength: 2e6 })) }, 'x'.repeat(1e6)],
    ['that asks for many members', { items: { required: many(9000, String) } }, objects],
    [
      'that reads a long name often',
      { anyOf: many(90_000, () => ({ required: ['z'] })) },
      { ['k'.repeat(1e6)]: 1 },
    ],
    ['of too many values', { items: { type: 'string' } }, many(90_000, String)],
  ])('[workflow-hostile] by a schema %s are refused within half a second', (_, schema, value) => {
    const details = schemaFaults(schema, value).map(({ detail }) => detail);
    expect(details).toEqual(['cannot be checked: that is too much work for this schema and this value']);
    expect(cpuMs(() => schemaFaults(schema, value))).toBeLessThan(500);
  });
});
