import { personIn } from '../support/clients/apps-client.js';
import { closeAfterEach } from '../support/closing.js';
import { startGateway, type GatewayOptions } from '../support/gateway.js';
import type { Answer, GatewayClient, Json } from '../support/clients/gateway-client.js';
import { ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterEach();

/** A server at which calls wait until they are let go, one by one, and two accounts that use it. */
async function stage({ entry, env }: { entry: Json; env: GatewayOptions['env'] }) {
  const running: { readonly who: unknown; go(): void }[] = [];
  const order: unknown[] = [];
  const gated = tool('gated', (exchange) => {
    const { who } = exchange.args;
    order.push(who);
    const go = () => {
      exchange.result({ content: [] });
    };
    running.push({ who, go });
  });
  const upstream = await open(ScriptedHttp.start([gated]));
  const gateway = await open(
    startGateway({ mcpServers: { s: { url: upstream.url, ...entry } }, env: env ?? {} }),
  );
  const one = await personIn(gateway, 'one');
  const two = await personIn(gateway, one.accountId, 'member');
  const other = await personIn(gateway, 'other');
  const calls = (client: GatewayClient, who: string, count: number): Promise<Answer>[] =>
    Array.from({ length: count }, () => client.call('s', 'gated', { who }));
  const letGo = async (): Promise<void> => {
    const next = await waitFor('a call', () => running.shift());
    next.go();
  };
  const used = async (client: GatewayClient): Promise<unknown> => {
    const { body } = await client.json('/api/usage/limits');
    return (body['limits'] as Json[]).find(({ name }) => name === 'calls')?.['used'];
  };
  return { gateway, one, two, other, calls, letGo, order, used, running };
}

const settled = async (calls: readonly Promise<Answer>[]): Promise<number[]> =>
  (await Promise.all(calls)).map(({ status }) => status).sort();

it('[calls-fair] an account leaves a quarter of the places of a shared server, and others wait by turns with it', async () => {
  const { one, other, calls, letGo, order, used } = await stage({
    entry: { maxConcurrency: 4, isolation: 'shared' },
    env: { MAX_QUEUE: 4 },
  });
  const many = calls(one, 'one', 7);
  await waitFor('the line to be full', async () => order.length === 3 && (await used(one)) === 7);
  expect(order).toEqual(['one', 'one', 'one']);
  expect((await one.call('s', 'gated', {})).body['code']).toBe('overloaded');
  const few = calls(other, 'other', 3);
  await waitFor('a place that was left', () => order.length === 4);
  expect(order.at(-1)).toBe('other');
  // Two of the four places in the line went to who had none.
  await waitFor('the others to wait', async () => (await used(other)) === 3 && (await used(one)) === 5);
  for (let i = 0; i < 8; i++) await letGo();
  expect(await settled(few)).toEqual([200, 200, 200]);
  expect(await settled(many)).toEqual([200, 200, 200, 200, 200, 503, 503]);
  expect(order.slice(4)).toEqual(['one', 'other', 'one', 'other']);
});

it('[usage-calls] all tokens of an account share its calls, those that wait included', async () => {
  const { gateway, one, two, other, calls, letGo, used, running } = await stage({
    entry: { maxConcurrency: 1 },
    env: { ACCOUNT_CALLS: 2 },
  });
  const held = [...calls(one, 'one', 1), ...calls(two, 'two', 1)];
  await waitFor('both', async () => running.length === 1 && (await used(one)) === 2);
  expect(await two.call('s', 'gated', {})).toMatchObject({
    status: 503,
    body: { code: 'overloaded', limit: 'ACCOUNT_CALLS' },
  });
  const another = calls(other, 'other', 1);
  for (let i = 0; i < 3; i++) await letGo();
  expect(await settled([...held, ...another])).toEqual([200, 200, 200]);
  expect(await used(one)).toBe(0);
  expect(await (await gateway.fetch('/metrics')).text()).toMatch(/^gantry_usage\{limit="calls"\} 0$/m);
});
