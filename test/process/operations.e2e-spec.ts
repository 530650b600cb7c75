import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, symlinkSync } from 'node:fs';
import { promisify } from 'node:util';
import { operatorOf } from '../support/clients/apps-client.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type GatewayState, type TestGateway } from '../support/gateway.js';
import { GatewayClient } from '../support/clients/gateway-client.js';
import { createApp } from '../support/clients/sdk-apps.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { echo, ScriptedHttp } from '../support/upstreams/scripted-http.js';

const open = closeAfterAll();

/** The blocks of docs/operations.md for the shell that name this, as they stand there. */
const blocks = (what: string): string[] =>
  [...readFileSync('docs/operations.md', 'utf8').matchAll(/^ *```sh\n([^]*?)^ *```$/gm)]
    .map(([, block = '']) => block)
    .filter((block) => block.includes(what));

describe('The commands of docs/operations.md', () => {
  it('[operations-commands] back a running gateway on SQLite up, restore it and change its key', async () => {
    const place = temporaryFolder();
    await open({
      close: async () => {
        place.remove();
      },
    });
    symlinkSync(`${process.cwd()}/node_modules`, place.file('node_modules'));
    const upstream = await open(ScriptedHttp.start([echo]));
    const token = `gtu_test${randomBytes(24).toString('hex')}`;
    const start = (data: string, previous: readonly string[] = []): Promise<TestGateway> => {
      const folder = {
        path: place.file(data),
        file: (name: string) => place.file(`${data}/${name}`),
        remove: () => undefined,
      };
      const state: GatewayState = {
        folder,
        token,
        database: { drop: async () => undefined },
        remove: async () => undefined,
      };
      const env = {
        EGRESS_ALLOW: ['127.0.0.1'],
        PREVIOUS_SECRET_KEYS: [...previous],
        MCP_CONFIG: place.file('mcp.json'),
      };
      return startGateway({ state, env });
    };
    const run = async (block = '') =>
      promisify(execFile)('bash', ['-euc', block], { cwd: place.path, env: { PATH: process.env['PATH'] } });
    const uses = async (gateway: TestGateway, key: string) => {
      const { status } = await new GatewayClient(gateway.url, key).json('/api/sdk/tools/call', {
        body: { name: 's__echo', arguments: {} },
      });
      return [status, upstream.requests.at(-1)?.headers['x-key']];
    };

    const first = await start('data');
    const config = { mcpServers: { s: { url: upstream.url, headers: { 'X-Key': '${secret:KEY}' } } } };
    const key = (await createApp(first, 'shop', config)).token;
    await operatorOf(first).setSecret('shop', 'KEY', 'the-secret');
    const [backUp, restore] = blocks('gantry.sqlite');
    expect((await run(backUp)).stdout).toBe('ok\n');
    await first.json('/api/cli/apps/shop', { method: 'DELETE' });
    await first.close();
    await run(restore);
    const second = await start('restored');
    expect(await uses(second, key)).toEqual([200, 'the-secret']);
    await second.close();

    const [change = ''] = blocks('previous.key');
    await run(change.replaceAll('data/', 'restored/'));
    const third = await open(
      start('restored', [readFileSync(place.file('restored/previous.key'), 'utf8').trim()]),
    );
    expect(third.logs('secrets.resealed')).toHaveLength(1);
    expect(await uses(third, key)).toEqual([200, 'the-secret']);
  });
});
