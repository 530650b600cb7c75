import { rmSync, symlinkSync } from 'node:fs';
import { personIn } from '../support/clients/apps-client.js';
import { closeAfterEach } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { Json } from '../support/clients/gateway-client.js';
import { findProcess } from '../support/processes/processes.js';
import { waitFor } from '../support/wait-for.js';
import { hangs, text } from '../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { stdioServer } from '../support/upstreams/stdio.js';

const open = closeAfterEach();

async function handles(gateway: TestGateway): Promise<string[]> {
  const { body } = await gateway.json('/api/servers?limit=200');
  return (body['servers'] as Json[]).map(({ handle }) => String(handle)).sort();
}

/** Waits until the log says that the file is broken, and gives that line. */
async function complaint(gateway: TestGateway, about: string): Promise<string> {
  return waitFor(`a complaint about ${about}`, () =>
    gateway
      .logs()
      .filter(({ level }) => level === 'error' || level === 'warn')
      .map((line) => JSON.stringify(line))
      .find((line) => line.includes(about)),
  );
}

describe("a change of the operator's file", () => {
  it('[hot-reload] is taken over and touches only what changed', async () => {
    const [kept, moved, target] = await Promise.all([
      open(ScriptedHttp.start()),
      open(ScriptedHttp.start()),
      open(ScriptedHttp.start()),
    ]);
    const gateway = await open(
      startGateway({
        mcpServers: {
          kept: { url: kept.url },
          io: stdioServer(),
          moved: { url: moved.url },
          dropped: { url: moved.url },
          iogone: stdioServer({ IGNORE_SIGTERM: '1' }),
        },
      }),
    );
    for (const server of ['kept', 'io', 'moved', 'dropped', 'iogone'])
      expect((await gateway.call(server, 'echo', {})).status).toBe(200);
    const pid = (await gateway.call('io', 'pid', {})).text;
    const droppedPid = Number(/"text":"(\d+)"/.exec((await gateway.call('iogone', 'pid', {})).text)?.[1]);

    gateway.writeMcpConfig({
      mcpServers: {
        kept: { url: kept.url },
        io: stdioServer(),
        moved: { url: target.url },
        fresh: { url: target.url },
      },
    });
    await waitFor('the new list', async () => (await handles(gateway)).join() === 'fresh,io,kept,moved');

    expect((await gateway.call('moved', 'echo', {})).status).toBe(200);
    expect(target.executions('echo')).toBe(1);
    expect((await gateway.call('dropped', 'echo', {})).body['code']).toBe('server-not-found');
    expect((await gateway.call('io', 'pid', {})).text).toBe(pid);
    expect((await gateway.call('kept', 'echo', {})).status).toBe(200);
    expect(kept.of('initialize')).toHaveLength(1);
    expect((await gateway.call('fresh', 'echo', {})).status).toBe(200);
    await waitFor('the sessions of the old ones to be over', () => moved.openSockets === 0);
    await waitFor('the dropped child to be gone', () => findProcess(droppedPid) === undefined);
  });

  it('[hot-reload] lets a call end that runs on what changed', async () => {
    let finish: () => void = () => undefined;
    const slow = tool('slow', (exchange) => {
      finish = () => {
        exchange.result(text('finished'));
      };
    });
    const upstream = await open(ScriptedHttp.start([slow]));
    const gateway = await open(startGateway({ mcpServers: { s: { url: upstream.url } } }));
    const running = gateway.call('s', 'slow', {});
    await upstream.received('tools/call');
    gateway.writeMcpConfig({ mcpServers: { other: { url: upstream.url } } });
    await waitFor('the new list', async () => (await handles(gateway)).join() === 'other');
    finish();
    expect(await running).toMatchObject({ status: 200, body: text('finished') });
  });

  it('[hot-reload] lets a call end that still waits for the connection to what changed', async () => {
    const upstream = await open(ScriptedHttp.start());
    let letIn: () => void = () => undefined;
    const admission = new Promise<boolean>((resolve) => {
      letIn = () => {
        resolve(false);
      };
    });
    upstream.intercept = ({ record }) => (record.rpc?.method === 'initialize' ? admission : false);
    const gateway = await open(
      startGateway({ mcpServers: { s: { url: upstream.url } }, env: { DRAIN_TIMEOUT_MS: 25_000 } }),
    );
    const running = gateway.call('s', 'echo', {});
    await upstream.received('initialize');
    gateway.writeMcpConfig({ mcpServers: {} });
    await waitFor('the new list', async () => (await handles(gateway)).length === 0);
    letIn();
    expect(await running).toMatchObject({ status: 200 });
    await waitFor('the session to be over', () => upstream.openSockets === 0);
  });

  it('[hot-reload] of options alone holds from the next call on, over the same session', async () => {
    const upstream = await open(ScriptedHttp.start([echo, tool('hang', hangs)]));
    const gateway = await open(startGateway({ mcpServers: { s: { url: upstream.url } } }));
    expect(await gateway.toolNames('s')).toEqual(['echo', 'hang']);
    gateway.writeMcpConfig({
      mcpServers: { s: { url: upstream.url, timeoutMs: 100, tools: { deny: ['echo'] } } },
    });
    await waitFor('the new options', async () => (await gateway.toolNames('s')).join() === 'hang');
    expect((await gateway.call('s', 'echo', {})).body['code']).toBe('tool-denied');
    expect((await gateway.call('s', 'hang', {})).status).toBe(504);
    expect(upstream.of('initialize')).toHaveLength(1);
  });

  it('[hot-reload] to disabled stops the server', async () => {
    const gateway = await open(startGateway({ mcpServers: { s: stdioServer() } }));
    const pid = Number(/"text":"(\d+)"/.exec((await gateway.call('s', 'pid', {})).text)?.[1]);
    gateway.writeMcpConfig({ mcpServers: { s: stdioServer({}, { disabled: true }) } });
    await waitFor('it to be shown', async () => (await gateway.server('s'))?.['status'] === 'disabled');
    await waitFor('the child to be gone', () => findProcess(pid) === undefined);
    expect([404, 503]).toContain((await gateway.call('s', 'echo', {})).status);
    expect(findProcess(pid)).toBeUndefined();
  });
});

