import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { npmEntry, ScriptedRegistry, type RegistryEntry } from '../../support/catalog/scripted-registry.js';
import { ScriptedHost, sendJson } from '../../support/catalog/scripted-host.js';
import type { GatewayClient, Json } from '../../support/clients/gateway-client.js';
import { closeAfterAll, closeAfterEach } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { TestClock } from '../../support/test-clock.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const keep = closeAfterAll();
const open = closeAfterEach();
const folder = temporaryFolder();
afterAll(() => {
  folder.remove();
});

const many = (count: number): RegistryEntry[] =>
  [...Array(count).keys()].map((index) => npmEntry(`io.many/server-${String(index)}`, 'many'));

const clock = new TestClock();
/** Ends the time for which a source that failed is not asked. */
const restMs = 3_600_000;
const env = {
  CATALOG_CURATED: 'off',
  CATALOG_TIMEOUT_MS: 500,
  MAX_CATALOG_BYTES: 100_000,
  MAX_CATALOG_PAGES: 20,
} as const;

beforeEach(() => {
  clock.advance(restMs);
});

/** All pages, and what they were without. */
async function walk(
  gateway: GatewayClient,
  query = '',
  limit = 7,
): Promise<{ readonly names: string[]; readonly troubles: Json[] }> {
  const names: string[] = [];
  const troubles: Json[] = [];
  let cursor = '';
  for (let pages = 0; pages < 300; pages++) {
    const at = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { status, body, text } = await gateway.json(`/api/catalog?limit=${String(limit)}${query}${at}`);
    if (status !== 200) throw new Error(text);
    const servers = body['servers'] as Json[];
    expect(servers.length).toBeLessThanOrEqual(limit);
    names.push(...servers.map(({ name }) => name as string));
    troubles.push(...((body['troubles'] ?? []) as Json[]));
    if (body['nextCursor'] === undefined) return { names, troubles };
    cursor = body['nextCursor'] as string;
  }
  throw new Error('The list has no end.');
}

describe('The catalog', () => {
  const file = folder.file('list.json');
  const filed = (name: string) => ({ name, description: 'Filed', version: '1.0.0', remotes: [] });
  let registry: ScriptedRegistry;
  let gateway: TestGateway;

  beforeAll(async () => {
    registry = await keep(ScriptedRegistry.start());
    gateway = await keep(startGateway({ clock, env: { ...env, CATALOG_SOURCES: [file, registry.origin] } }));
  });

  beforeEach(() => {
    registry.entries = [];
    writeFileSync(file, '{"servers": []}');
  });

  it('[catalog] files and registries are listed in their order and page by page', async () => {
    registry.entries = [...many(23), npmEntry('io.twice/one', 'one')];
    writeFileSync(
      file,
      JSON.stringify({ servers: [{ server: filed('io.filed/one') }, filed('io.filed/two'), { no: 1 }] }),
    );
    const { names, troubles } = await walk(gateway);
    expect([names.length, new Set(names).size, troubles]).toEqual([26, 26, []]);
    expect(names.slice(0, 3)).toEqual(['io.filed/one', 'io.filed/two', 'io.many/server-0']);
    expect((await walk(gateway, '&search=twice')).names).toEqual(['io.twice/one']);
    // A changed file is read at once.
    writeFileSync(file, JSON.stringify(filed('io.filed/three')));
    expect((await walk(gateway, '&search=filed')).names).toEqual(['io.filed/three']);
  });

  it('[catalog] deleted entries are not listed, and deprecated ones are marked', async () => {
    registry.entries = [
      { ...npmEntry('io.gone/one', 'one'), status: 'deleted' },
      { ...npmEntry('io.old/one', 'one'), status: 'deprecated' },
    ];
    const { body } = await gateway.json('/api/catalog');
    expect(body['servers']).toMatchObject([{ name: 'io.old/one', status: 'deprecated' }]);
  });

  it.each<[string, () => void, string]>([
    [
      'no file',
      () => {
        rmSync(file);
        mkdirSync(file);
      },
      'is no file',
    ],
    [
      'too large',
      () => {
        writeFileSync(file, ' '.repeat(200_000));
      },
      'is larger than MAX_CATALOG_BYTES',
    ],
    [
      'no JSON',
      () => {
        writeFileSync(file, '{"servers": [');
      },
      'is not JSON',
    ],
    [
      'missing',
      () => {
        rmSync(file);
      },
      'cannot be read',
    ],
  ])('[catalog-sources] a file that is %s costs only itself', async (_, make, detail) => {
    registry.entries = [npmEntry('io.healthy/one', 'one')];
    make();
    const { names, troubles } = await walk(gateway);
    rmSync(file, { recursive: true, force: true });
    expect(names).toEqual(['io.healthy/one']);
    expect(troubles).toMatchObject([{ source: 'list.json', detail }]);
  });
});

