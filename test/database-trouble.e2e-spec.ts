import { DataSource } from 'typeorm';
import { closeAfterEach } from './support/closing.js';
import { figure } from './support/figures.js';
import { startGateway } from './support/gateway.js';
import { ScriptedHttp } from './support/upstreams/scripted-http.js';

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
});
