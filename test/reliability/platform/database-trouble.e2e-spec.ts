import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { DataSource } from 'typeorm';
import { AppsClient } from '../../support/clients/apps-client.js';
import { closeAfterEach } from '../../support/closing.js';
import { figure } from '../../support/measures/figures.js';
import { spawnGateway } from '../../support/processes/gateway-process.js';
import { gatewayState, startGateway } from '../../support/gateway.js';
import { ScriptedHttp } from '../../support/upstreams/scripted-http.js';

const open = closeAfterEach();

describe('A SQLite file', () => {
  it.each([
    ['on a full disk', 'PRAGMA max_page_count = 1', 'PRAGMA max_page_count = 1000000'],
    ['that has become read-only', 'PRAGMA query_only = ON', 'PRAGMA query_only = OFF'],
  ])(
    '[database-trouble] %s makes writes 503; reads and calls go on, and so does all when it is well',
    async (trouble, hurt, heal) => {
      const upstream = await open(ScriptedHttp.start());
      const gateway = await open(startGateway({ mcpServers: { s: { url: upstream.url } } }));
      const big = { name: 'shop', config: { 'x-filler': 'x'.repeat(200_000) } };
      await gateway.app.get(DataSource).query(hurt);
      const seen = { refused: 0, reads: 0, calls: 0, 'slowest refusal ms': 0 };
      for (let round = 0; round < 20; round++) {
        const refused = await gateway.json('/api/cli/apps', { body: big });
        expect(refused).toMatchObject({ status: 503, body: { code: 'database-unavailable' } });
        expect(refused.headers.get('retry-after')).toBe('1');
        seen.refused++;
        seen['slowest refusal ms'] = Math.max(seen['slowest refusal ms'], Math.round(refused.ms));
        expect(await gateway.json('/api/cli/apps')).toMatchObject({ status: 200, body: { apps: [] } });
        seen.reads++;
        expect((await gateway.call('s', 'echo', {})).status).toBe(200);
        seen.calls++;
      }
      expect(seen['slowest refusal ms']).toBeLessThan(1000);
      figure('database-trouble', { file: trouble, ...seen });
      expect(gateway.logs('request.failed')).toEqual([]);
      await gateway.app.get(DataSource).query(heal);
      expect((await gateway.json('/api/cli/apps', { body: big })).status).toBe(201);
    },
  );

  it('[database-trouble] on a disk that takes nothing for a while has all that was acknowledged after SIGKILL', async () => {
    const state = await gatewayState();
    try {
      const gateway = await spawnGateway({ state });
      await gateway.ready();
      const client = new AppsClient(gateway.client.url, state.token);
      const { id } = await client.newApp('Shop', { 'x-number': 0 });
      const acknowledged = new Map<number, number>();
      const statuses: number[] = [];
      const write = async (number: number) => {
        const config = { 'x-number': number, 'x-filler': 'x'.repeat(50_000) };
        const { status, body } = await client.save(String(id), config);
        if (status === 200) acknowledged.set(Number(body['version']), number);
        statuses.push(status);
      };
      const { size } = statSync(state.folder.file('gantry.sqlite-wal'));
      limitFiles(gateway.pid, String(size));
      for (let number = 1; number <= 5; number++) await write(number);
      expect(statuses).toContain(503);
      limitFiles(gateway.pid, 'unlimited');
      for (let number = 6; number <= 8; number++) await write(number);
      expect(statuses.slice(5)).toEqual([200, 200, 200]);
      await gateway.stop('SIGKILL');

      const again = await spawnGateway({ state });
      const reader = new AppsClient((await again.ready()).url, state.token);
      for (const [version, number] of acknowledged)
        expect(await reader.app(String(id), `/config?version=${String(version)}`)).toMatchObject({
          body: { config: { 'x-number': number } },
        });
      expect(await again.stop()).toBe(0);
      figure('database-trouble', {
        file: 'on a disk that takes nothing for a while',
        refused: statuses.filter((it) => it === 503).length,
        acknowledged: acknowledged.size,
      });
    } finally {
      await state.remove();
    }
  });
});

/** No file of the process may grow beyond so many bytes. */
function limitFiles(pid: number, bytes: string): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
}
