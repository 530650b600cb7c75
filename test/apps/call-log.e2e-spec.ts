import { readFileSync } from 'node:fs';
import { CallRetention } from '../../src/platform/calls/call-retention.service.js';
import { UsageMeter } from '../../src/platform/usage/usage-meter.service.js';
import { UsageRetention } from '../../src/platform/usage/usage-retention.service.js';
import { AppsClient, personIn } from '../support/clients/apps-client.js';
import type { GatewayClient, Json } from '../support/clients/gateway-client.js';
import { createApp, says, type TestApp } from '../support/clients/sdk-apps.js';
import { closeAfterAll } from '../support/closing.js';
import { gatewayState, startGateway, type GatewayState, type TestGateway } from '../support/gateway.js';
import { SkippingClock } from '../support/test-clock.js';
import { answers } from '../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';

const open = closeAfterAll();
const clock = new SkippingClock();
const dayMs = 86_400_000;
let upstream: ScriptedHttp;
let state: GatewayState;
let gateway: TestGateway;
let shop: TestApp;

const start = () =>
  open(
    startGateway({
      ...{ state, clock },
      mcpServers: { one: { url: upstream.url }, two: { url: upstream.url, tools: { deny: ['echo'] } } },
      env: { CALL_LOG: 'full', CALL_LOG_CONTENT_BYTES: 1000, CALL_LOG_DAYS: 2, USAGE_DAYS: 3 },
    }),
  );

beforeAll(async () => {
  const failing = tool('fail', answers({ content: [{ type: 'text', text: 'no' }], isError: true }));
  const telling = tool('tell', answers({ content: [{ type: 'text', text: 'Bearer abcdefgh-secret' }] }));
  const long = says('long', 'x'.repeat(5000));
  upstream = await open(ScriptedHttp.start([echo, failing, telling, long, says('greet', 'hello')]));
  state = await gatewayState();
  await open({ close: () => state.remove() });
  gateway = await start();
  shop = await createApp(gateway, 'shop', { mcpServers: { one: { use: 'one' } } });
});

async function idsOf(client: GatewayClient, query = ''): Promise<unknown[]> {
  const { status, body, text } = await client.json(`/api/calls?limit=200${query}`);
  if (status !== 200) throw new Error(text);
  return (body['calls'] as Json[]).map(({ requestId }) => requestId);
}

/** The exchange in which the tool was called. */
const hopOf = (body: Json) => (body['hops'] as Json[]).find(({ method }) => method === 'tools/call');

const named = (id: string, agent = 'jest/1') => ({ headers: { 'x-request-id': id, 'user-agent': agent } });

