import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeAfterAll } from '../support/closing.js';
import { operatorOf, type AppsClient } from '../support/clients/apps-client.js';
import { CliMachine } from '../support/clients/cli.js';
import { gatewayState, startGateway, type GatewayState, type TestGateway } from '../support/gateway.js';
import type { Answer, Json } from '../support/clients/gateway-client.js';
import { ScriptedHttp } from '../support/upstreams/scripted-http.js';
import { isAlive, linesOf, stdioServer } from '../support/upstreams/stdio.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterAll();
let upstream: ScriptedHttp;
let state: GatewayState;
let gateway: TestGateway;
let operator: AppsClient;

async function start(env: { readonly APP_STDIO?: 'allow' }): Promise<void> {
  const mcpServers = { files: stdioServer() };
  gateway = await open(startGateway({ state, mcpServers, env: { EGRESS_ALLOW: ['127.0.0.0/8'], ...env } }));
  operator = operatorOf(gateway);
}

beforeAll(async () => {
  upstream = await open(ScriptedHttp.start());
  state = await gatewayState();
  await open({ close: () => state.remove() });
  await start({ APP_STDIO: 'allow' });
});

describe('Commands in an app config, where APP_STDIO allows them', () => {
  it('[stdio-allowed] run with secrets in their environment, and end with the app', async () => {
    const starts = state.folder.file('starts-a');
    const io = stdioServer({ STARTS_FILE: '${secret:FOLDER}/starts-a' });
    const { id } = await operator.newApp('a', { mcpServers: { io } });
    await operator.setSecret(id, 'FOLDER', state.folder.path);
    const pid = Number(/"text":"(\d+)"/.exec((await operator.call('a.io', 'pid', {})).text)?.[1]);
    expect(isAlive(pid)).toBe(true);
    expect(linesOf(starts)).toEqual([String(pid)]);
    await operator.app(id, '', { method: 'DELETE' });
    await waitFor('the child to be gone', () => !isAlive(pid));
  });

  it('[secret-origins-commands] are given a secret only when it is allowed for commands', async () => {
    const headers = { Authorization: 'Bearer ${secret:PAT}' };
    const { id } = await operator.newApp('b', { mcpServers: { s: { url: upstream.url, headers } } });
    await operator.setSecret(id, 'PAT', state.folder.file('canary-command'));
    await operator.save(id, { mcpServers: { io: stdioServer({ STARTS_FILE: '${secret:PAT}' }) } });
    expect((await operator.call('b.io', 'pid', {})).body['code']).toBe('secret-not-for-origin');
    await operator.app(id, '/secrets/PAT', { method: 'PATCH', body: { origins: ['stdio:'] } });
    expect((await operator.call('b.io', 'pid', {})).status).toBe(200);
  });

  it('[import-commands] are imported from the file of a client without being asked for', async () => {
    const machine = await open(CliMachine.create({ GANTRY_URL: gateway.url, GANTRY_TOKEN: gateway.token }));
    await operator.newApp('imported', { mcpServers: {} });
    machine.write('claude.json', JSON.stringify({ mcpServers: { io: stdioServer(), files: stdioServer() } }));
    const imported = await machine.run(['import', 'claude.json', '--yes', '--json', '--app', 'imported']);
    const { command } = stdioServer() as Json;
    expect(imported.json).toMatchObject({ servers: { io: { command }, files: { command } }, skipped: [] });
  });

  it('[own-stdio-stays] keep running through changes that do not affect how they are started, and those changes apply', async () => {
    const starts = state.folder.file('starts');
    const effects = state.folder.file('effects');
    const io = stdioServer({ STARTS_FILE: '${secret:FOLDER}/starts', EFFECTS_FILE: effects }) as Json;
    const { id } = await operator.newApp('c', { mcpServers: { io } });
    await operator.setSecret(id, 'FOLDER', state.folder.path);
    const changed = async (change: () => Promise<Answer>) => {
      expect((await change()).status).toBeLessThan(300);
      expect((await operator.call('c.io', 'echo', {})).status).toBe(200);
      return linesOf(starts).length;
    };
    const save = (more: Json, rest: Json = {}) =>
      operator.save(id, { mcpServers: { io: { ...io, ...more } }, ...rest });
    const harmless: (() => Promise<Answer>)[] = [
      () => save({}, { chat: { maxSteps: 3 }, policies: { requireApproval: ['other__*'] } }),
      () => operator.setSecret(id, 'ELSE', 'another-value'),
      () => operator.app(id, '', { method: 'PATCH', body: { name: 'renamed' } }),
      () =>
        save({ description: 'what it is for', timeoutMs: 20_000, overrides: { echo: { title: 'Echo' } } }),
      () =>
        operator.save(id, {
          mcpServers: { other: { url: upstream.url }, io: { tools: { deny: ['pid'] }, ...io } },
        }),
      () => save({ tools: { deny: ['pid'] }, maxConcurrency: 1 }),
    ];
    for (const change of harmless)
      expect([String(change), await changed(change)]).toEqual([String(change), 1]);
    expect((await operator.call('c.io', 'pid', {})).status).toBe(403);
    // One call at a time: the second one waits for the pause of the first.
    const order: string[] = [];
    const paused = operator.call('c.io', 'effect', { ms: 150 }).then(() => order.push('paused'));
    await waitFor('the first call to run', () => linesOf(effects).length === 1);
    await operator.call('c.io', 'echo', {});
    order.push('echo');
    await paused;
    expect(order).toEqual(['paused', 'echo']);

    expect(await changed(() => save({ args: [...(io['args'] as string[]), '--more'] }))).toBe(2);
    expect(await changed(() => save({ questions: 'deny' }))).toBe(3);
    expect(await changed(() => operator.setSecret(id, 'FOLDER', state.folder.path))).toBe(4);
  });
});

