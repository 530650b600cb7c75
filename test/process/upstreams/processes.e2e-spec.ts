import { operatorOf, personIn } from '../../support/clients/apps-client.js';
import type { GatewayClient } from '../../support/clients/gateway-client.js';
import { NativeClient } from '../../support/clients/native-client.js';
import { closeAfterEach } from '../../support/closing.js';
import { startGateway } from '../../support/gateway.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { replaceOperatorFile } from '../../support/upstreams/declared-servers.js';
import { linesOf, stdioServer } from '../../support/upstreams/stdio.js';
import { waitFor } from '../../support/wait-for.js';

const open = closeAfterEach();
let folder: ReturnType<typeof temporaryFolder>;
let starts: string;

beforeEach(() => {
  folder = temporaryFolder();
  starts = folder.file('starts');
});

afterEach(() => {
  folder.remove();
});

describe('a server that apps take over', () => {
  it('[use-one-process] is one process, whatever limits they set, and each keeps to its own', async () => {
    const effects = folder.file('effects');
    const entry = stdioServer({ STARTS_FILE: starts, EFFECTS_FILE: effects });
    const gateway = await open(startGateway({ mcpServers: { s: entry } }));
    expect((await gateway.call('s', 'echo', {})).status).toBe(200);
    const before = linesOf(starts).length;
    const operator = operatorOf(gateway);
    const uses = [1, 2, 3].map((maxConcurrency) => [
      `n${String(maxConcurrency)}`,
      { use: 's', maxConcurrency, timeoutMs: 20_000 + maxConcurrency },
    ]);
    await operator.newApp('many', { mcpServers: Object.fromEntries(uses) });
    const app = await operator.withKey('many');
    expect((await app.json('/api/sdk/tools?limit=200&refresh=true')).status).toBe(200);

    const waiting = () => linesOf(effects).filter((line) => line === 'waiting').length;
    /** Two calls of which the server gets the second only when the first has ended. */
    const oneAtATime = async (client: GatewayClient, server: string) => {
      const sofar = waiting();
      const [first, second] = [new AbortController(), new AbortController()];
      const call = ({ signal }: AbortController) =>
        client.call(server, 'wait', {}, {}, { signal }).catch(() => undefined);
      const calls = [call(first)];
      await waitFor('the first call', () => waiting() === sofar + 1);
      calls.push(call(second));
      for (let count = 0; count < 5; count++) await client.json('/api/usage/limits');
      expect(waiting()).toBe(sofar + 1);
      first.abort();
      await waitFor('the second call', () => waiting() === sofar + 2);
      second.abort();
      await Promise.all(calls);
      expect((await client.call(server, 'echo', {})).status).toBe(200);
    };
    await oneAtATime(app, 'many.n1');
    replaceOperatorFile(gateway, { mcpServers: { s: { ...entry, maxConcurrency: 1 } } });
    await oneAtATime(gateway, 's');
    expect(linesOf(starts)).toHaveLength(before);
  });
});

