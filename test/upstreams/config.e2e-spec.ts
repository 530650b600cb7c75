import { rmSync, symlinkSync } from 'node:fs';
import { personIn } from '../support/clients/apps-client.js';
import type { GatewayClient, Json } from '../support/clients/gateway-client.js';
import { closeAfterAll, closeAfterEach } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { waitFor } from '../support/wait-for.js';
import { hangs, text } from '../support/upstreams/behaviours.js';
import { replaceOperatorFile } from '../support/upstreams/declared-servers.js';
import { echo, ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { isAlive, stdioServer } from '../support/upstreams/stdio.js';

const keep = closeAfterAll();
const open = closeAfterEach();
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await keep(startGateway({ env: { DRAIN_TIMEOUT_MS: 25_000, STDIO_STOP_MS: 100 } }));
});

const declare = (mcpServers: object) => {
  replaceOperatorFile(gateway, { mcpServers });
};

async function handles(of: GatewayClient = gateway): Promise<string[]> {
  const { body } = await of.json('/api/servers?limit=200');
  return (body['servers'] as Json[]).map(({ handle }) => String(handle)).sort();
}

/** The warnings and errors that the gateway logs while `act` runs, as JSON. */
function complaintsDuring(act: () => void): string[] {
  const before = gateway.logs().length;
  act();
  return gateway
    .logs()
    .slice(before)
    .filter(({ level }) => level === 'error' || level === 'warn')
    .map((line) => JSON.stringify(line));
}

async function pidOf(server: string): Promise<number> {
  return Number(/"text":"(\d+)"/.exec((await gateway.call(server, 'pid', {})).text)?.[1]);
}

describe("a change of the operator's file", () => {
  it('[hot-reload] a gateway notices a changed file by itself', async () => {
    const { url } = await open(ScriptedHttp.start());
    const before = gateway.logs('servers.loaded').length;
    gateway.writeMcpConfig({ mcpServers: { noticed: { url } } });
    await waitFor('the gateway to read the file', () => gateway.logs('servers.loaded').length > before);
    expect(await handles()).toEqual(['noticed']);
  });

  it('[hot-reload] a changed file touches only the servers that changed', async () => {
    const [kept, moved, target] = await Promise.all([
      open(ScriptedHttp.start()),
      open(ScriptedHttp.start()),
      open(ScriptedHttp.start()),
    ]);
    declare({
      kept: { url: kept.url },
      io: stdioServer(),
      moved: { url: moved.url },
      dropped: { url: moved.url },
      iogone: stdioServer({ IGNORE_SIGTERM: '1' }),
    });
    for (const server of ['kept', 'moved', 'dropped'])
      expect((await gateway.call(server, 'echo', {})).status).toBe(200);
    const [pid, droppedPid] = await Promise.all([pidOf('io'), pidOf('iogone')]);

    declare({
      kept: { url: kept.url },
      io: stdioServer(),
      moved: { url: target.url },
      fresh: { url: target.url },
    });
    expect(await handles()).toEqual(['fresh', 'io', 'kept', 'moved']);
    expect((await gateway.call('moved', 'echo', {})).status).toBe(200);
    expect(target.executions('echo')).toBe(1);
    expect((await gateway.call('dropped', 'echo', {})).body['code']).toBe('server-not-found');
    expect(await pidOf('io')).toBe(pid);
    expect((await gateway.call('kept', 'echo', {})).status).toBe(200);
    expect(kept.of('initialize')).toHaveLength(1);
    expect((await gateway.call('fresh', 'echo', {})).status).toBe(200);
    await waitFor('the sessions of the old servers to end', () => moved.openSockets === 0);
    await waitFor('the dropped child to end', () => !isAlive(droppedPid));
  });

  it('[hot-reload] a call that runs on a removed server gets its result', async () => {
    let finish: () => void = () => undefined;
    const slow = tool('slow', (exchange) => {
      finish = () => {
        exchange.result(text('finished'));
      };
    });
    const upstream = await open(ScriptedHttp.start([slow]));
    declare({ s: { url: upstream.url } });
    const running = gateway.call('s', 'slow', {});
    await upstream.received('tools/call');
    declare({ other: { url: upstream.url } });
    expect(await handles()).toEqual(['other']);
    finish();
    expect(await running).toMatchObject({ status: 200, body: text('finished') });
  });

  it('[hot-reload] a call that waits for the connection to a removed server gets its result', async () => {
    const upstream = await open(ScriptedHttp.start());
    let letIn: () => void = () => undefined;
    const admission = new Promise<boolean>((resolve) => {
      letIn = () => {
        resolve(false);
      };
    });
    upstream.intercept = ({ record }) => (record.rpc?.method === 'initialize' ? admission : false);
    declare({ s: { url: upstream.url } });
    const running = gateway.call('s', 'echo', {});
    await upstream.received('initialize');
    declare({});
    expect(await handles()).toEqual([]);
    letIn();
    expect(await running).toMatchObject({ status: 200 });
    await waitFor('the session to end', () => upstream.openSockets === 0);
  });

  it('[hot-reload] changed options apply to the next call, over the same session', async () => {
    const upstream = await open(ScriptedHttp.start([echo, tool('hang', hangs)]));
    declare({ s: { url: upstream.url } });
    expect(await gateway.toolNames('s')).toEqual(['echo', 'hang']);
    declare({ s: { url: upstream.url, timeoutMs: 100, tools: { deny: ['echo'] } } });
    expect(await gateway.toolNames('s')).toEqual(['hang']);
    expect((await gateway.call('s', 'echo', {})).body['code']).toBe('tool-denied');
    expect((await gateway.call('s', 'hang', {})).status).toBe(504);
    expect(upstream.of('initialize')).toHaveLength(1);
  });

  it('[hot-reload] disabling a server ends its session', async () => {
    const upstream = await open(ScriptedHttp.start());
    declare({ s: { url: upstream.url } });
    expect((await gateway.call('s', 'echo', {})).status).toBe(200);
    declare({ s: { url: upstream.url, disabled: true } });
    expect(await gateway.server('s')).toMatchObject({ status: 'disabled' });
    await waitFor('the session to end', () => upstream.sessions.size === 0 && upstream.openSockets === 0);
    expect([404, 503]).toContain((await gateway.call('s', 'echo', {})).status);
    expect(upstream.of('initialize')).toHaveLength(1);
  });
});

