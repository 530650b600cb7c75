import { createRequire } from 'node:module';
import { AppsClient } from '../../support/clients/apps-client.js';
import { figure } from '../../support/measures/figures.js';
import { spawnGateway } from '../../support/processes/gateway-process.js';
import { gatewayState, type GatewayState } from '../../support/gateway.js';
import type { Json } from '../../support/clients/gateway-client.js';

/** Writes that the gateway must acknowledge; `CRASH_WRITES=1000` for the long form. */
const wanted = Number(process.env['CRASH_WRITES'] ?? 80);
const betweenKills = Math.min(70, wanted / 2);
const filler = 'x'.repeat(2000);

/** One app and what its writer knows: what was acknowledged, and what was sent last. */
interface Ledger {
  readonly app: string;
  readonly acknowledged: Map<number, number>;
  sent: number;
  acknowledgedLast: number;
}

let state: GatewayState;

beforeAll(async () => {
  state = await gatewayState();
});

afterAll(async () => {
  await state.remove();
});

/** Writes one version after the other until the gateway is gone; every acknowledgement is told. */
async function write(client: AppsClient, ledger: Ledger, onAcknowledged: () => void): Promise<void> {
  for (;;) {
    const number = ++ledger.sent;
    const config = { 'x-number': number, 'x-filler': filler };
    const saved = await client.save(ledger.app, config).catch(() => undefined);
    if (saved === undefined) return;
    if (saved.status !== 200) throw new Error(saved.text);
    ledger.acknowledged.set(Number(saved.body['version']), number);
    ledger.acknowledgedLast = Number(saved.body['version']);
    onAcknowledged();
  }
}

/** Every acknowledged version is there, whole; beyond them at most the one write that was under way. How many there are. */
async function check(client: AppsClient, ledger: Ledger, from: number): Promise<number> {
  const { body } = await client.app(ledger.app);
  const { version } = body['config'] as { version: number };
  expect(version).toBeGreaterThanOrEqual(ledger.acknowledgedLast);
  expect(version).toBeLessThanOrEqual(ledger.acknowledgedLast + 1);
  for (let number = from; number <= version; number++) {
    const read = await client.app(ledger.app, `/config?version=${String(number)}`);
    expect(read.status).toBe(200);
    expect(read.body['config']).toEqual({
      'x-number': ledger.acknowledged.get(number) ?? ledger.sent,
      'x-filler': filler,
    });
  }
  ledger.acknowledgedLast = version;
  ledger.acknowledged.set(
    version,
    ((await client.app(ledger.app, '/config')).body['config'] as Json)['x-number'] as number,
  );
  return version;
}

describe('configs', () => {
  it(
    '[config-kill9] that were acknowledged survive repeated SIGKILL, all of them whole',
    async () => {
      const ledgers: Ledger[] = [];
      let total = 0;
      let kills = 0;
      let versions = 0;
      for (let round = 0; total < wanted || round === 0; round++) {
        const gateway = await spawnGateway({ state, env: { MAX_CONFIG_VERSIONS: '100000' } });
        await gateway.ready();
        const client = new AppsClient(gateway.client.url, state.token);
        if (round === 0)
          for (let n = 0; n < 4; n++) {
            const { id } = await client.newApp(`App ${String(n)}`, { 'x-number': 0, 'x-filler': filler });
            ledgers.push({ app: String(id), acknowledged: new Map([[1, 0]]), sent: 0, acknowledgedLast: 1 });
          }
        for (const ledger of ledgers) await check(client, ledger, Math.max(1, ledger.acknowledgedLast - 20));
        let soon = betweenKills;
        let dead: Promise<unknown> | undefined;
        const count = () => {
          total++;
          if (--soon === 0) dead = gateway.stop('SIGKILL');
        };
        await Promise.all(ledgers.map((ledger) => write(client, ledger, count)));
        expect(await dead).toBe('SIGKILL');
        kills++;
      }
      const gateway = await spawnGateway({ state, env: { MAX_CONFIG_VERSIONS: '100000' } });
      try {
        await gateway.ready();
        const client = new AppsClient(gateway.client.url, state.token);
        for (const ledger of ledgers) versions += await check(client, ledger, 1);
      } finally {
        expect(await gateway.stop()).toBe(0);
      }
      expect(total).toBeGreaterThanOrEqual(wanted);
      const integrity =
        state.database.url === undefined ? integrityOf(state.folder.file('gantry.sqlite')) : ['ok'];
      expect(integrity).toEqual(['ok']);
      // Each app begins with a version that nobody wrote; a write that was under way may have been done.
      figure('config-kill9', {
        ...{ 'writes acknowledged': total, kills, 'read back whole': versions - ledgers.length },
        ...{ lost: Math.max(0, total - (versions - ledgers.length)), integrity_check: integrity.join() },
      });
    },
    120_000 + wanted * 200,
  );
});

function integrityOf(path: string): unknown[] {
  const Sqlite = createRequire(import.meta.url)('better-sqlite3') as new (path: string) => {
    pragma(statement: string): { integrity_check: string }[];
    close(): void;
  };
  const database = new Sqlite(path);
  const rows = database.pragma('integrity_check').map(({ integrity_check }) => integrity_check);
  database.close();
  return rows;
}
