import { personIn } from '../../support/clients/apps-client.js';
import type { GatewayClient, Json } from '../../support/clients/gateway-client.js';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { echo, ScriptedHttp } from '../../support/upstreams/scripted-http.js';
import { stdioServer } from '../../support/upstreams/stdio.js';
import { waitFor } from '../../support/wait-for.js';

const open = closeAfterAll();
const canary = 'canary-in-a-declaration';
let upstream: ScriptedHttp;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await open(ScriptedHttp.start([echo]));
  gateway = await open(
    startGateway({
      mcpServers: {
        near: { ...stdioServer({ STARTS_FILE: `/nowhere/${canary}` }), description: 'Near' },
        far: { url: `${upstream.url}?key=${canary}`, headers: { Authorization: `Bearer ${canary}` } },
        off: { url: upstream.url, disabled: true },
      },
    }),
  );
});

const listed = async (by: GatewayClient, query = '') => {
  const { body } = await by.json(`/v0.1/servers${query}`);
  return (body['servers'] as { readonly server: Json }[]).map(({ server }) => server['title']);
};

describe('What is published here, as a registry', () => {
  it('[own-registry] the registry lists the servers of the caller in pages, without their declarations', async () => {
    const { status, body, text } = await gateway.json('/v0.1/servers?version=latest&include_deleted=false');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      metadata: { count: 2 },
      servers: [
        {
          server: {
            ...{ name: '1.0.0.127/far', version: '1.0.0' },
            remotes: [{ type: 'streamable-http', url: `${gateway.url}/api/servers/far/mcp` }],
          },
          _meta: { 'io.modelcontextprotocol.registry/official': { status: 'active', isLatest: true } },
        },
        { server: { name: '1.0.0.127/near', description: 'Near' } },
      ],
    });
    for (const hidden of [canary, upstream.url, process.execPath]) expect(text).not.toContain(hidden);
    const first = await gateway.json('/v0.1/servers?limit=1');
    const { nextCursor } = first.body['metadata'] as { readonly nextCursor: string };
    expect(await listed(gateway, `?limit=1&cursor=${nextCursor}`)).toEqual(['near']);
    expect(await listed(gateway, '?search=FAR')).toEqual(['far']);
    expect(await listed(gateway, '?version=9.9.9')).toEqual([]);
  });

  it('[own-registry] the registry has one version of each server', async () => {
    const name = encodeURIComponent('1.0.0.127/far');
    const versions = await gateway.json(`/v0.1/servers/${name}/versions`);
    expect(versions.body).toMatchObject({ servers: [{ server: { title: 'far' } }], metadata: { count: 1 } });
    for (const version of ['latest', '1.0.0'])
      expect((await gateway.json(`/v0.1/servers/${name}/versions/${version}`)).body['server']).toMatchObject({
        title: 'far',
      });
    for (const missing of [`${name}/versions/2.0.0`, '1.0.0.127%2Foff/versions', 'x%2Fy/versions/latest'])
      expect((await gateway.json(`/v0.1/servers/${missing}`)).body['code']).toBe('catalog-entry-not-found');
  });

  it('[own-registry] the registry needs a token, and follows grants', async () => {
    const nobody = { headers: { authorization: 'Bearer gtu_no' } };
    expect((await gateway.json('/v0.1/servers', nobody)).status).toBe(401);
    const owner = await personIn(gateway, 'studio');
    const member = await personIn(gateway, owner.accountId, 'member');
    const all = ['far', 'near'];
    expect([await listed(owner), await listed(member)]).toEqual([all, all]);
    const grants = [{ role: 'member', servers: ['near'] }];
    expect((await owner.json('/api/cli/grants', { method: 'PUT', body: { grants } })).status).toBe(200);
    await waitFor('the grants', async () => (await listed(member)).length === 1);
    expect([await listed(owner), await listed(member)]).toEqual([all, ['near']]);
    const hidden = await member.json('/v0.1/servers/1.0.0.127%2Ffar/versions/latest');
    expect(hidden.body['code']).toBe('catalog-entry-not-found');
  });
});

it('[catalog] the curated list has packages that can be pinned to their bytes', async () => {
  const names: string[] = [];
  let cursor = '';
  do {
    const { body } = await gateway.json(`/api/catalog?limit=7${cursor}`);
    expect(body['troubles'] ?? []).toEqual([]);
    names.push(...(body['servers'] as Json[]).map(({ name }) => String(name)));
    const next = body['nextCursor'] as string | undefined;
    cursor = next === undefined ? '' : `&cursor=${next}`;
  } while (cursor !== '');
  expect([names.length >= 20, new Set(names).size]).toEqual([true, names.length]);
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
