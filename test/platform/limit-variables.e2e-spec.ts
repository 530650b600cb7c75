import { DataSource } from 'typeorm';
import { TokenUpkeep } from '../../src/accounts/tokens/token-upkeep.service.js';
import { Config } from '../../src/platform/config/config.js';
import { dataSourceOptions } from '../../src/platform/database/data-source-options.js';
import { operatorOf, personIn } from '../support/clients/apps-client.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { errorOf, NativeClient } from '../support/clients/native-client.js';
import { TestClock } from '../support/test-clock.js';
import { refuses } from '../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { stdioServer } from '../support/upstreams/stdio.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterAll();
const clock = new TestClock();
/** Two events, so that the answer is a stream. */
const steps = tool('steps', (exchange) => {
  const stream = exchange.openStream();
  const { progressToken } = exchange;
  stream.notify('notifications/progress', { progressToken, progress: 1 });
  stream.result({ content: [] });
});
let upstream: ScriptedHttp;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await open(ScriptedHttp.start([echo, steps]));
  gateway = await open(
    startGateway({
      clock,
      mcpServers: { s: { url: upstream.url }, stdio: stdioServer(), deaf: stdioServer({ DEAF: '1' }) },
      env: {
        ...{ KEEP_ALIVE_TIMEOUT_MS: 7000, LIST_RETRY_MS: 0, MAX_STDIO_BACKLOG_BYTES: 50_000 },
        ...{ MAX_APP_SERVERS: 1, MAX_APP_WORKFLOWS: 1, MAX_APP_SECRETS: 1 },
        ...{ MAX_BATCH: 2, MAX_SESSIONS: 1, SESSION_QUIET_MS: 5000, RESUME_MS: 0 },
        ...{ CALL_LOG: 'off', CALLS_ACCOUNTS: 1, IDEMPOTENCY_HOURS: 1, TOKEN_TRUST_MS: 0 },
      },
    }),
  );
});

/** When the one before has been silent for long enough. */
const session = async (server: string) => {
  clock.advance(6000);
  const client = new NativeClient(`${gateway.url}/api/servers/${server}/mcp`, gateway.token);
  await client.initialize();
  return client;
};

it('[limit-variables] connections are kept for KEEP_ALIVE_TIMEOUT_MS', async () => {
  expect((await gateway.fetch('/health/live')).headers.get('keep-alive')).toBe('timeout=7');
});

it('[limit-variables] an app has as many servers, workflows and secrets as MAX_APP_… allow', async () => {
  const operator = operatorOf(gateway);
  const { slug } = await operator.newApp('small');
  const one = { use: 's' };
  const { body } = await operator.save(slug, {
    mcpServers: { a: one, b: one },
    workflows: { a: {}, b: {} },
  });
  for (const pointer of ['/mcpServers', '/workflows'])
    expect(body['errors']).toContainEqual({ pointer, detail: 'must have at most 1 entries, not 2' });
  expect((await operator.setSecret(slug, 'A', 'x')).status).toBe(200);
  expect((await operator.setSecret(slug, 'B', 'x')).body['detail']).toContain('MAX_APP_SECRETS');
});

it('[limit-variables] a batch has at most MAX_BATCH messages', async () => {
  const client = await session('s');
  const answer = await client.send([1, 2, 3].map((id) => ({ jsonrpc: '2.0', id, method: 'ping' })));
  expect(errorOf(answer)?.['message']).toBe('A batch may hold 2 messages (MAX_BATCH).');
});

it('[limit-variables] a session gives way when it has been silent for SESSION_QUIET_MS', async () => {
  const first = await session('s');
  const second = new NativeClient(first.url, gateway.token);
  clock.advance(4000);
  await expect(second.initialize()).rejects.toThrow('MAX_SESSIONS');
  clock.advance(2000);
  await second.initialize();
  expect((await first.request('ping')).status).toBe(404);
});

it('[limit-variables] a stream that has ended can be resumed for RESUME_MS', async () => {
  const client = await session('stdio');
  const params = { name: 'progress', arguments: { steps: 1 }, _meta: { progressToken: 'p' } };
  const call = await client.sendAndRead({ jsonrpc: '2.0', id: 9, method: 'tools/call', params });
  await waitFor('the end', () => call.ended);
  await waitFor('it to be forgotten', async () => {
    const again = await client.stream(call.lastEventId);
    await again.close();
    return again.response.status === 400;
  });
});

it('[limit-variables] a child process may leave MAX_STDIO_BACKLOG_BYTES unread', async () => {
  const client = await session('deaf');
  const params = { name: 'echo', arguments: { a: 'x'.repeat(300_000) } };
  void client.request('tools/call', params).catch(() => undefined);
  await waitFor('it to be given up', async () =>
    (await client.request('tools/call', params)).text.includes('does not read'),
  );
});

it('[limit-variables] a failed list is told for LIST_RETRY_MS', async () => {
  upstream.methods.set('tools/list', refuses(-32000, 'out of order'));
  await gateway.mcp('s', 'tools?refresh=true');
  const asked = upstream.of('tools/list').length;
  expect(await gateway.server('s')).toMatchObject({ status: 'ready' });
  await gateway.mcp('s', 'tools?refresh=true');
  expect(upstream.of('tools/list').length).toBeGreaterThan(asked);
  upstream.methods.delete('tools/list');
});

it('[limit-variables] the calls of CALLS_ACCOUNTS accounts are remembered', async () => {
  const calls = async (of: typeof gateway.json) => (await of('/api/calls')).body['calls'];
  await gateway.call('s', 'echo', {});
  expect(await calls((path) => gateway.json(path))).not.toEqual([]);
  const other = await personIn(gateway, 'other');
  await other.call('s', 'echo', {});
  expect(await calls((path) => other.json(path))).toHaveLength(1);
  expect(await calls((path) => gateway.json(path))).toEqual([]);
});

it('[limit-variables] an answer is kept for IDEMPOTENCY_HOURS', async () => {
  const replayed = async () => {
    const sending = { headers: { 'idempotency-key': 'k' } };
    return (await gateway.call('s', 'echo', {}, {}, sending)).headers.get('idempotency-replayed');
  };
  expect(await replayed()).toBeNull();
  clock.advance(3_599_000);
  expect(await replayed()).toBe('true');
  clock.advance(2000);
  expect(await replayed()).toBeNull();
});

it('[limit-variables] a process has DATABASE_CONNECTIONS to Postgres', () => {
  const env = { DATABASE_URL: 'postgres://db/gantry', DATABASE_CONNECTIONS: '3' };
  expect(dataSourceOptions(Config.load(env))).toMatchObject({ extra: { max: 3 } });
});

it('[limit-variables] tokens are believed for TOKEN_TRUST_MS while the database is away', async () => {
  const database = gateway.app.get(DataSource);
  expect((await gateway.json('/api/servers')).status).toBe(200);
  await database.query('ALTER TABLE access_tokens RENAME TO away');
  await gateway.app.get(TokenUpkeep, { strict: false }).run();
  expect((await gateway.json('/api/servers')).status).toBeGreaterThanOrEqual(500);
  await database.query('ALTER TABLE away RENAME TO access_tokens');
  await waitFor('tokens to be known', async () => (await gateway.json('/api/servers')).status === 200);
});
