import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { personIn } from '../support/clients/apps-client.js';
import { changeSettings } from '../support/changed-settings.js';
import { closeAfterAll, closeAfterEach } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { Answer, Json } from '../support/clients/gateway-client.js';
import { createApp, says, shopAt, toolsOf, type TestApp } from '../support/clients/sdk-apps.js';
import { hangs, refuses, waitsFor } from '../support/upstreams/behaviours.js';
import { declareServers, publish } from '../support/upstreams/declared-servers.js';
import { echo, ScriptedHttp } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterAll();
const keep = closeAfterEach();
let gateway: TestGateway;
const reportOf = ({ body }: Answer, name: string) =>
  (body['servers'] as Json[]).find((report) => report['name'] === name);

beforeAll(async () => {
  gateway = await open(startGateway());
});

/** The gateway reads the deadline for each list, and the time-out for each new server. */
const set = (values: { readonly LIST_DEADLINE_MS: number; readonly CONNECT_TIMEOUT_MS?: number }) =>
  keep(changeSettings(gateway, values));

/** A server that accepts connections and never answers. */
async function silentServer(): Promise<{ readonly url: string; readonly connections: () => number }> {
  let connections = 0;
  const server = createServer(() => connections++).listen(0, '127.0.0.1');
  await once(server, 'listening');
  await open({ close: async () => void server.close() });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${String(port)}/mcp`, connections: () => connections };
}

/** An app with eight servers that have 504 tools between them, one that is down and one that never answers. */
async function tenServers(account: string) {
  const hanging = await silentServer();
  const dead = await ScriptedHttp.start();
  await dead.close();
  const good = await open(
    ScriptedHttp.start(
      Array.from({ length: 63 }, (_, i) =>
        says(`tool_${String(i)}`, '', {
          description: `Does thing number ${String(i)} for those who need it done. It takes a while and says so.`,
          inputSchema: {
            type: 'object',
            properties: { first: { type: 'string' }, second: { type: 'number' } },
          },
        }),
      ),
    ),
  );
  const names = Array.from({ length: 8 }, (_, i) => `good-${String(i)}`);
  const urls = { dead: dead.url, hanging: hanging.url };
  for (const name of names) Object.assign(urls, { [name]: good.url });
  const mcpServers: Json = {};
  for (const [name, url] of Object.entries(urls))
    mcpServers[name] = { use: await publish(open, gateway, { url }) };
  const app = await createApp(gateway, 'shop', { mcpServers }, await personIn(gateway, account));
  return { app, names, hanging };
}

/** The list once it has the tools of all good servers. */
const withAll = (app: TestApp): Promise<Answer> =>
  waitFor('the tools of all that are well', async () => {
    const names = await app.names();
    return names.length === 8 * 63 && app.tools('?limit=200');
  });

it('[sdk-fail-open] a dead and a hanging server of ten are named and keep nobody waiting beyond the deadline', async () => {
  await set({ LIST_DEADLINE_MS: 100, CONNECT_TIMEOUT_MS: 600_000 });
  const { app, names } = await tenServers('fails-open');
  const cold = await app.tools('?limit=200');
  expect(cold.status).toBe(200);
  expect(reportOf(cold, 'hanging')).toMatchObject({
    error: { code: 'upstream-timeout', detail: expect.stringContaining('LIST_DEADLINE_MS (100)') },
  });
  const all = await withAll(app);
  for (const name of names) expect(reportOf(all, name)).toEqual({ name, status: 'ready' });
  expect(reportOf(all, 'dead')).toEqual({
    ...{ name: 'dead', status: 'unavailable' },
    error: { code: 'upstream-unavailable', detail: expect.any(String) },
  });
  expect(reportOf(all, 'hanging')).toMatchObject({
    status: expect.not.stringMatching('ready'),
    error: { code: expect.stringMatching(/^upstream-(timeout|unavailable)$/) },
  });
  for (const { text } of [cold, all]) expect(text).not.toMatch(/127\.0\.0\.1/);
});

it('[sdk-warm-fast] a server that has delayed one list delays no later list, neither while it hangs nor when it hangs again', async () => {
  await set({ LIST_DEADLINE_MS: 100, CONNECT_TIMEOUT_MS: 500 });
  const { app, hanging } = await tenServers('warm');
  await withAll(app);
  // A list that waited for the server from now on would not end within the test.
  await set({ LIST_DEADLINE_MS: 600_000 });
  const before = hanging.connections();
  await waitFor('the next connection attempt', async () => {
    const warm = await app.tools('?limit=200');
    expect(toolsOf(warm)).toHaveLength(200);
    expect(reportOf(warm, 'hanging')).toMatchObject({ error: { code: expect.stringMatching(/^upstream-/) } });
    return hanging.connections() > before;
  });
});

it('[sdk-warm-fast] an unchanged list is the same bytes, and a change of a server’s state is one of the list', async () => {
  const { app, upstreams } = await shopAt(gateway, open, { one: [echo], two: [echo] });
  const first = await app.tools();
  const again = await app.tools();
  expect(again.text).toBe(first.text);
  expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
  await upstreams['two']?.close();
  await app.use('two__echo');
  const down = await app.tools();
  expect(down.headers.get('etag')).not.toBe(first.headers.get('etag'));
  expect(toolsOf(down)).toEqual(toolsOf(first));
  expect(reportOf(down, 'two')).toMatchObject({ error: { code: 'upstream-unavailable' } });
  expect(reportOf(down, 'one')).toEqual({ name: 'one', status: 'ready' });
});

it('[sdk-fail-open] a server that was late joins the list when it has answered', async () => {
  let answer = (): void => undefined;
  const gate = new Promise<void>((resolve) => (answer = resolve));
  const slow = await open(ScriptedHttp.start());
  slow.methods.set('tools/list', waitsFor(gate, { tools: [{ name: 'late', inputSchema: {} }] }));
  const quick = await open(ScriptedHttp.start([echo]));
  const mcpServers = {
    slow: { use: await publish(open, gateway, { url: slow.url }) },
    quick: { use: await publish(open, gateway, { url: quick.url }) },
  };
  const app = await createApp(gateway, 'shop', { mcpServers }, await personIn(gateway, 'late'));
  await set({ LIST_DEADLINE_MS: 300 });
  const early = await waitFor('the quick tools', async () => {
    const list = await app.tools();
    return toolsOf(list).length > 0 && list;
  });
  expect(toolsOf(early).map(({ name }) => name)).toEqual(['quick__echo']);
  expect(reportOf(early, 'slow')).toEqual({
    ...{ name: 'slow', status: expect.stringMatching(/^(ready|degraded)$/) },
    error: { code: 'upstream-timeout', detail: expect.stringContaining('300') },
  });
  answer();
  await waitFor('the late tools', async () => (await app.names()).includes('slow__late'));
  expect(reportOf(await app.tools(), 'slow')).toEqual({ name: 'slow', status: 'ready' });
});

it('[sdk-fail-open] the last known tools of a server stay while it hangs or sends rubbish', async () => {
  const { app, upstreams } = await shopAt(gateway, open, { one: [echo], two: [echo] });
  await waitFor('both tools', async () => (await app.names()).length === 2);
  upstreams['two']?.methods.set('tools/list', hangs);
  await set({ LIST_DEADLINE_MS: 100 });
  const late = await app.tools('?refresh=true');
  expect(toolsOf(late)).toHaveLength(2);
  expect(reportOf(late, 'two')).toMatchObject({ error: { code: 'upstream-timeout' } });
});

it('[list-trouble] is told alike by the list of servers, resolve and the lists of the SDK', async () => {
  const { app, upstreams } = await shopAt(gateway, open, { one: [echo], two: [echo] });
  const told = async () => {
    const [row, resolved, tools, prompts] = await Promise.all([
      app.json('/api/servers'),
      app.json(`/api/apps/${app.slug}/resolve`),
      app.tools(),
      app.json('/api/sdk/prompts'),
    ]);
    return [row, resolved, tools, prompts].map((answer) => reportOf(answer, 'two')?.['status']);
  };
  await waitFor('both tools', async () => (await app.names()).length === 2);
  expect(new Set(await told())).toEqual(new Set(['ready']));
  upstreams['two']?.methods.set('tools/list', refuses(-32603, 'out of order'));
  const failing = await app.tools('?refresh=true');
  expect(toolsOf(failing)).toHaveLength(2);
  expect(new Set(await told())).toEqual(new Set(['degraded']));
  expect(reportOf(await app.tools(), 'two')).toMatchObject({ error: { code: 'upstream-error' } });
  upstreams['two']?.methods.delete('tools/list');
  await app.tools('?refresh=true');
  expect(new Set(await told())).toEqual(new Set(['ready']));
});

it('[sdk-fail-open] a list that nests without end does not take the others with it', async () => {
  const { app, upstreams } = await shopAt(gateway, open, { one: [echo], two: [echo] });
  const deep = `${'{"x":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
  upstreams['two']?.methods.set('tools/list', (exchange) => {
    const tools = `[{"name":"deep","inputSchema":${deep}},{"name":"fine","inputSchema":{}}]`;
    exchange.send(200, `{"jsonrpc":"2.0","id":${JSON.stringify(exchange.id)},"result":{"tools":${tools}}}`);
  });
  const { status, body } = await app.tools();
  expect(status).toBe(200);
  expect(toolsOf({ body }).map(({ name }) => name)).toContain('one__echo');
  expect(await app.names()).not.toContain('two__deep');
});