describe('The call log', () => {
  it('[calls-filters] filters by app, user, client, time, server, tool and outcome', async () => {
    await gateway.call('one', 'echo', {}, {}, named('f-person', 'acme/2'));
    await gateway.call('one', 'fail', {}, {}, named('f-error'));
    await shop.json('/api/sdk/tools/call', { body: { name: 'one__echo' }, ...named('f-key') });
    const me = (await gateway.json('/api/me')).body;
    const ids = async (query: string) =>
      (await idsOf(gateway, query)).filter((id) => String(id).startsWith('f-'));
    expect(await ids('')).toEqual(['f-key', 'f-error', 'f-person']);
    expect(await ids('&app=shop')).toEqual(['f-key']);
    expect(await ids(`&app=${shop.id}`)).toEqual(['f-key']);
    expect(await ids('&client=acme')).toEqual(['f-person']);
    expect(await ids('&status=error')).toEqual(['f-error']);
    expect(await ids('&status=ok&tool=echo')).toEqual(['f-key', 'f-person']);
    const user = (me['user'] ?? me) as Json;
    expect(await ids(`&user=${encodeURIComponent(String(user['email']))}`)).toEqual(['f-error', 'f-person']);
    expect(await ids('&from=2020-01-01&to=2020-02-01')).toEqual([]);
    expect(await ids('&from=2020-01-01')).toHaveLength(3);
    const refused = await gateway.json('/api/calls?from=now');
    expect([refused.status, (refused.body['errors'] as Json[])[0]?.['pointer']]).toEqual([400, '/from']);
  });

  it('[calls-filter] has those of a server, a tool and an outcome', async () => {
    await gateway.call('one', 'echo', {}, {}, named('one-echo'));
    await gateway.call('one', 'greet', {}, {}, named('one-greet'));
    await gateway.call('two', 'echo', {}, {}, named('two-denied'));
    await shop.json('/api/sdk/tools/call', { body: { name: 'one__echo' }, ...named('shop-echo') });
    const { body } = await gateway.json('/api/servers');
    const id = (body['servers'] as Json[]).find(({ handle }) => handle === 'one')?.['id'];
    const ours = (ids: unknown[]) => ids.filter((it) => /^(one|two|shop)-/.test(String(it)));
    expect(ours(await idsOf(gateway, ''))).toEqual(['shop-echo', 'two-denied', 'one-greet', 'one-echo']);
    expect(ours(await idsOf(gateway, '&server=one'))).toEqual(['one-greet', 'one-echo']);
    expect(ours(await idsOf(gateway, `&server=${String(id)}`))).toEqual(['one-greet', 'one-echo']);
    expect(ours(await idsOf(gateway, '&server=shop.one'))).toEqual(['shop-echo']);
    expect(ours(await idsOf(gateway, '&tool=echo'))).toEqual(['shop-echo', 'two-denied', 'one-echo']);
    expect(ours(await idsOf(gateway, '&tool=one__echo'))).toEqual(['shop-echo', 'one-echo']);
    expect(ours(await idsOf(gateway, '&status=error'))).toEqual(['two-denied']);
    expect(ours(await idsOf(gateway, '&status=403'))).toEqual(['two-denied']);
    expect(ours(await idsOf(gateway, '&status=ok&tool=echo'))).toEqual(['shop-echo', 'one-echo']);
    expect(ours(await idsOf(gateway, '&server=two&tool=greet'))).toEqual([]);
    expect((await gateway.json('/api/calls?status=odd')).status).toBe(400);
  });

  it('[calls-filter] pages what is filtered, each filter by itself', async () => {
    const { body } = await gateway.json('/api/calls?tool=echo&limit=1');
    const cursor = String(body['nextCursor']);
    const next = await gateway.json(`/api/calls?tool=echo&limit=1&cursor=${cursor}`);
    expect((next.body['calls'] as Json[])[0]?.['requestId']).not.toBe(
      (body['calls'] as Json[])[0]?.['requestId'],
    );
    const other = await gateway.json(`/api/calls?tool=greet&limit=1&cursor=${cursor}`);
    expect(other.body['code']).toBe('invalid-cursor');
  });

  it('[calls-rights] shows members their own, owners all, operators any; a person can be erased', async () => {
    const owner = await personIn(gateway, 'guild');
    const member = await personIn(gateway, owner.accountId, 'member');
    await owner.call('one', 'echo', {}, {}, named('of-owner'));
    await member.call('one', 'echo', {}, {}, named('of-member'));
    expect(await idsOf(owner)).toEqual(['of-member', 'of-owner']);
    expect(await idsOf(member)).toEqual(['of-member']);
    expect((await member.json('/api/calls/of-owner')).status).toBe(404);
    expect(await idsOf(gateway, `&account=${owner.accountId}`)).toEqual(['of-member', 'of-owner']);
    expect((await member.json(`/api/calls?user=${owner.userId}`, { method: 'DELETE' })).status).toBe(403);
    const erased = await owner.json(`/api/calls?user=${member.userId}`, { method: 'DELETE' });
    expect(erased.status).toBe(204);
    expect(await idsOf(owner)).toEqual(['of-owner']);
    expect((await owner.json('/api/audit?action=calls.erased')).body['events']).toHaveLength(1);
  });

  it('[calls-erasure] ends for addresses of no one, and for ids that others say in their calls', async () => {
    const owner = await personIn(gateway, 'ward');
    const member = await personIn(gateway, owner.accountId, 'member');
    const agent = `"userId":"${owner.userId}" ${owner.userId}/1`;
    for (let n = 0; n < 6; n++) {
      await member.json('/api/servers/one/mcp/call', {
        body: { name: 'echo', arguments: {} },
        ...named(`told-${String(n)}`, agent),
      });
      await idsOf(owner);
    }
    const before = await idsOf(owner);
    expect(before).toHaveLength(6);
    for (const user of ['mistyped@nowhere.example', owner.userId])
      expect((await owner.json(`/api/calls?user=${user}`, { method: 'DELETE' })).status).toBe(204);
    expect(await idsOf(owner)).toEqual(before);
  });

  it('[calls-content] CALL_LOG=full keeps arguments and results of a call, without secrets, and says what is cut', async () => {
    await gateway.call('one', 'tell', { password: 'hunter2-canary', city: 'Bern' }, {}, named('told'));
    await gateway.call('one', 'long', {}, {}, named('cut'));
    const told = await gateway.json('/api/calls/told');
    expect(hopOf(told.body)).toMatchObject({
      arguments: { password: '[redacted]', city: 'Bern' },
      result: { content: [{ text: 'Bearer [redacted]' }] },
    });
    expect(told.text).not.toMatch(/hunter2|abcdefgh/);
    const stripe = `sk_live_${'a1'.repeat(12)}`;
    const pem = '-----BEGIN PRIVATE KEY-----\nMIIcanary\n-----END PRIVATE KEY-----';
    const text = JSON.stringify({
      user: 'ana',
      password: 'correct horse canary',
      pin: { password: 4711_0815 },
    });
    await gateway.call('one', 'tell', { stripe, pem, text, password: 4711_0815 }, {}, named('kept'));
    const kept = await gateway.json('/api/calls/kept');
    expect(kept.text).not.toMatch(/a1a1|canary|47110815/);
    expect(hopOf(kept.body)).toMatchObject({
      arguments: {
        ...{ stripe: '[redacted]', pem: '[redacted]', password: '[redacted]' },
        text: JSON.stringify({ user: 'ana', password: '[redacted]', pin: { password: '[redacted]' } }),
      },
    });
    const cut = hopOf((await gateway.json('/api/calls/cut')).body);
    expect(cut).toMatchObject({ resultCut: true });
    expect(String(cut?.['result'])).toHaveLength(1000);
    expect((await gateway.json('/api/calls')).text).not.toMatch(/Bern|"result"/);
  });

  it('[export-files] exports calls as NDJSON or CSV, by format or Accept, as a file that nobody keeps', async () => {
    const formula = 'f-formula';
    await gateway.call('one', 'echo', {}, {}, named(formula, '=HYPERLINK("x")/1'));
    const lines = await gateway.fetch('/api/calls/export?status=ok');
    expect(lines.headers.get('content-type')).toMatch(/^application\/x-ndjson/);
    expect(lines.headers.get('content-disposition')).toBe('attachment; filename="calls.ndjson"');
    expect(lines.headers.get('cache-control')).toContain('no-store');
    const rows = (await lines.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Json);
    expect(rows.map(({ requestId }) => requestId)).toContain(formula);
    expect(rows.every((row) => Array.isArray(row['hops']))).toBe(true);
    const table = await gateway.fetch('/api/calls/export', { headers: { accept: 'text/csv' } });
    expect(table.headers.get('content-type')).toMatch(/^text\/csv/);
    const text = await table.text();
    expect(text.split('\r\n')[0]).toContain('at,requestId,status,ok');
    expect(text).toContain(`"'=HYPERLINK(""x"")"`);
    const chosen = await gateway.fetch('/api/calls/export?format=ndjson', {
      headers: { accept: 'text/csv' },
    });
    expect(chosen.headers.get('content-type')).toMatch(/^application\/x-ndjson/);
    await chosen.text();
    expect((await gateway.json('/api/calls/export?format=xml')).status).toBe(400);
    const { body } = await gateway.json('/api/audit?action=calls.exported');
    expect((body['events'] as Json[]).length).toBe(3);
  });

  it('[export-audit] exports the audit log to whom it is shown', async () => {
    const owner = await personIn(gateway, 'auditors');
    const member = await personIn(gateway, owner.accountId, 'member');
    expect((await member.json('/api/audit/export')).status).toBe(403);
    const lines = (await (await owner.fetch('/api/audit/export')).text()).trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as Json)['action'])).toContain('audit.exported');
    const table = await (await owner.fetch('/api/audit/export?format=csv&action=audit.exported')).text();
    expect(table.trimEnd().split('\r\n')).toHaveLength(3);
  });

  it('[usage-list-tokens] GET /api/servers estimates what the list of tools costs', async () => {
    const { body } = await gateway.json('/api/servers');
    const one = (body['servers'] as Json[]).find(({ handle }) => handle === 'one');
    const { text } = await gateway.json('/api/servers/one/mcp/tools');
    expect(Number(one?.['listTokens'])).toBeGreaterThan(0);
    expect(Number(one?.['listTokens'])).toBeLessThan(text.length);
  });

  it('[usage-durable] counts calls that are made while counts are written', async () => {
    const owner = await personIn(gateway, 'counted');
    const meter = gateway.app.get(UsageMeter, { strict: false });
    await Promise.all(Array.from({ length: 20 }, () => owner.call('one', 'echo')));
    await Promise.all([meter.flush(), meter.flush(), meter.flush()]);
    const { body } = await owner.json('/api/usage?by=tool');
    expect(body['rows']).toMatchObject([{ key: 'one__echo', calls: 20, errors: 0 }]);
  });

  it('[calls-log] is in the database: it survives a restart, and another process shows it', async () => {
    const owner = await personIn(gateway, 'restarted');
    await owner.call('one', 'echo', {}, {}, named('before'));
    const before = await owner.json('/api/calls/before');
    await gateway.close();
    gateway = await start();
    const again = new AppsClient(gateway.url, owner.token);
    expect(await idsOf(again)).toEqual(['before']);
    expect((await again.json('/api/calls/before')).body).toEqual(before.body);
    expect(before.body['client']).toBe('jest');
    expect(hopOf(before.body)).toMatchObject({ target: 'echo', rule: 'no rule', outcome: 'answered' });
  });

  it('[calls-retention] hides calls after CALL_LOG_DAYS and erases them from the file; usage after USAGE_DAYS', async () => {
    const owner = await personIn(gateway, 'forgotten');
    await owner.call('one', 'echo', {}, {}, named('canary-request-id'));
    expect(await idsOf(owner)).toEqual(['canary-request-id']);
    const from = new Date(clock.now() - dayMs).toISOString();
    const rows = async () => (await owner.json(`/api/usage?from=${from}&by=server`)).body['rows'];
    expect(await rows()).toHaveLength(1);
    clock.advance(2.5 * dayMs);
    expect(await idsOf(owner)).toEqual([]);
    await gateway.app.get(CallRetention, { strict: false }).sweep();
    if (state.database.url === undefined)
      for (const suffix of ['', '-wal'])
        expect(readFileSync(state.folder.file(`gantry.sqlite${suffix}`)).includes('canary-request-id')).toBe(
          false,
        );
    expect(await rows()).toHaveLength(1);
    clock.advance(dayMs);
    expect(await rows()).toEqual([]);
    await gateway.app.get(UsageRetention, { strict: false }).sweep();
  });
});
