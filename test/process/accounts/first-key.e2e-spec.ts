import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { umask } from 'node:process';
import { GatewayClient } from '../../support/clients/gateway-client.js';
import { closeAfterEach } from '../../support/closing.js';
import { gatewayState } from '../../support/gateway.js';
import { spawnGateway } from '../../support/processes/gateway-process.js';
import { stdioServer } from '../../support/upstreams/stdio.js';
import { waitFor } from '../../support/wait-for.js';

const open = closeAfterEach();

const meWith = (gateway: GatewayClient, token: string) =>
  gateway.json('/api/cli/auth/me', { headers: { authorization: `Bearer ${token}` } });

/** A process that the test's end stops. */
function keepable(process: Awaited<ReturnType<typeof spawnGateway>>) {
  return { process, close: () => process.stop().then(() => undefined) };
}

describe('The first start', () => {
  it('[first-key] [data-folder-modes] prints a key with commands and the setup link, once, keeps it hashed, and makes files for its owner only', async () => {
    const state = await gatewayState({ isEmpty: true });
    await open({ close: () => state.remove() });
    const folder = state.folder.file('new');
    const start = async () => {
      const env = { BOOTSTRAP_TOKEN: undefined, DATA_DIR: folder };
      const { process } = await open(
        keepable(await spawnGateway({ state, env, mcpServers: { files: stdioServer() } })),
      );
      const { url } = await process.ready();
      await waitFor('the setup link', () => process.output.includes(`${url}/setup?code=`));
      return { process, url };
    };
    const former = umask(0o002);
    const { process, url } = await start().finally(() => umask(former));
    const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
    const names = readdirSync(folder);
    expect([modeOf(folder), names]).toEqual(['700', expect.arrayContaining(['gantry.sqlite', 'secret.key'])]);
    for (const name of names) expect([name, modeOf(join(folder, name))]).toEqual([name, '600']);
    const banner = process.output;
    const token = /gtu_[0-9A-Za-z]{38}/.exec(banner)?.[0] ?? '';
    const withToken = process.logs().filter((line) => JSON.stringify(line).includes(token));
    expect(withToken).toMatchObject([
      {
        event: 'gateway.welcome',
        key: token,
        setup: expect.stringMatching(/\/setup\?code=[0-9A-Za-z]{32}$/),
        commands: [
          `export GANTRY_URL=${url} GANTRY_TOKEN=${token}`,
          expect.stringContaining('$GANTRY_URL/api/servers'),
        ],
      },
    ]);
    const client = new GatewayClient(url, token);
    expect((await meWith(client, token)).body).toMatchObject({
      account: { slug: 'operator', role: 'owner' },
      token: { kind: 'user', scopes: expect.arrayContaining(['operator']) },
    });
    expect((await client.json('/api/servers')).status).toBe(200);
    expect((await client.call('files', 'echo', { a: 1 })).status).toBe(200);
    expect(await process.stop()).toBe(0);
    expect(process.output.slice(banner.length)).not.toContain(token);
    for (const entry of readdirSync(state.folder.path, { recursive: true, withFileTypes: true }))
      if (entry.isFile())
        expect(readFileSync(join(entry.parentPath, entry.name)).includes(token)).toBe(false);

    const second = await start();
    expect(second.process.output).not.toMatch(/gtu_|curl /);
    expect((await meWith(second.process.client, token)).status).toBe(200);
  });
});
