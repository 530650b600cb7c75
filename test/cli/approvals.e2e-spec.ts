import { decide, ticketOf } from '../support/clients/approvals.js';
import { CliMachine } from '../support/clients/cli.js';
import type { Json } from '../support/clients/gateway-client.js';
import { createApp, says, type TestApp } from '../support/clients/sdk-apps.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { ScriptedHttp } from '../support/upstreams/scripted-http.js';

const open = closeAfterAll();
let gateway: TestGateway;
let app: TestApp;
let machine: CliMachine;

beforeAll(async () => {
  const upstream = await open(ScriptedHttp.start([says('drop', 'gone')]));
  gateway = await open(startGateway({ mcpServers: { one: { url: upstream.url } } }));
  const config = { mcpServers: { one: { use: 'one' } }, policies: { requireApproval: ['one__drop'] } };
  app = await createApp(gateway, 'shop', config);
  machine = await open(
    CliMachine.create({ GANTRY_URL: gateway.url, GANTRY_TOKEN: gateway.token, GANTRY_APP: 'shop' }),
  );
});

describe('gantry approvals', () => {
  it('[approvals-command] lists calls that wait, shows them whole, approves and denies them', async () => {
    const ask = async (n: number) => ticketOf(await app.call('shop.one', 'drop', { n, name: 'a\u202eb' })).id;
    const [first, second] = [await ask(1), await ask(2)];
    const { json } = await machine.run(['approvals', '--json']);
    expect((json['approvals'] as Json[]).map(({ id }) => id)).toEqual([second, first]);
    expect((await machine.run(['approvals'])).stdout).toContain(`${first}\tdrop@shop.one\tkey `);
    const shown = await machine.run(['approvals', 'show', first]);
    expect(shown.stdout).toContain('a\\u202eb');
    expect(await machine.run(['approvals', 'approve', first, '--note', 'seen'])).toMatchObject({ code: 0 });
    expect(await machine.run(['approvals', 'deny', second])).toMatchObject({ code: 0 });
    const again = await machine.run(['approvals', 'deny', first]);
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toContain('approved already');
    for (const [id, status, note] of [
      [first, 'approved', 'seen'],
      [second, 'denied', null],
    ] as const)
      expect((await gateway.json(`/api/approvals/${id}`)).body).toMatchObject({ status, note });
  });

  it('[approvals-command] gantry call says where a call is approved, and goes on with that', async () => {
    const called = await machine.run(['call', 'one__drop', '--arg', 'n=3']);
    expect(called).toMatchObject({ code: 1, stdout: '' });
    expect(called.stderr).toContain('/approvals/apr_');
    const [id = ''] = /apr_\w+/.exec(called.stderr) ?? [];
    expect((await decide(gateway, { id }, 'approve')).status).toBe(200);
    const made = await machine.run(['call', 'one__drop', '--arg', 'n=3', '--approval', id]);
    expect(made).toMatchObject({ code: 0, stdout: 'gone\n' });
  });
});
