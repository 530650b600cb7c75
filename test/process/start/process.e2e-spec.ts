import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { closeAfterEach } from '../../support/closing.js';
import { figure } from '../../support/measures/figures.js';
import {
  spawnGateway,
  type GatewayProcess,
  type SpawnOptions,
} from '../../support/processes/gateway-process.js';
import { refuses, text } from '../../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';

const open = closeAfterEach();

async function start(options?: SpawnOptions): Promise<GatewayProcess> {
  const gateway = await spawnGateway({ isEmpty: true, ...options });
  await open({ close: () => gateway.stop().then(() => undefined) });
  return gateway;
}

/** The exit code of a gateway that does not get as far as serving. */
async function exitCode(gateway: GatewayProcess): Promise<number | null> {
  if (gateway.child.exitCode === null) await once(gateway.child, 'close');
  return gateway.child.exitCode;
}

it('[port-taken] a port that another program has is told in one line', async () => {
  const first = await start();
  const { url } = await first.ready();
  const { port } = new URL(url);
  const second = await start({ env: { PORT: port } });
  expect(await exitCode(second)).toBe(75);
  expect(second.output).toContain(`Port ${port} is in use by another program.`);
  expect(second.output).not.toContain('    at ');
});

describe('Settings that cannot be used', () => {
  it('[workers-sqlite] SQLite is for one process: more are refused by name', async () => {
    for (const count of ['2', '0', 'two']) {
      const gateway = await start({ env: { GANTRY_WORKERS: count, DATABASE_URL: undefined } });
      expect(await exitCode(gateway)).toBe(78);
      expect(gateway.output).toContain('"variable":"GANTRY_WORKERS"');
      expect(gateway.output.includes('needs Postgres')).toBe(count === '2');
    }
  });

  it('[config-faults] end the start with exit code 78 and a message that names them all', async () => {
    const gateway = await start({
      env: {
        PORT: '99999',
        LOG_LEVEL: 'loud',
        MAX_QUEUE: '-1',
        BOOTSTRAP_TOKEN: 'hunter2',
        ADMIN_EMAIL: 'nobody',
      },
    });
    expect(await exitCode(gateway)).toBe(78);
    for (const name of ['PORT', 'LOG_LEVEL', 'MAX_QUEUE', 'BOOTSTRAP_TOKEN', 'ADMIN_EMAIL'])
      expect(gateway.output).toContain(`"variable":"${name}","detail":"`);
    expect(gateway.output).not.toContain('hunter2');
    expect(gateway.output).not.toContain('    at ');
  });

  it('[config-faults] name lists, addresses and pairs that could not be used', async () => {
    const env = {
      ...{ TRUST_PROXY: '10.0.0.0/', ALLOWED_HOSTS: 'http://x', ALLOWED_ORIGINS: '*', HOST: '[::1]' },
      ...{ BACKOFF_BASE_MS: '500', BACKOFF_MAX_MS: '100', PUBLIC_URL: 'http://a.example/?b' },
    };
    const gateway = await start({ env });
    expect(await exitCode(gateway)).toBe(78);
    const told = ['TRUST_PROXY', 'ALLOWED_HOSTS', 'ALLOWED_ORIGINS', 'HOST', 'BACKOFF_BASE_MS', 'PUBLIC_URL'];
    for (const name of told) expect(gateway.output).toContain(`"variable":"${name}","detail":"`);
    expect(gateway.output).not.toContain('    at ');
  });

  it('[config-faults] name an address that is not of this machine', async () => {
    const gateway = await start({ env: { HOST: '192.0.2.1' } });
    expect(await exitCode(gateway)).toBe(78);
    expect(gateway.output).toContain('"variable":"HOST","detail":"cannot be listened at (EADDRNOTAVAIL)"');
  });

  it('[config-faults] leave no trace on disk', async () => {
    const gateway = await start({ env: { LOG_LEVEL: 'loud' } });
    expect(await exitCode(gateway)).toBe(78);
    expect(existsSync(gateway.state.folder.file('gantry.sqlite'))).toBe(false);
  });
});

describe('The log', () => {
  it('[log-redaction] holds no credential, whatever passes through at the finest level', async () => {
    const canaries = [
      'c4n4ry-header',
      'c4n4ry-query',
      'c4n4ry-argument',
      'c4n4ry-result',
      'c4n4ry-upstream',
      'c4n4ry-error',
      'c4n4ry-token',
    ];
    const upstream = await open(
      ScriptedHttp.start([
        echo,
        tool('tells', (exchange) => {
          exchange.result(text('c4n4ry-result'));
        }),
        tool('leaks', refuses(-32603, 'cannot log in with Bearer c4n4ry-error')),
      ]),
    );
    const gateway = await start({
      env: { LOG_LEVEL: 'trace' },
      mcpServers: {
        s: { url: upstream.url, headers: { authorization: 'Bearer c4n4ry-upstream' } },
        child: {
          command: process.execPath,
          args: ['-e', 'process.exit(1)'],
          env: { API_KEY: 'c4n4ry-upstream' },
        },
      },
    });
    const client = await gateway.ready();
    await client.call(
      's',
      'echo',
      { password: 'c4n4ry-argument' },
      {},
      { headers: { cookie: 'sid=c4n4ry-header' } },
    );
    await client.call('s', 'tells', {});
    await client.call('s', 'leaks', {});
    await client.call('child', 'any', {});
    await client.json('/api/servers?access_token=c4n4ry-query');
    await client.json('/api/servers', { headers: { authorization: 'Bearer c4n4ry-token' } });
    expect(upstream.executed).toEqual(['echo', 'tells', 'leaks']);
    await gateway.stop();
    const searched = [...canaries, gateway.state.token];
    const found = searched.filter((canary) => gateway.output.includes(canary));
    expect(found).toEqual([]);
    figure('log-redaction', {
      ...{
        'canaries in passing': searched.length,
        'lines of log': gateway.logs().length,
        found: found.length,
      },
    });
    expect(gateway.logs().filter(({ event }) => event === 'request.completed').length).toBeGreaterThanOrEqual(
      6,
    );
  });

  it('[log-redaction] is JSON, a line for each event, named noun.verb', async () => {
    const gateway = await start();
    const client = await gateway.ready();
    await client.json('/nothing');
    await gateway.stop();
    const lines = gateway.output.split('\n').filter((line) => line.startsWith('{'));
    const events = lines.map((line) => (JSON.parse(line) as { event: string }).event);
    expect(events).toEqual(
      expect.arrayContaining(['gateway.ready', 'request.completed', 'gateway.stopping']),
    );
    expect(events.filter((event) => !/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/.test(event))).toEqual([]);
  });
});

it('[graceful-shutdown] ends with the npm command that started it', async () => {
  const gateway = await start({ throughNpm: true });
  const { url } = await gateway.ready();
  expect((await fetch(`${url}/health/live`)).status).toBe(200);
  expect(await gateway.stop()).toBe(0);
  await expect(fetch(`${url}/health/live`)).rejects.toThrow();
});