describe("a broken operator's file", () => {
  it.each([
    ['is cut off', '{\n  "mcpServers": {\n    "s": {', 'line 3'],
    ['has a url that is none', '{"mcpServers":\n{"s": {"url": 7}}}', '/mcpServers/s/url'],
    ['has a bad name', '{"mcpServers":\n{"Bad Name": {"url": "http://127.0.0.1/"}}}', '/mcpServers/Bad Name'],
    ['has neither url nor command', '{"mcpServers":\n{"s": {}}}', '/mcpServers/s'],
    [
      'lacks a variable',
      '{"mcpServers":\n{"s": {"url": "http://${env:GANTRY_NOT_SET}/"}}}',
      'GANTRY_NOT_SET',
    ],
  ])('[broken-config] that %s leaves the last good servers and says where', async (_, broken, where) => {
    const upstream = await open(ScriptedHttp.start());
    const gateway = await open(startGateway({ mcpServers: { s: { url: upstream.url } } }));
    expect((await gateway.call('s', 'echo', {})).status).toBe(200);
    gateway.writeMcpConfig(broken);
    const line = await complaint(gateway, where);
    expect(line).toContain('mcp.json');
    expect(line).toMatch(/line \d/);
    expect(await handles(gateway)).toEqual(['s']);
    expect((await gateway.call('s', 'echo', {})).status).toBe(200);
    expect(upstream.of('initialize')).toHaveLength(1);
    gateway.writeMcpConfig({ mcpServers: { s: { url: upstream.url }, repaired: { url: upstream.url } } });
    await waitFor('the repair', async () => (await handles(gateway)).join() === 'repaired,s');
  });

  it('[broken-config] that cannot even be looked at leaves the last good servers', async () => {
    const gateway = await open(startGateway({ mcpServers: { s: stdioServer() } }));
    const path = gateway.state.folder.file('mcp.json');
    rmSync(path);
    symlinkSync(path, path);
    await complaint(gateway, 'ELOOP');
    expect(await handles(gateway)).toEqual(['s']);
    const faults = async (of: Pick<TestGateway, 'json'>) =>
      (await of.json('/api/servers')).body['fileFaults'];
    expect(await faults(gateway)).toEqual(['the file cannot be read (ELOOP)']);
    expect(await faults(await personIn(gateway, 'acme'))).toBeUndefined();
    gateway.writeMcpConfig({ mcpServers: { repaired: stdioServer() } });
    await waitFor('the repair', async () => (await handles(gateway)).join() === 'repaired');
    expect(await faults(gateway)).toBeUndefined();
  });

  it('[broken-config] serves nobody and says so, until it is repaired', async () => {
    const gateway = await open(startGateway());
    gateway.writeMcpConfig('{');
    await complaint(gateway, 'mcp.json');
    expect(await handles(gateway)).toEqual([]);
    gateway.writeMcpConfig({ mcpServers: { s: stdioServer() } });
    await waitFor('the repair', async () => (await handles(gateway)).join() === 's');
  });
});

