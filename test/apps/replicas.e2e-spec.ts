import { AppUpkeep } from '../../src/apps/app/app-upkeep.service.js';
import { TokenUpkeep } from '../../src/accounts/tokens/token-upkeep.service.js';
import { operatorOf } from '../support/clients/apps-client.js';
import { closeAfterAll } from '../support/closing.js';
import { gatewayState, startGateway } from '../support/gateway.js';
import { says } from '../support/clients/sdk-apps.js';
import { ScriptedHttp } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterAll();

describe('two gateways on one database', () => {
  it('[apps-replicas] see within five seconds what the other one did to an app, and at once when they change it', async () => {
    const state = await gatewayState();
    await open({ close: () => state.remove() });
    const [one, two] = await Promise.all([
      open(ScriptedHttp.start([says('first', 'x')])),
      open(ScriptedHttp.start([says('second', 'x')])),
    ]);
    const env = { EGRESS_ALLOW: ['127.0.0.1'] };
    const [first, second] = [
      await open(startGateway({ state, env })),
      await open(startGateway({ state, env })),
    ];
    const [here, there] = [operatorOf(first), operatorOf(second)];
    /** What a gateway does every two seconds by itself. */
    const lookAt = async ({ app }: typeof first) => {
      await app.get(AppUpkeep, { strict: false }).run();
      await app.get(TokenUpkeep, { strict: false }).run();
    };
    const { id } = await here.newApp('shop', {
      mcpServers: { s: { url: one.url, headers: { 'X-Key': '${secret:KEY}' } } },
    });
    await here.setSecret(id, 'KEY', 'v1');
    expect(await there.toolNames('shop.s')).toEqual(['first']);

    await here.setSecret(id, 'KEY', 'v2');
    await waitFor('the secret to be seen, by itself', async () => {
      await there.call('shop.s', 'first', {});
      return one.of('tools/call').at(-1)?.headers['x-key'] === 'v2';
    });
    const saved = await here.save(id, { mcpServers: { s: { url: two.url } } });
    expect((await there.app(id, '/config')).body['etag']).toBe(saved.body['etag']);
    expect((await there.save(id, { 'x-a': 1 }, { version: 1 })).status).toBe(412);
    await lookAt(second);
    expect(await there.toolNames('shop.s')).toEqual(['second']);
    const overwritten = await there.save(id, { mcpServers: { t: { url: two.url } } }, { version: 2 });
    expect(overwritten.body['version']).toBe(3);

    const key = await here.withKey(id);
    await lookAt(first);
    expect((await here.call('shop.t', 'second', {})).status).toBe(200);
    expect((await key.json('/api/servers')).status).toBe(200);
    await there.app(id, '', { method: 'DELETE' });
    await lookAt(first);
    expect((await here.call('shop.t', 'second', {})).status).toBe(404);
    expect((await key.json('/api/servers')).status).toBe(401);
  });
});
