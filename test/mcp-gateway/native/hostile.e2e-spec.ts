import { fileURLToPath } from 'node:url';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { errorOf, NativeClient, resultOf } from '../../support/clients/native-client.js';
import { createApp } from '../../support/clients/sdk-apps.js';
import { waitFor } from '../../support/wait-for.js';
import { pagesForEver } from '../../support/upstreams/behaviours.js';
import { echo, ScriptedHttp } from '../../support/upstreams/scripted-http.js';
import { stdioServer } from '../../support/upstreams/stdio.js';

const open = closeAfterAll();
const odd = fileURLToPath(new URL('../../support/upstreams/odd-stdio.mjs', import.meta.url));

let http: ScriptedHttp;
let endless: ScriptedHttp;
let gateway: TestGateway;

beforeAll(async () => {
  http = await open(ScriptedHttp.start([echo]));
  endless = await open(ScriptedHttp.start([echo]));
  endless.methods.set('tools/list', pagesForEver());
  gateway = await open(
    startGateway({
      mcpServers: {
        http: { url: http.url },
        endless: { url: endless.url, tools: { deny: ['secret'] } },
        odd: { command: process.execPath, args: [odd] },
        stdio: stdioServer({ GARBAGE: '1' }),
        hasty: { ...stdioServer({ DEAF: '1' }), timeoutMs: 300 },
      },
    }),
  );
});

const clientOf = (server: string, token = gateway.token) =>
  new NativeClient(`${gateway.url}/api/servers/${server}/mcp`, token);

async function session(server: string): Promise<NativeClient> {
  const client = clientOf(server);
  await client.initialize();
  return client;
}

/** Numbers that JavaScript cannot hold, members that nobody knows, and line breaks. */
const exact = (more: string) => `{
  "jsonrpc":"2.0", "x-top" : 1e400,\r
  "id" : 9007199254740993,  "method" : "odd/echo",
  "params":{"n":12345678901234567890.10,"deep":{"z":-0,"e":1E+2}${more}}
}`;
const onOneLine = (text: string) => text.replaceAll(/[\r\n]/g, ' ');
const lineOf = (text: string) => {
  const data = text.startsWith('{') ? text : text.replace(/[^]*data: /, '');
  return (JSON.parse(data) as { result: { line: string } }).result.line;
};

describe('What a client writes reaches a process', () => {
  it('[native-raw-requests] byte by byte in a session, its huge numbers and ids too', async () => {
    const client = await session('odd');
    const answer = await client.send(exact(''));
    expect(answer.text).toContain('9007199254740993');
    expect(lineOf(answer.text)).toBe(onOneLine(exact('')));
  });

  it.each(['', '"progressToken":"mine",'])(
    '[native-raw-requests] but for ids and tokens of its own where the process is shared: %s',
    async (token) => {
      const meta = `,"_meta":{${token}"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"x":18446744073709551615}`;
      const answer = await clientOf('odd').send(exact(meta), {
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'odd/echo',
      });
      const theirs = lineOf(answer.text)
        .replace(/"id" : ?\d+/, '"id" : 9007199254740993')
        .replace(/gantry-[0-9a-f-]{36}/, 'mine');
      expect(theirs.replace('"id" :9', '"id" : 9')).toBe(onOneLine(exact(meta)));
    },
  );
});

describe('A hostile client', () => {
  it.each(['http', 'stdio'])('[native-hostile-messages] is refused by name: %s', async (server) => {
    const client = await session(server);
    const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    const refusals: [string, string | Buffer, Record<string, string>, number, number | undefined][] = [
      ['null id', '{"jsonrpc":"2.0","id":null,"method":"ping"}', {}, 400, -32600],
      ['id that is an object', '{"jsonrpc":"2.0","id":{},"method":"ping"}', {}, 400, -32600],
      ['batch of 10,000', `[${Array(10_000).fill(ping).join(',')}]`, {}, 400, -32600],
      ['invalid UTF-8', Buffer.from([...Buffer.from(ping), 0xff]), {}, 400, -32700],
      ['lone surrogate', '{"jsonrpc":"2.0","id":"\\ud800","method":"ping"}', {}, 400, -32700],
      ['deep nesting', `${'['.repeat(5000)}${']'.repeat(5000)}`, {}, 400, -32700],
      ['form', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }, 415, undefined],
      ['gzip', ping, { 'content-encoding': 'gzip' }, 415, undefined],
      ['session of nobody', ping, { 'mcp-session-id': 'x'.repeat(4000) }, 404, -32001],
    ];
    for (const [what, body, headers, status, code] of refusals) {
      const answer = await fetch(client.url, {
        method: 'POST',
        headers: client.headers({ 'content-type': 'application/json', ...headers }),
        body: new Uint8Array(Buffer.from(body)),
      });
      const told = (await answer.json()) as { error?: { code: number } };
      expect([what, answer.status, told.error?.code]).toEqual([what, status, code]);
    }
    expect((await client.send(ping)).messages).toMatchObject([{ id: 1, result: {} }]);
  });

  it('[native-hostile-messages] is refused in a session when it claims another revision, or an id that is in use', async () => {
    const client = await session('stdio');
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const other = await client.send(ping, { 'mcp-protocol-version': '1999-01-01' });
    expect([other.status, errorOf(other)?.['code']]).toEqual([400, -32000]);
    const call = (name: string) => ({ jsonrpc: '2.0', id: 'same', method: 'tools/call', params: { name } });
    const held = client.send({ ...call('held'), params: { name: 'held', _meta: {} } });
    await waitFor('the refusal', async () => {
      const again = await client.send(call('echo'));
      return again.status === 400 && errorOf(again)?.['code'] === -32600;
    });
    await client.result('tools/call', { name: 'release' });
    expect(resultOf(await held)).toMatchObject({ content: [{ text: 'held' }] });
    const long = 'i'.repeat(100_000);
    expect((await client.send({ ...ping, id: long })).messages).toMatchObject([{ id: long, result: {} }]);
  });

  it("[native-session-bound] cannot end another's session", async () => {
    const client = await session('stdio');
    const { token } = await createApp(gateway, 'stranger', { mcpServers: { stdio: { use: 'stdio' } } });
    for (const stranger of [clientOf('stranger.stdio', token), clientOf('http')]) {
      stranger.session = client.session;
      const answer = await fetch(stranger.url, { method: 'DELETE', headers: stranger.headers() });
      expect(answer.status).toBe(404);
    }
    expect(await client.result('ping')).toEqual({});
  });
});

describe('A hostile server', () => {
  it('[native-hostile-deaf] that takes no message costs the client timeoutMs, not for ever', async () => {
    const client = await session('hasty');
    const params = { text: 'x'.repeat(500_000) };
    const answer = await client.send({ jsonrpc: '2.0', method: 'notifications/x', params });
    expect(errorOf(answer)?.['data']).toMatchObject({ code: 'upstream-timeout' });
  });

  it('[native-hostile-list] whose list never ends costs the client that asked an error, in both eras', async () => {
    const old = await session('endless');
    for (const answer of [await clientOf('endless').modern('tools/list'), await old.request('tools/list')])
      expect(errorOf(answer)?.['data']).toMatchObject({ code: 'upstream-response-too-large' });
    expect(await old.result('ping')).toEqual({});
  });
});
