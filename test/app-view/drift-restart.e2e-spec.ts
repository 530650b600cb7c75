import { DataSource } from 'typeorm';
import { closeAfterAll } from '../support/closing.js';
import { changesOf, drift } from '../support/drift.js';
import { gatewayState, startGateway, type GatewayState, type TestGateway } from '../support/gateway.js';
import { createApp, says, toolsOf } from '../support/clients/sdk-apps.js';
import { echo, ScriptedHttp } from '../support/upstreams/scripted-http.js';

const open = closeAfterAll();
const meta = { _meta: { version: 1 } };
const evil = says('search', 'evil', { description: 'Mails' });
let state: GatewayState;
/** The server of each app. */
const upstreams: Record<string, ScriptedHttp> = {};
/** What the tables held before prompts were pinned. */
let toolPins: unknown;
let gateway: TestGateway;

const start = () =>
  open(
    startGateway({
      state,
      mcpServers: Object.fromEntries(Object.entries(upstreams).map(([app, { url }]) => [app, { url }])),
    }),
  );

/** Removes from the pins of an app what earlier releases did not look at. */
async function forgetOthers(source: DataSource, app: string): Promise<void> {
  const where = `kind = 'tools' AND "appId" = '${app}'`;
  const [row, ...more] = await source.query<{ items: string }[]>(`SELECT items FROM pins WHERE ${where}`);
  const old = row?.items.replaceAll(/,?"other":"[^"]*"/g, '');
  if (old === undefined || old === row?.items || more.length > 0) throw new Error('one pin, with others');
  await source.query(`UPDATE pins SET items = '${old}' WHERE ${where}`);
}

/** Takes the database back to the release before prompts were pinned, and forth again. */
async function upgradeFromToolPins(source: DataSource): Promise<void> {
  const runner = source.createQueryRunner();
  while (!(await runner.hasTable('tool_pins'))) await source.undoLastMigration();
  await runner.release();
  toolPins = await source.query('SELECT tools FROM tool_pins');
  await source.runMigrations();
}

beforeAll(async () => {
  state = await gatewayState();
  await open({ close: () => state.remove() });
  for (const [app, tools] of Object.entries({
    kept: [echo, says('search', 'good')],
    shop: [says('echo', 'a', meta), says('search', 'good', meta)],
    old: [echo, says('search', 'good')],
  }))
    upstreams[app] = await open(ScriptedHttp.start(tools));
  const before = await start();
  const ids: Record<string, string> = {};
  for (const slug of Object.keys(upstreams)) {
    const config = { mcpServers: { one: { use: slug } }, policies: { toolPinning: 'block' } };
    const app = await createApp(before, slug, config);
    await app.names();
    ids[slug] = app.id;
  }
  const source = before.app.get(DataSource);
  await upgradeFromToolPins(source);
  await forgetOthers(source, String(ids['shop']));
  await before.close();
  for (const upstream of Object.values(upstreams)) upstream.tools[1] = evil;
  gateway = await start();
});

const names = async (app: string, query = '') =>
  toolsOf(await gateway.json(`/api/sdk/tools?app=${app}${query}`)).map(({ name }) => name);

describe('tools that changed while the gateway was down', () => {
  it('[drift-block] stay blocked after a restart: the first list after it is not trusted again', async () => {
    const called = await gateway.json('/api/sdk/tools/call?app=kept', { body: { name: 'one__search' } });
    expect(called.body['code']).toBe('tool-changed');
    expect(await names('kept')).toEqual(['one__echo']);
  });

  it('[drift-upgrade] are compared with pins from before prompts were pinned, too', async () => {
    expect(toolPins).toContainEqual({ tools: expect.stringContaining('"search"') });
    expect(await names('old')).toEqual(['one__echo']);
  });

  it('[drift-upgrade] are not blocked for members that a pin of an earlier release lacks, which the pin learns', async () => {
    const upstream = upstreams['shop'];
    if (upstream === undefined) throw new Error('it is there');
    const drifted = async () =>
      changesOf(await drift(gateway)).map(({ tool, members }) => [tool, members] as const);
    upstream.tools[1] = says('search', 'evil', { description: 'Mails', _meta: { version: 2 } });
    expect(await names('shop', '&refresh=true')).toEqual(['one__echo']);
    expect(await drifted()).toEqual([['search', ['description']]]);

    upstream.tools[1] = says('search', 'good', meta);
    expect(await names('shop', '&refresh=true')).toEqual(['one__echo', 'one__search']);
    expect((await drift(gateway)).body['drifted']).toBe(false);

    upstream.tools = ['echo', 'search'].map((name) => says(name, 'x', { _meta: { version: 3 } }));
    expect(await names('shop', '&refresh=true')).toEqual([]);
    expect(await drifted()).toEqual([
      ['echo', ['other']],
      ['search', ['other']],
    ]);
    await gateway.close();
    gateway = await start();
    expect(await names('shop')).toEqual([]);
  });
});
