import { decide, inboxOf, ticketOf } from '../support/clients/approvals.js';
import { closeAfterAll } from '../support/closing.js';
import { GatewayClient, type Json } from '../support/clients/gateway-client.js';
import { createApp, says } from '../support/clients/sdk-apps.js';
import type { TestGateway } from '../support/gateway.js';
import { startReplicas } from '../support/processes/replicas.js';
import { text } from '../support/upstreams/behaviours.js';
import { ScriptedHttp } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';
import { call, doing, Workflows } from '../support/workflows/workflow-app.js';

const open = closeAfterAll();
let a: TestGateway, b: TestGateway;
let upstream: ScriptedHttp;
let key: string;

beforeAll(async () => {
  upstream = await open(ScriptedHttp.start([says('drop', 'dropped')]));
  [a, b] = (await startReplicas(open, 2, { mcpServers: { one: { url: upstream.url } } })) as [
    TestGateway,
    TestGateway,
  ];
  ({ token: key } = await createApp(a, 'shop', {
    mcpServers: { one: { use: 'one' } },
    policies: { requireApproval: ['one__drop'] },
    workflows: { drops: doing([{ act: call('drop', { n: 'run' }) }]) },
  }));
});

const at = ({ url }: TestGateway) => new GatewayClient(url, key);
const use = (gateway: TestGateway, n: number, headers: Record<string, string> = {}) =>
  at(gateway).call('shop.one', 'drop', { n }, {}, { headers });

describe('An approval', () => {
  it('[approvals-processes] is given and used at whichever process, once', async () => {
    const asked = await Promise.all(Array.from({ length: 20 }, (_, n) => use(n % 2 === 0 ? a : b, 1)));
    const [ticket, ...others] = [...new Set(asked.map((answer) => ticketOf(answer).id))];
    expect(others).toEqual([]);
    const id = String(ticket);
    const decisions = await Promise.all([a, b].map((gateway) => decide(gateway, { id }, 'approve')));
    expect(decisions.map(({ status }) => status).sort()).toEqual([200, 409]);
    const retries = await Promise.all(
      Array.from({ length: 20 }, (_, n) => use(n % 2 === 0 ? a : b, 1, { 'x-approval': id })),
    );
    expect(retries.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(upstream.executions('drop')).toBe(1);
  });

  it('[approvals-processes] is heard of by who waits at another process', async () => {
    const answer = use(a, 2, { prefer: 'wait=60' });
    const waiting = await waitFor('the call to wait', async () => (await inboxOf(b))[0]);
    await decide(b, { id: String(waiting['id']) }, 'approve');
    expect(await answer).toMatchObject({ status: 200, body: text('dropped') });
    const workflows = new Workflows(at(a));
    const run = await workflows.start('drops');
    const { steps } = await workflows.reaches(run, 'waiting');
    const [, step] = steps as Json[];
    const { approval } = step?.['approvalFor'] as { approval: { id: string } };
    await decide(b, approval, 'approve');
    await workflows.reaches(run, 'completed');
    expect(upstream.executions('drop')).toBe(3);
  });
});