describe("an operator's file with faults at the start", () => {
  it('[unknown-members] does not use a server with a misspelt rule, and tells the operator alone', async () => {
    const upstream = await open(ScriptedHttp.start());
    const { url } = upstream;
    const gateway = await open(
      startGateway({ mcpServers: { open: { url, tool: { deny: ['*'] } }, fine: { url, hedaers: {} } } }),
    );
    expect(await handles(gateway)).toEqual(['fine']);
    expect((await gateway.call('open', 'echo', {})).status).toBe(404);
    expect((await gateway.json('/api/servers')).body['fileFaults']).toEqual([
      expect.stringMatching(/^line 5, column \d+, \/mcpServers\/open\/tool .*"tools"/),
      expect.stringMatching(/^line 13, column \d+, \/mcpServers\/fine\/hedaers .*"headers"/),
    ]);
    const stranger = await personIn(gateway, 'acme');
    expect((await stranger.json('/api/servers')).body['fileFaults']).toBeUndefined();
    expect((await stranger.call('open', 'echo', {})).text).not.toContain('tools"');
    expect(gateway.logs('servers.file-warnings')).toHaveLength(1);
  });

  it('[faulty-start] serves the servers without fault, names the others, and needs no variable of a disabled one', async () => {
    const upstream = await open(ScriptedHttp.start());
    const good = { url: upstream.url };
    const unset = { url: 'http://${env:GANTRY_NOT_SET}/' };
    const gateway = await open(
      startGateway({ mcpServers: { good, unset, 'Bad Name': good, off: { ...unset, disabled: true } } }),
    );
    expect(await handles(gateway)).toEqual(['good', 'off']);
    expect((await gateway.call('good', 'echo', {})).status).toBe(200);
    const [line] = gateway.logs('servers.file-broken');
    expect(line).toMatchObject({
      inUse: 2,
      faults: [
        expect.stringMatching(
          /^line 7, column \d+, \/mcpServers\/unset\/url needs the environment variable GANTRY_NOT_SET, which is not set$/,
        ),
        expect.stringMatching(/^line 9, column \d+, \/mcpServers\/Bad Name .*"bad-name" would be one$/),
      ],
    });
    expect((await gateway.json('/api/servers')).body['fileFaults']).toEqual(line?.['faults']);

    gateway.writeMcpConfig({ mcpServers: { good: { url: 7 }, unset, fresh: { ...good, disabled: true } } });
    await waitFor('the new one', async () => (await handles(gateway)).join() === 'fresh,good');
    expect((await gateway.call('good', 'echo', {})).status).toBe(200);
    expect(upstream.of('initialize')).toHaveLength(1);

    gateway.writeMcpConfig({ mcpServers: { good, off: { ...unset, disabled: true } } });
    await waitFor('the repair', async () => (await handles(gateway)).join() === 'good,off');
    gateway.writeMcpConfig({ mcpServers: { good, unset, fresh: good } });
    await waitFor('a complaint', () => gateway.logs('servers.file-broken').length === 3);
    expect(await handles(gateway)).toEqual(['good', 'off']);
  });
});

describe("what the operator's file may say", () => {
  it("[file-headers] leaves out headers that are the gateway's to set, with a warning", async () => {
    const upstream = await open(ScriptedHttp.start());
    const headers = {
      Accept: 'text/html',
      'Content-Type': 'text/plain',
      'Mcp-Session-Id': 'mine',
      'X-Own': 'yes',
    };
    const gateway = await open(startGateway({ mcpServers: { s: { url: upstream.url, headers } } }));
    expect((await gateway.call('s', 'echo', {})).status).toBe(200);
    const sent = upstream.of('tools/call')[0]?.headers;
    expect(sent).toMatchObject({ 'content-type': 'application/json', 'x-own': 'yes' });
    expect(JSON.stringify(sent)).not.toMatch(/text\/html|text\/plain|mine/);
    expect(JSON.stringify(gateway.logs('servers.file-warnings'))).toMatch(
      /Accept.*Content-Type.*Mcp-Session-Id/,
    );
  });

  it('[file-headers] names a header that cannot be sent', async () => {
    const gateway = await open(
      startGateway({ mcpServers: { s: { url: 'http://127.0.0.1/', headers: { A: 'secret\nvalue' } } } }),
    );
    const line = await complaint(
      gateway,
      '/mcpServers/s/headers/A has a character that cannot stand in a header',
    );
    expect(line).not.toContain('secret');
  });

  it('[operator-file] takes the VS Code spelling, comments, types and variables', async () => {
    process.env['GANTRY_TEST_TOKEN'] = 'from-the-environment';
    const upstream = await open(ScriptedHttp.start());
    const gateway = await open(startGateway());
    gateway.writeMcpConfig(`{
      // servers of this team
      "servers": {
        "typed": { "type": "http", "url": "${upstream.url}", "headers": { "X-Token": "\${env:GANTRY_TEST_TOKEN}" } },
        "bare": { "url": "${upstream.url}" },
      },
    }`);
    await waitFor('the servers', async () => (await handles(gateway)).join() === 'bare,typed');
    delete process.env['GANTRY_TEST_TOKEN'];
    expect((await gateway.call('typed', 'echo', {})).status).toBe(200);
    expect(upstream.of('tools/call')[0]?.headers['x-token']).toBe('from-the-environment');
    expect((await gateway.call('bare', 'echo', {})).status).toBe(200);
    const rows = await gateway.json('/api/servers');
    expect(rows.text).not.toContain('from-the-environment');
    expect(rows.text).not.toContain(upstream.url);
  });
});
