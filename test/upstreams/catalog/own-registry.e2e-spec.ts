import type { GatewayClient, Json } from '../../support/clients/gateway-client.js';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { GrantsStage } from '../../support/policies/grants-stage.js';
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
  it('[own-registry] lists what the caller reaches, in pages, with nothing of what is behind it', async () => {
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

  it('[own-registry] answers for one server and its one version', async () => {
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

  it('[own-registry] is for those who are signed in, as far as their grants reach', async () => {
    const nobody = { headers: { authorization: 'Bearer gtu_no' } };
    expect((await gateway.json('/v0.1/servers', nobody)).status).toBe(401);
    const stage = await GrantsStage.start(open);
    const { owner, member } = stage;
    expect([await listed(owner), await listed(member)]).toEqual([
      ['files', 'vault'],
      ['files', 'vault'],
    ]);
    await stage.put([{ role: 'member', servers: ['files'] }]);
    await waitFor('the grants', async () => (await listed(member)).length === 1);
    expect([await listed(owner), await listed(member)]).toEqual([['files', 'vault'], ['files']]);
    const hidden = await member.json('/v0.1/servers/1.0.0.127%2Fvault/versions/latest');
    expect(hidden.body['code']).toBe('catalog-entry-not-found');
  });
});