describe('child processes', () => {
  it('[process-limits] are bounded per account while all are used, and the answer says how many, of which servers, by which setting', async () => {
    const effects = folder.file('effects');
    const gateway = await open(
      startGateway({
        mcpServers: {
          a: stdioServer({ EFFECTS_FILE: effects }),
          b: stdioServer({ EFFECTS_FILE: effects }),
          c: stdioServer(),
        },
        env: { ACCOUNT_PROCESSES: 2 },
      }),
    );
    const leaving = new AbortController();
    const { signal } = leaving;
    const calls = ['a', 'b'].map((name) =>
      gateway.call(name, 'wait', {}, {}, { signal }).catch(() => undefined),
    );
    await waitFor('both calls', () => linesOf(effects).filter((line) => line === 'waiting').length === 2);
    for (let round = 0; round < 2; round++)
      expect(await gateway.call('c', 'echo', {})).toMatchObject({
        status: 503,
        body: {
          code: 'overloaded',
          limit: 'ACCOUNT_PROCESSES',
          detail: expect.stringMatching(
            /runs 2 processes of stdio servers, the most that ACCOUNT_PROCESSES allows, .* a \(1\), b \(1\)/,
          ) as string,
        },
      });
    const native = new NativeClient(`${gateway.url}/api/servers/c/mcp`, gateway.token);
    await expect(native.initialize()).rejects.toThrow('ACCOUNT_PROCESSES');
    const limits = (await gateway.json('/api/usage/limits')).body['limits'];
    expect(limits).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'processes', used: 2, max: 2 })]),
    );
    leaving.abort();
    await Promise.all(calls);
    await waitFor('a process of its own', async () => (await gateway.call('c', 'echo', {})).status === 200);
  });

  it('[processes-give-way] of servers that nobody calls end when others are needed, the least recently used first', async () => {
    const gateway = await open(
      startGateway({
        mcpServers: Object.fromEntries(
          ['a', 'b', 'c'].map((name) => [name, stdioServer({ STARTS_FILE: folder.file(name) })]),
        ),
        env: { ACCOUNT_PROCESSES: 2 },
      }),
    );
    for (const name of ['a', 'b', 'a', 'c', 'a'])
      expect((await gateway.call(name, 'echo', {})).status).toBe(200);
    const starts = () => ['a', 'b', 'c'].map((name) => linesOf(folder.file(name)).length);
    expect(starts()).toEqual([1, 1, 1]);
    expect((await gateway.call('b', 'echo', {})).status).toBe(200);
    expect(starts()).toEqual([1, 2, 1]);
  });

  it('[processes-give-way] of sessions that are silent end, and the sessions go on with others', async () => {
    const gateway = await open(
      startGateway({
        mcpServers: { a: stdioServer(), b: stdioServer() },
        env: { ACCOUNT_PROCESSES: 3 },
      }),
    );
    const sessions = ['a', 'b', 'a', 'b', 'a', 'b'].map(
      (name) => new NativeClient(`${gateway.url}/api/servers/${name}/mcp`, gateway.token),
    );
    for (const session of sessions) await session.initialize();
    // A client that listens is served like the others.
    await open(sessions[0]?.stream() ?? Promise.reject(new Error('no session')));
    for (const round of [1, 2])
      for (const session of sessions) {
        const result = await session.result('tools/call', { name: 'echo', arguments: { round } });
        expect(JSON.stringify(result)).toContain(String(round));
      }
    const all = await Promise.all(
      sessions.map((session) => session.request('tools/call', { name: 'echo', arguments: {} })),
    );
    expect(all.map(({ status }) => status)).toEqual(sessions.map(() => 200));
  });

  it('[processes-give-way] that served a caller who can be asked end when others are needed', async () => {
    const gateway = await open(
      startGateway({ mcpServers: { a: stdioServer(), b: stdioServer() }, env: { ACCOUNT_PROCESSES: 3 } }),
    );
    const at = (name: string) =>
      new NativeClient(`${gateway.url}/api/servers/${name}/mcp`, gateway.token).modern(
        'tools/call',
        { name: 'echo', arguments: {} },
        { capabilities: { elicitation: {} } },
      );
    const calls = await Promise.all(['a', 'a'].map(at));
    expect(calls.map(({ status }) => status)).toEqual([200, 200]);
    for (const name of ['b', 'a', 'b']) expect((await at(name)).status).toBe(200);
    expect((await gateway.call('b', 'echo', {})).status).toBe(200);
  });

  it('[process-limits] start a few at a time, and all come up', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const gateway = await open(
      startGateway({
        mcpServers: Object.fromEntries(
          names.map((name) => [name, stdioServer({ STARTS_FILE: starts, START_MS: '400' })]),
        ),
        env: { MAX_STARTS_AT_ONCE: 1 },
      }),
    );
    let most = 0;
    let up = 0;
    const calls = names.map(async (name) => {
      const { status } = await gateway.call(name, 'echo', {});
      most = Math.max(most, linesOf(starts).length - up++);
      return status;
    });
    expect(await Promise.all(calls)).toEqual([200, 200, 200, 200]);
    expect(most).toBeLessThanOrEqual(2);
  });

  it('[starts-fair] start by turns of their accounts', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const entries = names.map((name) => [name, stdioServer({ START_MS: name === 'a' ? '1000' : '100' })]);
    const gateway = await open(
      startGateway({ mcpServers: Object.fromEntries(entries), env: { MAX_STARTS_AT_ONCE: 1 } }),
    );
    const busy = await personIn(gateway, 'busy');
    const other = await personIn(gateway, 'other');
    const order: string[] = [];
    const call = async (client: GatewayClient, server: string, as: string) => {
      expect((await client.call(server, 'echo', {})).status).toBe(200);
      order.push(as);
    };
    const calls = names.map((name) => call(busy, name, 'busy'));
    await waitFor('all of them to wait', async () => (await processesOf(busy)) === names.length);
    await Promise.all([...calls, call(other, 'd', 'other')]);
    expect(order.indexOf('other')).toBeLessThanOrEqual(2);
  });

  it('[starts-fair] leave a place to others however many of one account say nothing', async () => {
    const mute = Object.fromEntries(
      [1, 2, 3, 4, 5, 6].map((at) => [`mute${String(at)}`, stdioServer({ MUTE: '1', STARTS_FILE: starts })]),
    );
    const gateway = await open(
      startGateway({ mcpServers: { ...mute, well: stdioServer() }, env: { MAX_STARTS_AT_ONCE: 4 } }),
    );
    const busy = await personIn(gateway, 'busy');
    const other = await personIn(gateway, 'other');
    const leaving = new AbortController();
    const calls = Object.keys(mute).map((name) =>
      busy.call(name, 'echo', {}, {}, { signal: leaving.signal }).catch(() => undefined),
    );
    await waitFor('all of them to wait', async () => (await processesOf(busy)) === calls.length);
    expect((await other.call('well', 'echo', {})).status).toBe(200);
    expect(linesOf(starts).length).toBeLessThanOrEqual(3);
    leaving.abort();
    await Promise.all(calls);
  });
});

/** How many processes an account has or waits for. */
async function processesOf(client: GatewayClient): Promise<unknown> {
  const { body } = await client.json('/api/usage/limits');
  return (body['limits'] as { name: string; used: number }[]).find(({ name }) => name === 'processes')?.used;
}
