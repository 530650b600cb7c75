import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { NativeClient } from '../../support/clients/native-client.js';
import { createApp, type TestApp } from '../../support/clients/sdk-apps.js';
import { ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';
import { ScriptedModern } from '../../support/upstreams/scripted-modern.js';
import { ScriptedSse } from '../../support/upstreams/scripted-sse.js';
import { laneStdio } from '../../support/upstreams/stdio.js';

const open = closeAfterAll();
/** Numbers that JavaScript has not, or prints otherwise. */
const args =
  '{"big":9007199254740993123,"deep":[{"x":-12345678901234567890.10}],"float":1.0,"huge":1e400,"sci":1E+2}';
const big = '"big":9007199254740993123';
const bound = '"maximum":18446744073709551615';
const progress = '"progress":9007199254740993';

const kinds = ['http-2025', 'http-2026', 'sse-2025', 'stdio-2025', 'stdio-2026'] as const;
let gateway: TestGateway;
let app: TestApp;
let received: () => string[];

/** Tells of progress, then answers: each number as it stands here. */
const line = tool('line', (exchange) => {
  const { res } = exchange.openStream();
  const token = exchange.progressToken;
  if (token !== undefined)
    res.write(
      `event: message\ndata: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${JSON.stringify(token)},${progress}}}\n\n`,
    );
  res.end(
    `event: message\ndata: {"jsonrpc":"2.0","id":${JSON.stringify(exchange.id)},"result":{"resultType":"complete","content":[],"structuredContent":{${big}}}}\n\n`,
  );
});

beforeAll(async () => {
  const listed = `{"tools":[{"name":"line","inputSchema":{"type":"object","properties":{"n":{"type":"integer",${bound}}}}}],"resultType":"complete","ttlMs":0,"cacheScope":"private"}`;
  const legacy = await open(ScriptedHttp.start([line]));
  const modern = await open(ScriptedModern.start([line]));
  const sse = await open(new ScriptedSse().listen());
  sse.callResult = `{"content":[],"structuredContent":{${big}}}`;
  for (const upstream of [legacy, modern])
    upstream.methods.set('tools/list', (exchange) => {
      exchange.send(200, `{"jsonrpc":"2.0","id":${JSON.stringify(exchange.id)},"result":${listed}}`);
    });
  received = () => [legacy, modern, sse].flatMap(({ requests }) => requests.map(({ text }) => text));
  gateway = await open(
    startGateway({
      mcpServers: {
        'http-2025': { url: legacy.url },
        'http-2026': { url: modern.url },
        'sse-2025': { url: sse.url, type: 'sse' },
        'stdio-2025': laneStdio('2025'),
        'stdio-2026': laneStdio('2026'),
        // With a rule that changes the call on its way.
        ...Object.fromEntries(
          [
            ['http-2025', { url: legacy.url }] as const,
            ['http-2026', { url: modern.url }] as const,
            ['stdio-2025', laneStdio('2025')] as const,
            ['stdio-2026', laneStdio('2026')] as const,
          ].map(([name, server]) => [
            `renamed-${name}`,
            { ...server, overrides: { line: { name: 'other' } } },
          ]),
        ),
      },
    }),
  );
  const names = ['http-2025', 'http-2026', 'stdio-2025', 'stdio-2026'];
  app = await createApp(gateway, 'digits', {
    mcpServers: Object.fromEntries(names.map((name) => [name, { use: name }])),
  });
});

const toolOf = (kind: string): string => (kind === 'sse-2025' ? 'hangs' : 'line');

/** What a server was given as arguments, of the latest call: processes hand the line back, others write it down. */
function argumentsIn(kind: string, answer: string): string {
  const line = kind.includes('stdio')
    ? /"text":("(?:[^"\\]|\\.)*")/.exec(answer)?.[1]
    : JSON.stringify(received().findLast((text) => text.includes('"tools/call"')));
  const text = JSON.parse(line ?? '""') as string;
  return /"arguments":(\{.*?\}\],.*?\})/.exec(text)?.[1] ?? text;
}

const calls = (era: string, name: string, more = ''): string =>
  `{"jsonrpc":"2.0","id":"c","method":"tools/call","params":{"name":"${name}","arguments":${args},"_meta":${metaOf(era)}${more}}}`;
const metaOf = (era: string): string =>
  era === '2025'
    ? '{"progressToken":"p"}'
    : '{"progressToken":"p","io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"x/big":9007199254740993123}';
const headersOf = (era: string, name: string): Record<string, string> =>
  era === '2025'
    ? {}
    : { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name };

async function clientAt(path: string, era: string, token: string): Promise<NativeClient> {
  const client = new NativeClient(gateway.url + path, token);
  if (era === '2025') await client.initialize();
  return client;
}

