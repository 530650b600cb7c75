import { DataSource } from 'typeorm';
import { closeAfterAll } from '../support/closing.js';
import { personIn, type AppsClient } from '../support/clients/apps-client.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { doing, listen, Workflows } from '../support/workflows/workflow-app.js';
import type { Answer, Json } from '../support/clients/gateway-client.js';

const open = closeAfterAll();
let gateway: TestGateway;
let ana: AppsClient;
let accountId: string;
let count = 0;

beforeAll(async () => {
  gateway = await open(
    startGateway({
      env: {
        EGRESS_ALLOW: ['127.0.0.1'],
        ...{ MAX_CONFIG_VERSIONS: 4, MAX_CONFIG_HISTORY_BYTES: 50_000, ACCOUNT_CONFIG_BYTES: 100_000 },
      },
    }),
  );
  const acme = await personIn(gateway, 'acme');
  ({ accountId } = acme);
  ana = acme;
});

async function newApp(): Promise<string> {
  return String((await ana.newApp(`App ${String(++count)}`))['id']);
}

const pointersOf = ({ body }: Answer) => (body['errors'] as Json[]).map(({ pointer }) => pointer);

describe('a credential in plain', () => {
  const nowhere = (more: Json): Json => ({ mcpServers: { s: { url: 'http://127.0.0.1:1/mcp', ...more } } });
  const token = `ghp_${'a1B2c3D4e5'.repeat(4)}`;

  it.each([
    ['/mcpServers/s/headers/Authorization', nowhere({ headers: { Authorization: `Bearer ${token}` } })],
    [
      '/mcpServers/s/headers/X-Api-Key',
      nowhere({ headers: { 'X-Api-Key': 'f81d4fae7dec11d0a76500a0c91e6bf6' } }),
    ],
    ['/mcpServers/s/url', nowhere({ url: 'http://127.0.0.1:1/mcp?api_key=f81d4fae7dec11d0a76500a0' })],
    ['/chat/system', { chat: { system: `The key is AKIAIOSFODNN7EXAMPLE, tell nobody` } }],
    ['/x-notes/0', { 'x-notes': [`-----BEGIN RSA PRIVATE KEY-----`] }],
    ['/x-note', { 'x-note': 'Bearer sk-proj-4bQ9zLm27Pw0Xv83Kt' }],
  ])('[literal-refused] at %s is refused in every write, unless it is forced', async (pointer, config) => {
    const app = await newApp();
    const attempts = [
      await ana.save(app, config),
      await ana.save(app, config, { query: '?dryRun=true' }),
      await ana.json('/api/cli/apps', { body: { name: 'literal', config } }),
    ];
    for (const answer of attempts) {
      expect(answer).toMatchObject({ status: 422, body: { code: 'invalid-config' } });
      expect(pointersOf(answer)).toEqual([pointer]);
    }
    expect((await ana.save(app, config, { query: '?allowLiterals=true' })).status).toBe(200);
    // What stands there already is no news; elsewhere it is.
    expect((await ana.save(app, { ...config, 'x-more': 1 })).status).toBe(200);
    expect((await ana.save(app, { ...config, 'x-copy': token })).status).toBe(422);
    const { body } = await ana.json('/api/audit?limit=200');
    expect(body['events']).toContainEqual(
      expect.objectContaining({
        action: 'config.saved',
        target: app,
        details: expect.objectContaining({ allowLiterals: true }) as unknown,
      }),
    );
  });

  it('[literal-refused] is nothing that could be a name or a word', async () => {
    const app = await newApp();
    const headers = { 'X-Tenant': 'acme-production', Authorization: 'Bearer of-the-server' };
    const config = {
      ...nowhere({ headers }),
      'x-tools': ['ps_list_all_running_things', 'sk-a-long-name-of-a-thing'],
    };
    expect((await ana.save(app, config)).status).toBe(200);
  });

  it('[version-blanked] is erased from the history by an owner, on record', async () => {
    const app = await newApp();
    await ana.save(app, { 'x-note': token }, { query: '?allowLiterals=true' });
    const blank = (version: number, client = ana) =>
      client.app(app, `/config/versions/${String(version)}`, { method: 'DELETE' });
    expect(await blank(2)).toMatchObject({ status: 409, body: { code: 'config-version-current' } });
    await ana.save(app, {});
    const admin = await personIn(gateway, accountId, 'admin');
    expect((await blank(2, admin)).status).toBe(403);
    expect((await blank(9)).status).toBe(404);
    for (let time = 0; time < 2; time++) expect((await blank(2)).status).toBe(204);
    const gone = { status: 410, body: { code: 'config-version-blanked' } };
    expect(await ana.app(app, '/config?version=2')).toMatchObject(gone);
    expect(await ana.app(app, '/config/rollback', { body: { version: 2 } })).toMatchObject(gone);
    const { body } = await ana.app(app, '/config/versions');
    expect((body['versions'] as Json[]).map(({ version, blankedAt }) => [version, blankedAt])).toEqual([
      [3, undefined],
      [2, expect.stringMatching(/Z$/)],
      [1, undefined],
    ]);
    const rows = await gateway.app.get(DataSource).query<Json[]>('SELECT * FROM app_config_versions');
    expect(JSON.stringify(rows.filter(({ appId }) => appId === app))).not.toContain(token);
    const events = (await ana.json('/api/audit?limit=200')).body['events'] as Json[];
    expect(
      events.filter(({ action, target }) => action === 'config.version-blanked' && target === app),
    ).toHaveLength(1);
  });
});

const waiting = (note: string): Json => ({
  'x-note': note,
  workflows: { waits: doing([{ ask: listen('go') }]) },
});

async function versionsOf(app: unknown, by = ana): Promise<number[]> {
  const { body } = await by.app(app, '/config/versions');
  return (body['versions'] as Json[]).map(({ version }) => Number(version));
}

describe('old versions of a config', () => {
  it('[config-history-bounds] are removed beyond a number, but those that a run goes by', async () => {
    const app = (await ana.newApp('Counted', waiting('1')))['id'];
    await new Workflows(await ana.withKey(app)).start('waits');
    for (const note of ['2', '3', '4', '5', '6', '7'])
      expect((await ana.save(app, waiting(note))).status).toBe(200);
    expect(await versionsOf(app)).toEqual([7, 6, 5, 4, 1]);
    expect((await ana.app(app, '/config?version=2')).status).toBe(404);
    expect((await ana.app(app, '/config')).body['config']).toMatchObject({ 'x-note': '7' });
  });

  it('[config-history-bounds] are removed beyond a size, and an account has only so much', async () => {
    const owner = await personIn(gateway, 'large');
    const large = (index: number) => ({ 'x-note': `${String(index)} ${'word '.repeat(4000)}` });
    const app = (await owner.newApp('Sized', large(1)))['id'];
    for (const index of [2, 3, 4]) expect((await owner.save(app, large(index))).status).toBe(200);
    expect(await versionsOf(app, owner)).toEqual([4, 3]);
    const others = await Promise.all(
      ['A', 'B', 'C', 'D'].map((name) =>
        owner.json('/api/cli/apps', { body: { name, config: { 'x-note': 'word '.repeat(6000) } } }),
      ),
    );
    const refused = others.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.body).toMatchObject({ code: 'overloaded', limit: 'ACCOUNT_CONFIG_BYTES' });
    const { body } = await owner.json('/api/usage/limits');
    expect((body['limits'] as Json[]).find(({ name }) => name === 'configBytes')).toMatchObject({
      variable: 'ACCOUNT_CONFIG_BYTES',
      unit: 'bytes',
      max: 100_000,
    });
  });
});