describe("a broken operator's file", () => {
  it.each([
    ['is cut off', '{\n  "mcpServers": {\n    "s": {', 'line 3'],
    ['has a url that is no text', '{"mcpServers":\n{"s": {"url": 7}}}', '/mcpServers/s/url'],
    [
      'has an invalid name',
      '{"mcpServers":\n{"Bad Name": {"url": "http://127.0.0.1/"}}}',
      '/mcpServers/Bad Name',
    ],
    ['has neither url nor command', '{"mcpServers":\n{"s": {}}}', '/mcpServers/s'],
    [
      'needs a missing variable',
      '{"mcpServers":\n{"s": {"url": "http://${env:GANTRY_NOT_SET}/"}}}',
      'GANTRY_NOT_SET',
    ],
  ])(
    '[broken-config] a file that %s keeps the last good servers and says where it is wrong',
    async (_, broken, where) => {
      const upstream = await open(ScriptedHttp.start());
      declare({ s: { url: upstream.url } });
      expect((await gateway.call('s', 'echo', {})).status).toBe(200);
      const [line] = complaintsDuring(() => {
        replaceOperatorFile(gateway, broken);
      });
      expect(line).toContain(where);
      expect(line).toContain('mcp.json');
      expect(line).toMatch(/line \d/);
      expect(await handles()).toEqual(['s']);
      expect((await gateway.call('s', 'echo', {})).status).toBe(200);
      expect(upstream.of('initialize')).toHaveLength(1);
      declare({ s: { url: upstream.url }, repaired: { url: upstream.url } });
      expect(await handles()).toEqual(['repaired', 's']);
    },
  );

  it('[broken-config] a file that cannot be opened keeps the last good servers, and only the operator learns why', async () => {
    const { url } = await open(ScriptedHttp.start());
    declare({ s: { url } });
    const path = gateway.state.folder.file('mcp.json');
    const before = gateway.logs('servers.file-unreadable').length;
    rmSync(path);
    symlinkSync(path, path);
    await waitFor('the complaint', () => gateway.logs('servers.file-unreadable').length > before);
    expect(JSON.stringify(gateway.logs('servers.file-unreadable').at(-1))).toContain('ELOOP');
    expect(await handles()).toEqual(['s']);
    const faults = async (of: GatewayClient) => (await of.json('/api/servers')).body['fileFaults'];
    expect(await faults(gateway)).toEqual(['the file cannot be read (ELOOP)']);
    expect(await faults(await personIn(gateway, 'unreadable'))).toBeUndefined();
    declare({ repaired: { url } });
    expect(await handles()).toEqual(['repaired']);
    expect(await faults(gateway)).toBeUndefined();
  });

  it('[broken-config] a broken file without earlier servers serves none until it is repaired', async () => {
    declare({});
    const [line] = complaintsDuring(() => {
      replaceOperatorFile(gateway, '{');
    });
    expect(line).toContain('mcp.json');
    expect(await handles()).toEqual([]);
    declare({ s: { url: 'http://127.0.0.1:1/' } });
    expect(await handles()).toEqual(['s']);
  });
});

