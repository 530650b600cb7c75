import { operatorOf } from '../support/clients/apps-client.js';
import { CliMachine } from '../support/clients/cli.js';
import type { Json } from '../support/clients/gateway-client.js';
import { closeAfterAll } from '../support/closing.js';
import { connect, connectStage, type ConnectStage } from '../support/connecting.js';

const open = closeAfterAll();
let stage: ConnectStage;
let machine: CliMachine;

beforeAll(async () => {
  stage = await connectStage(open, { env: { EGRESS_ALLOW: ['127.0.0.0/8'] } });
  const { url, token } = stage.gateway;
  machine = await open(CliMachine.create({ GANTRY_URL: url, GANTRY_TOKEN: token }));
});

it('[cli-connections] lists, starts, tests and removes connections', async () => {
  const { gateway, browser, issuer, server } = stage;
  expect((await machine.run(['connections'])).stderr).toContain('Nothing is connected.');
  expect((await machine.run(['servers'])).stdout).toContain('gantry connections add notes');
  const { checks } = (await machine.run(['doctor', '--json'])).json as { checks: Json[] };
  expect(checks).toContainEqual({
    ...{ name: 'servers', status: 'ok', detail: '3, none broken; not connected yet: house, notes, team' },
  });
  const begun = await machine.run(['connections', 'add', 'notes']);
  expect([begun.code, begun.stdout.trim()]).toEqual([0, `${gateway.url}/connect/notes`]);
  expect((await machine.run(['connections', 'add', 'team', '--for', 'account', '--json'])).json).toEqual({
    ...{ server: 'team', connectUrl: `${gateway.url}/connect/team?owner=account`, opened: false },
  });
  const wrong = await machine.run(['connections', 'add', 'team', '--for', 'acount']);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('Did you mean account?')]);

  await connect(browser, issuer, begun.stdout.trim());
  const { connections } = (await machine.run(['connections', '--json'])).json as { connections: Json[] };
  const id = String(connections[0]?.['id']);
  expect((await machine.run(['connections', 'list'])).stdout).toMatch(
    new RegExp(`^${id}\tnotes\tme\tok\t[^\t]+\t${issuer.issuer}`, 'm'),
  );
  expect(await machine.run(['connections', 'test', id])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining(`${id} works: 1 tool.`),
  });
  await server.close();
  expect((await machine.run(['connections', 'test', id, '--json'])).json).toMatchObject({ id, ok: false });
  expect((await machine.run(['connections', 'test', id])).code).toBe(1);
  await server.restart();
  expect((await machine.run(['connections', 'rm', id])).stderr).toContain('--yes');
  expect((await machine.run(['connections', 'rm', id, '--yes'])).code).toBe(0);
  expect(issuer.tokens.live).toBe(0);
  const again = await machine.run(['connections', 'rm', id, '--yes', '--json']);
  expect([again.code, (JSON.parse(again.stderr) as Json)['error']]).toEqual([
    1,
    expect.objectContaining({ code: 'connection-not-found' }),
  ]);
});

it('[connect-import] a server imported from mcp-remote is connected by each person', async () => {
  const { gateway, browser, issuer, server } = stage;
  const person = operatorOf(gateway);
  await person.newApp('desk', { mcpServers: {} }, { slug: 'desk' });
  const mcpServers = { notes: { command: 'npx', args: ['-y', 'mcp-remote', server.url] } };
  machine.write('claude.json', JSON.stringify({ mcpServers }));
  expect(await machine.run(['pull', '--app', 'desk'])).toMatchObject({ code: 0 });
  expect(
    (await machine.run(['import', 'claude.json', '--yes', '--app', 'desk', '--json'])).json,
  ).toMatchObject({
    servers: { notes: { url: server.url, auth: { type: 'oauth', for: 'user' } } },
  });
  expect(await machine.run(['push', '--yes', '--app', 'desk'])).toMatchObject({ code: 0 });
  const refused = await person.call('desk.notes', 'whoami');
  expect([refused.status, refused.body['connectUrl']]).toEqual([409, `${gateway.url}/connect/desk.notes`]);
  await connect(browser, issuer, '/connect/desk.notes');
  expect((await person.call('desk.notes', 'whoami')).text).toContain('ana');
});
