import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { closeAfterEach } from '../../support/closing.js';
import { freePort } from '../../support/collectors/free-port.js';
import {
  spawnGateway,
  type GatewayProcess,
  type SpawnOptions,
} from '../../support/processes/gateway-process.js';
import { gatewayState, type GatewayState } from '../../support/gateway.js';
import { waitFor } from '../../support/wait-for.js';

const open = closeAfterEach();

async function start(options?: SpawnOptions): Promise<GatewayProcess> {
  const gateway = await spawnGateway({ isEmpty: true, ...options });
  await open({ close: () => gateway.stop().then(() => undefined) });
  return gateway;
}

async function keepState(): Promise<GatewayState> {
  const state = await gatewayState({ isEmpty: true });
  await open({ close: () => state.remove() });
  return state;
}

/** What a gateway that does not get as far as serving said last, and its exit code. */
async function refusalOf(gateway: GatewayProcess) {
  if (gateway.child.exitCode === null) await once(gateway.child, 'close');
  const lines = gateway.output.trim().split('\n');
  return { exitCode: gateway.child.exitCode, lines, last: JSON.parse(lines.at(-1) ?? '{}') as object };
}

const sqlite = { DATABASE_URL: undefined };
const impatient = { ...sqlite, START_WAIT_MS: '2000' };

describe('The words of a start', () => {
  const everything = JSON.parse(readFileSync('mcp.json', 'utf8')) as { mcpServers: Record<string, object> };

  it('[start-words] the first one prints the commands of the README, which run in the order printed', async () => {
    const state = await keepState();
    const gateway = await start({
      state,
      env: { ...sqlite, BOOTSTRAP_TOKEN: undefined, LOG_FORMAT: 'pretty', LOG_LEVEL: 'silent' },
      mcpServers: {
        everything: {
          command: process.execPath,
          args: ['node_modules/@modelcontextprotocol/server-everything/dist/index.js', 'stdio'],
          cwd: process.cwd(),
        },
      },
    });
    expect(Object.keys(everything.mcpServers)).toContain('everything');
    await waitFor('the setup link', () => gateway.output.includes('/setup?code='));
    const commands = gateway.output
      .split('\n')
      .filter((line) => /^ {2}(export|curl) /.test(line))
      .map((line) => line.trim());
    const readme = readFileSync('README.md', 'utf8');
    for (const command of commands)
      expect(readme).toContain(
        command
          .replace(/http:\/\/127\.0\.0\.1:\d+/, 'http://127.0.0.1:3000')
          .replace(/gtu_[0-9A-Za-z]+/, 'gtu_…'),
      );
    expect(commands).toHaveLength(3);
    const output = execFileSync('sh', ['-e', '-c', commands.join('\n')], { encoding: 'utf8' });
    expect(output).toContain('"name":"echo"');
    expect(output).toContain('Echo: hello');
  });

  it('[start-words] a later one prints two lines', async () => {
    const gateway = await start({
      env: {
        ...sqlite,
        LOG_FORMAT: 'pretty',
        LOG_LEVEL: 'silent',
        ADMIN_EMAIL: 'a@b.example',
        ADMIN_PASSWORD: 'a long enough password',
      },
    });
    await waitFor('both lines', () => gateway.output.trim().split('\n').length === 2);
    expect(gateway.output).toMatch(
      /^Gantry serves at http:\/\/127\.0\.0\.1:\d+ \(0 servers\)\nAPI: \S+\/docs\n$/,
    );
  });
});

describe('A start that fails', () => {
  it('[start-folder-taken] a data folder that another gateway uses is waited for, then told with exit code 75', async () => {
    const state = await keepState();
    const first = await start({ state, env: sqlite });
    await first.ready();
    const second = await start({ state, env: impatient });
    const { exitCode, last, lines } = await refusalOf(second);
    expect(exitCode).toBe(75);
    expect(last).toMatchObject({
      event: 'gateway.not-started',
      exitCode: 75,
      remedy: expect.stringContaining('DATA_DIR'),
    });
    expect(lines).toHaveLength(2);

    const third = await start({ state, env: sqlite });
    await waitFor('the third to wait', () => third.output.includes('Waiting up to 15 s'));
    first.child.kill('SIGKILL');
    await third.ready();
  });

  it.each([
    ['a data folder that cannot be made', 78, { DATA_DIR: '/proc/gantry' }, 'DATA_DIR'],
    [
      'a Postgres that nobody runs',
      75,
      async () => `postgres://a:b@127.0.0.1:${String(await freePort())}/c`,
      'DATABASE_URL',
    ],
  ])('[start-faults] tells %s in a line', async (_what, code, given, remedy) => {
    const env = typeof given === 'function' ? { DATABASE_URL: await given() } : { ...sqlite, ...given };
    const { exitCode, last, lines } = await refusalOf(await start({ env: { START_WAIT_MS: '0', ...env } }));
    expect(exitCode).toBe(code);
    expect(last).toMatchObject({ level: 60, remedy: expect.stringContaining(remedy) });
    expect(lines).toHaveLength(1);
  });

  it('[start-faults] tells a Postgres that never answers', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    await open({ close: async () => void silent.close() });
    const { port } = silent.address() as AddressInfo;
    const env = { DATABASE_URL: `postgres://a:b@127.0.0.1:${String(port)}/c`, START_WAIT_MS: '0' };
    expect(await refusalOf(await start({ env }))).toMatchObject({
      exitCode: 75,
      lines: [expect.any(String)],
    });
  });

  it('[start-faults] tells a database file that is none', async () => {
    const state = await keepState();
    writeFileSync(state.folder.file('gantry.sqlite'), 'nothing that SQLite knows '.repeat(100));
    const { exitCode, last, lines } = await refusalOf(await start({ state, env: sqlite }));
    expect(exitCode).toBe(78);
    expect(last).toMatchObject({
      detail: expect.stringContaining('damaged'),
      remedy: expect.stringContaining('backup'),
    });
    expect(lines).toHaveLength(1);
  });

  it('[start-faults] tells another SECRET_KEY, and starts without what it protects when asked to', async () => {
    const state = await keepState();
    const env = { ...sqlite, BOOTSTRAP_TOKEN: undefined };
    const first = await start({ state, env: { ...env, SECRET_KEY: 'a'.repeat(32) } });
    await first.ready();
    await first.stop();
    const other = { ...env, SECRET_KEY: 'b'.repeat(32) };
    const { exitCode, last } = await refusalOf(await start({ state, env: other }));
    expect(exitCode).toBe(78);
    expect(last).toMatchObject({ remedy: expect.stringContaining('ACCEPT_LOST_KEYS') });
    const second = await start({ state, env: { ...other, ACCEPT_LOST_KEYS: 'true' } });
    await second.ready();
  });
});