describe('Commands in an app config, where APP_STDIO does not allow them', () => {
  const trace = join(tmpdir(), `gantry-owned-${randomUUID()}`);
  const command = { command: 'sh', args: ['-c', `touch ${trace}`] };

  beforeAll(async () => {
    const { id } = await operator.newApp('old', { mcpServers: { io: stdioServer() } });
    await operator.save(id, {});
    await operator.save(id, { mcpServers: { io: stdioServer() } });
    await gateway.close();
    await start({});
  });

  it('[stdio-refused] are refused through every route that writes a config, and nothing runs', async () => {
    const { id, slug } = await operator.newApp('plain', { mcpServers: {} });
    const config = { mcpServers: { evil: command } };
    const attempts = [
      await operator.save(id, config),
      await operator.save(id, config, { query: '?dryRun=true' }),
      await operator.json('/api/cli/apps', { body: { name: 'evil', config } }),
      await operator.save(id, { mcpServers: { evil: { type: 'stdio', ...command } } }),
      await operator.save(id, { mcpServers: { evil: { type: 'stdio', url: upstream.url } } }),
      await operator.save(id, { mcpServers: { evil: { use: 'files', ...command } } }),
    ];
    for (const answer of attempts) {
      expect(answer).toMatchObject({ status: 422, body: { code: 'stdio-not-allowed' } });
      expect(JSON.stringify(answer.body['errors'])).toContain('/mcpServers/evil/');
    }
    expect((await operator.app('evil')).status).toBe(404);
    expect((await operator.app(id, '/config')).body['version']).toBe(1);
    expect((await operator.call(`${String(slug)}.evil`, 'any', {})).status).toBe(404);
    expect(existsSync(trace)).toBe(false);
  });

  it('[stdio-refused] that were saved while they were allowed do not run any more, and cannot be restored', async () => {
    expect(await operator.call('old.io', 'pid', {})).toMatchObject({
      status: 422,
      body: { code: 'stdio-not-allowed' },
    });
    const back = await operator.app('old', '/config/rollback', { body: { version: 1 } });
    expect(back).toMatchObject({ status: 422, body: { code: 'stdio-not-allowed' } });
  });
});