const cells = ['2025', '2026'].flatMap((era) =>
  [...kinds, ...kinds.filter((kind) => kind !== 'sse-2025').map((kind) => `renamed-${kind}` as const)].map(
    (kind) => [era, kind] as const,
  ),
);

describe.each(cells)('Numbers between a client of %s and %s', (era, kind) => {
  it('[native-digits] pass as they are written, in arguments, results, progress and lists', async () => {
    const client = await clientAt(`/api/servers/${kind}/mcp`, era, gateway.token);
    const name = kind.startsWith('renamed') ? 'other' : toolOf(kind);
    const answer = await client.send(calls(era, name), headersOf(era, name));
    expect(argumentsIn(kind, answer.text)).toBe(args);
    expect(answer.text).toContain(big);
    if (kind.includes('http')) {
      expect(answer.text).toContain(progress);
      const list = era === '2025' ? await client.request('tools/list') : await client.modern('tools/list');
      expect(list.text).toContain(bound);
    }
  });
});

describe.each(['2025', '2026'])('Numbers between a client of %s and an app', (era) => {
  it.each(['http-2025', 'http-2026', 'stdio-2025', 'stdio-2026'])(
    '[native-digits] pass as they are written: %s',
    async (kind) => {
      const client = await clientAt('/api/apps/digits/mcp', era, app.token);
      const name = `${kind}__line`;
      const answer = await client.send(calls(era, name), headersOf(era, name));
      expect(argumentsIn(kind, answer.text)).toBe(args);
      expect(answer.text).toContain(big);
      if (!kind.startsWith('http')) return;
      expect(answer.text).toContain(progress);
      const list = era === '2025' ? await client.request('tools/list') : await client.modern('tools/list');
      expect(list.text).toContain(bound);
    },
  );
});

describe.each(kinds)('Numbers between REST and %s', (kind) => {
  const body = `{"name":"${toolOf(kind)}","arguments":${args}}`;

  it('[native-digits] pass as they are written, streamed or not, and when the key is another', async () => {
    const plain = await gateway.mcp(kind, 'call', body);
    expect([plain.status, argumentsIn(kind, plain.text)]).toEqual([200, args]);
    expect(plain.text).toContain(big);
    const streamed = await gateway.json(`/api/servers/${kind}/mcp/call`, {
      body,
      headers: { accept: 'text/event-stream' },
    });
    expect(argumentsIn(kind, streamed.text.replace(/[^]*data: /, ''))).toBe(args);
    if (!kind.startsWith('http')) return;
    expect(streamed.text).toContain(progress);
    expect((await gateway.mcp(kind, 'tools')).text).toContain(bound);
  });
});

describe('Numbers of the SDK', () => {
  it.each(['http-2025', 'http-2026', 'stdio-2025', 'stdio-2026'])(
    '[native-digits] pass as they are written: %s',
    async (kind) => {
      const answer = await app.json('/api/sdk/tools/call', {
        body: `{"name":"${kind}__line","arguments":${args}}`,
      });
      expect([answer.status, argumentsIn(kind, answer.text)]).toEqual([200, args]);
      expect(answer.text).toContain(big);
      if (kind.startsWith('http')) expect((await app.tools()).text).toContain(bound);
    },
  );

  it('[native-digits] tell calls with an Idempotency-Key apart', async () => {
    const send = (id: string) =>
      app.json('/api/sdk/tools/call', {
        body: `{"name":"http-2025__line","arguments":{"id":${id}}}`,
        headers: { 'idempotency-key': 'one' },
      });
    expect((await send('9007199254740993123')).status).toBe(200);
    expect((await send('9007199254740993124')).body['code']).toBe('idempotency-mismatch');
  });
});

describe('A batch', () => {
  it('[native-digits] keeps its numbers where a rule changes one of its messages', async () => {
    const client = await clientAt('/api/servers/renamed-http-2025/mcp', '2025', gateway.token);
    await client.send(
      `[${calls('2025', 'other')},{"jsonrpc":"2.0","method":"notifications/x","params":{"n":1e400}}]`,
    );
    const sent = received().findLast((text) => text.startsWith('['));
    expect(sent).toContain(`"arguments":${args}`);
    expect(sent).toContain('{"n":1e400}');
  });
});

describe('A timeout that is written as a fraction', () => {
  it('[native-digits] is the number that it is', async () => {
    const body = '{"name":"line","arguments":{},"timeoutMs":5000.0}';
    expect((await gateway.mcp('http-2025', 'call', body)).status).toBe(200);
    const odd = '{"name":"line","arguments":{},"timeoutMs":1e400}';
    expect((await gateway.mcp('http-2025', 'call', odd)).body['code']).toBe('invalid-request');
  });
});