it('[sdk-fail-open] a server that cannot be used as it is declared says why', async () => {
  const { app, published } = await shopAt(gateway, open, { one: [echo] });
  const gone = declareServers(gateway, { gone: { url: 'http://127.0.0.1:1/mcp' } });
  await app.configure({
    mcpServers: {
      ...{ one: { use: published['one'] }, gone: { use: 'gone' } },
      keyless: { url: 'https://mcp.example.com/mcp', headers: { authorization: 'Bearer ${secret:MISSING}' } },
    },
  });
  await gone.close();
  const codeOf = async (name: string) =>
    (reportOf(await app.tools(), name)?.['error'] as Json | undefined)?.['code'];
  expect(await codeOf('gone')).toBe('server-not-found');
  expect(await codeOf('keyless')).toBe('secret-not-set');
  expect((await app.use('keyless__x')).body['code']).toBe('secret-not-set');
});

it('disabled servers are not there', async () => {
  const { app } = await shopAt(
    gateway,
    open,
    { one: [echo], two: [echo] },
    { options: { two: { disabled: true } } },
  );
  const { body } = await app.tools();
  expect(body['servers']).toEqual([{ name: 'one', status: 'ready' }]);
  expect((await app.use('two__echo')).body['code']).toBe('tool-not-found');
});
