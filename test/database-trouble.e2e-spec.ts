import { DataSource } from 'typeorm';
import { closeAfterEach } from './support/closing.js';
import { startGateway } from './support/gateway.js';
import { ScriptedHttp } from './support/upstreams/scripted-http.js';

const open = closeAfterEach();

describe('A SQLite file', () => {
  it.each([
    ['on a full disk', 'PRAGMA max_page_count = 1', 'PRAGMA max_page_count = 1000000'],
    ['that has become read-only', 'PRAGMA query_only = ON', 'PRAGMA query_only = OFF'],
  ])(
    '[database-trouble] %s makes writes 503; reads and calls go on, and so does all when it is well',
    async (_, hurt, heal) => {
      const upstream = await open(ScriptedHttp.start());
      const gateway = await open(startGateway({ mcpServers: { s: { url: upstream.url } } }));
      const big = { name: 'shop', config: { 'x-filler': 'x'.repeat(200_000) } };
      await gateway.app.get(DataSource).query(hurt);
      const refused = await gateway.json('/api/cli/apps', { body: big });
      expect(refused).toMatchObject({ status: 503, body: { code: 'database-unavailable' } });
      expect(refused.headers.get('retry-after')).toBe('1');
      expect((await gateway.json('/api/cli/apps')).body).toEqual({ apps: [] });
      expect((await gateway.call('s', 'echo', {})).status).toBe(200);
      expect(gateway.logs('request.failed')).toEqual([]);
      await gateway.app.get(DataSource).query(heal);
      expect((await gateway.json('/api/cli/apps', { body: big })).status).toBe(201);
    },
  );
});
