import { operatorOf } from '../support/clients/apps-client.js';
import { closeAfterAll } from '../support/closing.js';
import { GatewayClient, type Json } from '../support/clients/gateway-client.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { installation } from '../support/processes/replicas.js';
import { waitFor } from '../support/wait-for.js';
import { doing, listen, Workflows } from '../support/workflows/workflow-app.js';

const open = closeAfterAll();
const documents = {
  waits: doing([{ heard: listen('paid') }]),
  begins: doing([{ told: { set: { n: '${ $workflow.input[0].data.n }' } } }], {
    schedule: { on: { one: { with: { type: 'ordered' } } } },
  }),
};
let boot: () => Promise<TestGateway>;

beforeAll(async () => {
  const { replica, secretKey } = await installation(open);
  boot = async () => {
    const state = replica();
    await open({ close: () => state.remove() });
    return open(startGateway({ state, env: { SECRET_KEY: secretKey } }));
  };
});

const completedBy = async (gateway: TestGateway): Promise<number> => {
  const { text } = await gateway.json('/metrics');
  return Number(/gantry_workflow_runs_total\{status="completed"\} (\d+)/.exec(text)?.[1] ?? 0);
};
const send = async (client: GatewayClient, type: string, data: Json): Promise<Json> => {
  const { status, body, text } = await client.json('/api/sdk/workflows/events', { body: { type, data } });
  if (status !== 202) throw new Error(text);
  return body;
};

it('[events-trigger-processes] reaches a listen that another process carries out, and begins one run with both there', async () => {
  const one = await boot();
  const operator = operatorOf(one);
  await operator.newApp('shop', { workflows: documents }, { slug: 'shop' });
  const { token } = await operator.withKey('shop');
  const here = new GatewayClient(one.url, token);
  const runs = new Workflows(here);
  const waiting = await runs.start('waits');
  await runs.reachesStep(waiting, 'heard', 'waiting');

  const two = await boot();
  const there = new GatewayClient(two.url, token);
  await send(there, 'paid', { n: 1 });
  expect((await runs.reaches(waiting, 'completed'))['output']).toEqual([{ n: 1 }]);
  expect([await completedBy(one), await completedBy(two)]).toEqual([1, 0]);

  const sent = await Promise.all(
    Array.from({ length: 12 }, (_, n) => send(n % 2 === 0 ? here : there, 'ordered', { n })),
  );
  const begun = await waitFor('the runs', async () => {
    const { body } = await runs.get('/runs', '?workflow=begins&limit=50');
    const listed = body['runs'] as Json[];
    return listed.length >= 12 && listed.every(({ status }) => status === 'completed') && listed;
  });
  expect(begun.map(({ startedBy }) => (startedBy as Json)['eventId']).sort()).toEqual(
    sent.map(({ id }) => id).sort(),
  );
});
