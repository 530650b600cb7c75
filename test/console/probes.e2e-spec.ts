import { personIn } from '../support/clients/apps-client.js';
import { browserOf } from '../support/clients/console-client.js';
import type { Answer, GatewayClient, Json } from '../support/clients/gateway-client.js';
import { closeAfterAll, closeAfterEach } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { waitsFor } from '../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { linesOf, stdioServer } from '../support/upstreams/stdio.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterAll();
const openOnce = closeAfterEach();
let openGate: () => void = () => undefined;
const gate = new Promise<void>((resolve) => (openGate = resolve));
let upstream: ScriptedHttp;
let flaky: ScriptedHttp;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await open(ScriptedHttp.start([echo, tool('held', waitsFor(gate))]));
  flaky = await open(ScriptedHttp.start());
  gateway = await open(
    startGateway({
      mcpServers: {
        filed: { url: upstream.url },
        flaky: { url: flaky.url },
        shared: { url: upstream.url, isolation: 'shared' },
      },
      env: { ACCOUNT_PROBES: 2, BACKOFF_BASE_MS: 600_000, BACKOFF_MAX_MS: 600_000 },
    }),
  );
});

const probe = (definition: Json, by: GatewayClient = gateway): Promise<Answer> =>
  by.json('/api/servers/probe', { body: { definition } });
const said = ({ status, body }: Answer) => [status, body['code']];
const listed = async () => (await gateway.json('/api/servers/published')).body['servers'] as Json[];

describe('POST /api/servers/probe', () => {
  it('[probe] says how a server is, and leaves nothing behind', async () => {
    const { body } = await probe({ url: upstream.url });
    expect(body).toMatchObject({ ok: true, protocolVersion: '2025-11-25', transport: 'http', tools: 2 });
    expect((await listed()).map(({ name }) => name)).toEqual(['filed', 'flaky', 'shared']);
  });

  it('[probe] has a code for each way to fail', async () => {
    const refusing = await openOnce(ScriptedHttp.start());
    refusing.intercept = ({ res }) => {
      res.writeHead(401).end();
      return true;
    };
    const gone = await ScriptedHttp.start();
    await gone.close();
    const codeOf = async (definition: Json, by?: GatewayClient) => {
      const { status, body } = await probe(definition, by);
      expect([status, body['ok']]).toEqual([200, false]);
      return (body['error'] as Json)['code'];
    };
    expect(await codeOf({ url: refusing.url })).toBe('upstream-auth-refused');
    expect(await codeOf({ url: gone.url })).toBe('upstream-unavailable');
    const stranger = await personIn(gateway, 'probers');
    expect(await codeOf({ url: upstream.url }, stranger)).toBe('egress-denied');
    expect(said(await probe({ url: 'nonsense' }))).toEqual([422, 'invalid-config']);
  });

  it('[probe-bounded] ends with its caller, and few go on at once', async () => {
    const silent = await openOnce(ScriptedHttp.start());
    let open = 0;
    silent.intercept = ({ res }) => {
      open++;
      res.on('close', () => open--);
      return true;
    };
    const leaving = new AbortController();
    const send = (signal?: AbortSignal) =>
      gateway.json('/api/servers/probe', {
        body: { definition: { url: silent.url } },
        ...(signal === undefined ? {} : { signal }),
      });
    const left = [send(leaving.signal), send(leaving.signal)].map((answer) => answer.catch(() => 'left'));
    await waitFor('both at the server', () => open === 2);
    const refused = await send();
    expect(said(refused)).toEqual([503, 'overloaded']);
    expect(refused.text).toContain('ACCOUNT_PROBES');
    leaving.abort();
    await waitFor('the server to be left alone', () => open === 0);
    expect(await Promise.all(left)).toEqual(['left', 'left']);
    silent.intercept = undefined;
    expect((await send()).body).toMatchObject({ ok: true });
  });

  it('[probe-tenant] reaches nothing private for others, starts no process, and is not for keys', async () => {
    const stranger = await personIn(gateway, 'tenants');
    const before = upstream.requests.length;
    const starts = gateway.state.folder.file('tenant-starts');
    for (const url of [
      upstream.url,
      upstream.url.replace('127.0.0.1', 'localhost'),
      'http://169.254.169.254/mcp',
    ])
      expect((await probe({ url }, stranger)).body).toMatchObject({
        ok: false,
        error: { code: 'egress-denied' },
      });
    const browser = await browserOf(gateway, stranger.userId);
    for (const who of [stranger, browser])
      expect((await probe(stdioServer({ STARTS_FILE: starts }) as Json, who)).body).toMatchObject({
        ...{ ok: false, error: { code: 'stdio-not-allowed' } },
      });
    expect([upstream.requests.length, linesOf(starts)]).toEqual([before, []]);
    await stranger.newApp('One', {}, { slug: 'one' });
    expect((await probe({ url: upstream.url }, await stranger.withKey('one'))).status).toBe(403);
  });
});

describe('POST /api/servers/{server}/reconnect', () => {
  const reconnect = (server: string, by: GatewayClient = gateway) =>
    by.json(`/api/servers/${server}/reconnect`, { method: 'POST', body: {} });

  it('[reconnect] makes a new connection, and lets calls end on the former', async () => {
    await gateway.call('filed', 'echo');
    const before = upstream.sessions.size;
    const held = gateway.call('filed', 'held');
    await waitFor('the call', () => upstream.executions('held') === 1);
    const done = await reconnect('filed');
    expect(done.body).toMatchObject({ handle: 'filed', status: 'ready' });
    expect(upstream.sessions.size).toBe(before + 1);
    expect((await gateway.call('filed', 'echo')).status).toBe(200);
    openGate();
    expect((await held).status).toBe(200);
    expect(upstream.executions('held')).toBe(1);
  });

  it('[reconnect] tries a server at once that is left alone, and says why it cannot', async () => {
    await flaky.close();
    for (let i = 0; i < 6; i++) await gateway.call('flaky', 'echo');
    expect(said(await reconnect('flaky'))).toEqual([503, 'upstream-unavailable']);
    await flaky.restart();
    expect((await gateway.call('flaky', 'echo')).status).toBe(503);
    expect((await reconnect('flaky')).body).toMatchObject({ status: 'ready' });
    expect((await gateway.call('flaky', 'echo')).status).toBe(200);
    const stranger = await personIn(gateway, 'reconnecters');
    expect((await reconnect('shared')).status).toBe(200);
    expect(said(await reconnect('shared', stranger))).toEqual([403, 'forbidden']);
    expect(said(await reconnect('nothing', stranger))).toEqual([404, 'server-not-found']);
  });
});
