import { personIn, type AppsClient } from '../support/clients/apps-client.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway } from '../support/gateway.js';
import { doing, listen, Workflows } from '../support/workflows/workflow-app.js';
import type { Json } from '../support/clients/gateway-client.js';

const open = closeAfterAll();
let ana: AppsClient;

beforeAll(async () => {
  const env = {
    MAX_CONFIG_VERSIONS: 4,
    MAX_CONFIG_HISTORY_BYTES: 50_000,
    ACCOUNT_CONFIG_BYTES: 100_000,
  };
  ana = await personIn(await open(startGateway({ env })), 'acme');
});

const waiting = (note: string): Json => ({
  'x-note': note,
  workflows: { waits: doing([{ ask: listen('go') }]) },
});

async function versionsOf(app: unknown): Promise<number[]> {
  const { body } = await ana.app(app, '/config/versions');
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
    const large = (index: number) => ({ 'x-note': `${String(index)} ${'word '.repeat(4000)}` });
    const app = (await ana.newApp('Sized', large(1)))['id'];
    for (const index of [2, 3, 4]) expect((await ana.save(app, large(index))).status).toBe(200);
    expect(await versionsOf(app)).toEqual([4, 3]);
    const others = await Promise.all(
      ['A', 'B', 'C', 'D'].map((name) =>
        ana.json('/api/cli/apps', { body: { name, config: { 'x-note': 'word '.repeat(6000) } } }),
      ),
    );
    const refused = others.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.body).toMatchObject({ code: 'overloaded', limit: 'ACCOUNT_CONFIG_BYTES' });
    const { body } = await ana.json('/api/usage/limits');
    expect((body['limits'] as Json[]).find(({ name }) => name === 'configBytes')).toMatchObject({
      variable: 'ACCOUNT_CONFIG_BYTES',
      unit: 'bytes',
      max: 100_000,
    });
  });
});