describe("an operator's file with faults at the start", () => {
  it('[unknown-members] [faulty-start] a gateway starts with the servers without fault and names the others to the operator alone', async () => {
    const [upstream, other] = [await open(ScriptedHttp.start()), await open(ScriptedHttp.start())];
    const [good, alike] = [{ url: upstream.url }, { url: other.url }];
    const unset = { url: 'http://${env:GANTRY_NOT_SET}/' };
    const own = await open(
      startGateway({
        mcpServers: {
          good,
          misspelt: { ...alike, tool: { deny: ['*'] } },
          fine: { ...alike, hedaers: {} },
          unset,
          'Bad Name': alike,
          off: { ...unset, disabled: true },
        },
      }),
    );
    expect(await handles(own)).toEqual(['fine', 'good', 'off']);
    expect((await own.call('good', 'echo', {})).status).toBe(200);
    expect((await own.call('misspelt', 'echo', {})).status).toBe(404);
    const place = (pointer: string) => new RegExp(`^line \\d+, column \\d+, ${pointer}`);
    const faults = (await own.json('/api/servers')).body['fileFaults'];
    expect(faults).toEqual([
      expect.stringMatching(/^line 8, column \d+, \/mcpServers\/misspelt\/tool .*"tools"/),
      expect.stringMatching(
        /^line \d+, column \d+, \/mcpServers\/unset\/url needs the environment variable GANTRY_NOT_SET, which is not set$/,
      ),
      expect.stringMatching(/^line \d+, column \d+, \/mcpServers\/Bad Name .*"bad-name" would be one$/),
      expect.stringMatching(place('/mcpServers/fine/hedaers .*"headers"')),
    ]);
    expect(own.logs('servers.file-broken')).toMatchObject([
      { inUse: 3, faults: (faults as string[]).slice(0, 3) },
    ]);
    expect(own.logs('servers.file-warnings')).toHaveLength(1);
    const stranger = await personIn(own, 'strangers');
    expect((await stranger.json('/api/servers')).body['fileFaults']).toBeUndefined();
    expect((await stranger.call('misspelt', 'echo', {})).text).not.toContain('tools"');

    const greeted = upstream.of('initialize').length;
    const change = (mcpServers: object) => {
      replaceOperatorFile(own, { mcpServers });
    };
    change({ good: { url: 7 }, unset, fresh: { ...alike, disabled: true } });
    expect(await handles(own)).toEqual(['fresh', 'good']);
    expect((await own.call('good', 'echo', {})).status).toBe(200);
    expect(upstream.of('initialize')).toHaveLength(greeted);
    change({ good, off: { ...unset, disabled: true } });
    expect(await handles(own)).toEqual(['good', 'off']);
    change({ good, unset, fresh: good });
    expect(own.logs('servers.file-broken')).toHaveLength(3);
    expect(await handles(own)).toEqual(['good', 'off']);
  });
});

describe("what the operator's file may say", () => {
  it("[file-headers] headers that are the gateway's to set are left out, with a warning", async () => {
    const upstream = await open(ScriptedHttp.start());
    const headers = {
      Accept: 'text/html',
      'Content-Type': 'text/plain',
      'Mcp-Session-Id': 'mine',
      'X-Own': 'yes',
    };
    const [line] = complaintsDuring(() => {
      declare({ s: { url: upstream.url, headers } });
    });
    expect(line).toMatch(/servers\.file-warnings/);
    expect(line).toMatch(/Accept.*Content-Type.*Mcp-Session-Id/);
    expect((await gateway.call('s', 'echo', {})).status).toBe(200);
    const sent = upstream.of('tools/call')[0]?.headers;
    expect(sent).toMatchObject({ 'content-type': 'application/json', 'x-own': 'yes' });
    expect(JSON.stringify(sent)).not.toMatch(/text\/html|text\/plain|mine/);
  });

  it('[file-headers] a header that cannot be sent is named without its value', () => {
    const [line] = complaintsDuring(() => {
      declare({ s: { url: 'http://127.0.0.1/', headers: { A: 'secret\nvalue' } } });
    });
    expect(line).toContain('/mcpServers/s/headers/A has a character that cannot stand in a header');
    expect(line).not.toContain('secret');
  });

  it('[operator-file] the file can use the VS Code spelling, comments, types and variables', async () => {
    process.env['GANTRY_TEST_TOKEN'] = 'from-the-environment';
    const upstream = await open(ScriptedHttp.start());
    replaceOperatorFile(
      gateway,
      `{
      // servers of this team
      "servers": {
        "typed": { "type": "http", "url": "${upstream.url}", "headers": { "X-Token": "\${env:GANTRY_TEST_TOKEN}" } },
        "bare": { "url": "${upstream.url}" },
      },
    }`,
    );
    delete process.env['GANTRY_TEST_TOKEN'];
    expect(await handles()).toEqual(['bare', 'typed']);
    expect((await gateway.call('typed', 'echo', {})).status).toBe(200);
    expect(upstream.of('tools/call')[0]?.headers['x-token']).toBe('from-the-environment');
    expect((await gateway.call('bare', 'echo', {})).status).toBe(200);
    const rows = await gateway.json('/api/servers');
    expect(rows.text).not.toContain('from-the-environment');
    expect(rows.text).not.toContain(upstream.url);
  });
});
