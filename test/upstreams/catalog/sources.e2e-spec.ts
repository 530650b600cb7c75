import { mkdirSync, writeFileSync } from 'node:fs';
import { npmEntry, ScriptedRegistry, type RegistryEntry } from '../../support/catalog/scripted-registry.js';
import { ScriptedHost, sendJson } from '../../support/catalog/scripted-host.js';
import type { GatewayClient, Json } from '../../support/clients/gateway-client.js';
import { closeAfterEach } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const open = closeAfterEach();
const folder = temporaryFolder();
afterAll(() => {
  folder.remove();
});

const many = (count: number): RegistryEntry[] =>
  [...Array(count).keys()].map((index) => npmEntry(`io.many/server-${String(index)}`, 'many'));

function gatewayOver(sources: readonly string[], env: object = {}): Promise<TestGateway> {
  const few = { CATALOG_CURATED: 'off', CATALOG_TIMEOUT_MS: 500, MAX_CATALOG_BYTES: 100_000 } as const;
  return open(startGateway({ env: { ...few, CATALOG_SOURCES: [...sources], ...env } }));
}

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

/** A host that answers lists as it is told, with a healthy registry beside it. */
async function beside(script: ScriptedHost['script'], env: object = {}) {
  const hostile = await open(ScriptedHost.start(script));
  const healthy = await open(ScriptedRegistry.start(npmEntry('io.healthy/one', 'one')));
  const gateway = await gatewayOver([hostile.origin, healthy.origin], env);
  return { hostile, gateway, source: hostile.origin.slice('http://'.length) };
}

describe('The catalogue', () => {
  it('[catalog] has the curated list, each of it with a package that can be held to its bytes', async () => {
    const gateway = await open(startGateway());
    const { names, troubles } = await walk(gateway);
    expect([names.length >= 20, new Set(names).size, troubles]).toEqual([true, names.length, []]);
    const { body } = await gateway.json('/api/catalog?search=FILESYS');
    expect(body['servers']).toMatchObject([
      {
        name: 'io.github.modelcontextprotocol/server-filesystem',
        ...{ title: 'Filesystem', source: 'curated', status: 'active' },
        server: {
          packages: [{ registryType: 'npm', identifier: '@modelcontextprotocol/server-filesystem' }],
        },
      },
    ]);
    expect((await gateway.json('/api/catalog?cursor=odd')).body['code']).toBe('invalid-cursor');
  });

  it('[catalog] goes through files and registries, in their order and page by page', async () => {
    const registry = await open(ScriptedRegistry.start(...many(23), npmEntry('io.twice/one', 'one')));
    const file = folder.file('list.json');
    const filed = (name: string) => ({ name, description: 'Filed', version: '1.0.0', remotes: [] });
    writeFileSync(
      file,
      JSON.stringify({ servers: [{ server: filed('io.filed/one') }, filed('io.filed/two'), { no: 1 }] }),
    );
    const gateway = await gatewayOver([file, registry.origin]);
    const { names, troubles } = await walk(gateway);
    expect([names.length, new Set(names).size, troubles]).toEqual([26, 26, []]);
    expect(names.slice(0, 3)).toEqual(['io.filed/one', 'io.filed/two', 'io.many/server-0']);
    expect((await walk(gateway, '&search=twice')).names).toEqual(['io.twice/one']);
    // What changes is there at once.
    writeFileSync(file, JSON.stringify(filed('io.filed/three')));
    expect((await walk(gateway, '&search=filed')).names).toEqual(['io.filed/three']);
  });

  it('[catalog] shows no entry that was deleted, and one that is advised against as such', async () => {
    const registry = await open(
      ScriptedRegistry.start(
        { ...npmEntry('io.gone/one', 'one'), status: 'deleted' },
        { ...npmEntry('io.old/one', 'one'), status: 'deprecated' },
      ),
    );
    const { body } = await (await gatewayOver([registry.origin])).json('/api/catalog');
    expect(body['servers']).toMatchObject([{ name: 'io.old/one', status: 'deprecated' }]);
  });
});

describe('A source that is hostile costs only itself', () => {
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

  it.each(broken)('[catalog-sources] when it is %s', async (_, script, detail) => {
    const { gateway, source } = await beside(script);
    const { names, troubles } = await walk(gateway);
    expect(names).toEqual(['io.healthy/one']);
    expect(troubles).toEqual([{ source, detail: expect.stringMatching(detail) }]);
    // For a moment nobody waits for it again.
    expect((await walk(gateway)).troubles).toHaveLength(1);
  });

  it('[catalog-sources] when it leads elsewhere: no redirect is followed', async () => {
    const inside = await open(ScriptedHost.start());
    const { gateway } = await beside((_, res) => res.writeHead(302, { location: inside.origin }).end());
    const { names, troubles } = await walk(gateway);
    expect([names, troubles.length, inside.asked]).toEqual([['io.healthy/one'], 1, []]);
    const planned = await gateway.json('/api/catalog/io.any%2Fone/plan', { body: {} });
    expect([planned.status, planned.body['code']]).toEqual([503, 'catalog-unavailable']);
  });

  it('[catalog-sources] when it has no end, or goes in a circle', async () => {
    let page = 0;
    const endless: ScriptedHost['script'] = (_, res) => {
      const server = { name: `io.endless/n-${String(++page)}`, description: 'More', version: '1.0.0' };
      sendJson(res, { servers: [{ server }], metadata: { nextCursor: String(page) } });
    };
    const { gateway } = await beside(endless, { MAX_CATALOG_PAGES: 20 });
    const { names, troubles } = await walk(gateway);
    expect([names.length, names.at(-1)]).toEqual([21, 'io.healthy/one']);
    expect(troubles).toMatchObject([{ detail: 'has more pages than MAX_CATALOG_PAGES' }]);
    const circle = await beside((_, res) => {
      sendJson(res, { servers: [], metadata: { nextCursor: 'again' } });
    });
    expect((await walk(circle.gateway)).names).toEqual(['io.healthy/one']);
  });

  it('[catalog-sources] when it answers more than it is asked for, or something else', async () => {
    const flood = await beside((url, res) => {
      const server = (index: number) => ({
        name: `io.flood/n-${String(index)}`,
        description: '',
        version: '1',
      });
      const servers = [...Array(40).keys()].map((index) => ({ server: server(index) }));
      if (url.pathname.endsWith('/servers')) sendJson(res, { servers, metadata: {} });
      else sendJson(res, { server: { ...server(1), packages: [] } });
    });
    expect(new Set((await walk(flood.gateway)).names).size).toBe(41);
    const other = await flood.gateway.json('/api/catalog/io.flood%2Fn-9/plan', { body: {} });
    expect(other.body['code']).toBe('catalog-entry-not-found');
  });

  it('[catalog-sources] when it is a file that is none, or too large', async () => {
    mkdirSync(folder.file('dir'));
    writeFileSync(folder.file('large.json'), ' '.repeat(200_000));
    writeFileSync(folder.file('torn.json'), '{"servers": [');
    const sources = ['dir', 'large.json', 'torn.json', 'missing.json'].map((name) => folder.file(name));
    const { troubles } = await walk(await gatewayOver(sources));
    expect(troubles).toMatchObject([
      { source: 'dir', detail: 'is no file' },
      { source: 'large.json', detail: 'is larger than MAX_CATALOG_BYTES' },
      { source: 'torn.json', detail: 'is not JSON' },
      { source: 'missing.json', detail: 'cannot be read' },
    ]);
  });
});