describe('A hostile source', () => {
  let hostile: ScriptedHost;
  let gateway: TestGateway;

  beforeAll(async () => {
    hostile = await keep(ScriptedHost.start());
    const healthy = await keep(ScriptedRegistry.start(npmEntry('io.healthy/one', 'one')));
    gateway = await keep(
      startGateway({ clock, env: { ...env, CATALOG_SOURCES: [hostile.origin, healthy.origin] } }),
    );
  });

  const broken: readonly [string, ScriptedHost['script'], RegExp][] = [
    ['slow', () => undefined, /not answer in time/],
    [
      'dripping',
      (_, res) => {
        res.writeHead(200);
        const drip = setInterval(() => res.write(' '), 20);
        res.on('close', () => {
          clearInterval(drip);
        });
      },
      /in time|bytes/,
    ],
    [
      'endless in one answer',
      (_, res) => {
        const more = () => {
          while (!res.destroyed && res.write(Buffer.alloc(65_536, 32)));
        };
        res.writeHead(200).on('drain', more);
        more();
      },
      /more than 100000 bytes/,
    ],
    ['without JSON', (_, res) => res.end('<html>'), /not JSON/],
    ['without a list', (_, res) => res.end('{"servers":7}'), /no list of servers/],
    ['failing', (_, res) => res.writeHead(500).end(), /status 500/],
    ['packed', (_, res) => res.writeHead(200, { 'content-encoding': 'gzip' }).end('x'), /packed/],
    ['away', (_, res) => res.destroy(), /cannot be reached/],
  ];

  it.each(broken)('[catalog-sources] a source that is %s costs only itself', async (_, script, detail) => {
    hostile.script = script;
    const { names, troubles } = await walk(gateway);
    expect(names).toEqual(['io.healthy/one']);
    const source = new URL(hostile.origin).host;
    expect(troubles).toEqual([{ source, detail: expect.stringMatching(detail) }]);
    // It is not waited for again at once.
    const before = hostile.asked.length;
    expect((await walk(gateway)).troubles).toHaveLength(1);
    expect(hostile.asked).toHaveLength(before);
  });

  it('[catalog-sources] a redirect of a source is not followed', async () => {
    const inside = await open(ScriptedHost.start());
    hostile.script = (_, res) => res.writeHead(302, { location: inside.origin }).end();
    const { names, troubles } = await walk(gateway);
    expect([names, troubles.length, inside.asked]).toEqual([['io.healthy/one'], 1, []]);
    const planned = await gateway.json('/api/catalog/io.any%2Fone/plan', { body: {} });
    expect([planned.status, planned.body['code']]).toEqual([503, 'catalog-unavailable']);
  });

  it('[catalog-sources] a source without end, or in a circle, is read for MAX_CATALOG_PAGES', async () => {
    let page = 0;
    hostile.script = (_, res) => {
      const server = { name: `io.endless/n-${String(++page)}`, description: 'More', version: '1.0.0' };
      sendJson(res, { servers: [{ server }], metadata: { nextCursor: String(page) } });
    };
    const { names, troubles } = await walk(gateway);
    expect([names.length, names.at(-1)]).toEqual([21, 'io.healthy/one']);
    expect(troubles).toMatchObject([{ detail: 'has more pages than MAX_CATALOG_PAGES' }]);
    clock.advance(restMs);
    hostile.script = (_, res) => {
      sendJson(res, { servers: [], metadata: { nextCursor: 'again' } });
    };
    expect((await walk(gateway)).names).toEqual(['io.healthy/one']);
  });

  it('[catalog-sources] a source that answers more than it is asked for, or something else, costs only itself', async () => {
    hostile.script = (url, res) => {
      const server = (index: number) => ({
        name: `io.flood/n-${String(index)}`,
        description: '',
        version: '1',
      });
      const servers = [...Array(40).keys()].map((index) => ({ server: server(index) }));
      if (url.pathname.endsWith('/servers')) sendJson(res, { servers, metadata: {} });
      else sendJson(res, { server: { ...server(1), packages: [] } });
    };
    expect(new Set((await walk(gateway)).names).size).toBe(41);
    const other = await gateway.json('/api/catalog/io.flood%2Fn-9/plan', { body: {} });
    expect(other.body['code']).toBe('catalog-entry-not-found');
  });
});
