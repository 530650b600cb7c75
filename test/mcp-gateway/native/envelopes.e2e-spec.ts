import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { errorOf, NativeClient, resultOf, type NativeAnswer } from '../../support/clients/native-client.js';
import { createApp, says, type TestApp } from '../../support/clients/sdk-apps.js';
import { laneStdio } from '../../support/upstreams/stdio.js';
import { ScriptedHttp } from '../../support/upstreams/scripted-http.js';
import { ScriptedModern } from '../../support/upstreams/scripted-modern.js';

const open = closeAfterAll();
const kinds = ['http-2025', 'http-2026', 'stdio-2025', 'stdio-2026'];

let gateway: TestGateway;
let app: TestApp;
let remote: readonly (ScriptedHttp | ScriptedModern)[];

beforeAll(async () => {
  const tools = [says('fine', 'f'), says('secret', 's')];
  const [legacy, modern] = [await open(ScriptedHttp.start(tools)), await open(ScriptedModern.start(tools))];
  remote = [legacy, modern];
  const servers: Record<string, object> = {
    'http-2025': { url: legacy.url },
    'http-2026': { url: modern.url },
    'stdio-2025': laneStdio('2025'),
    'stdio-2026': laneStdio('2026'),
  };
  const ruled = kinds.map((kind) => [kind, { ...servers[kind], tools: { deny: ['secret'] } }]);
  gateway = await open(startGateway({ mcpServers: Object.fromEntries(ruled) as Json }));
  app = await createApp(gateway, 'lanes', {
    mcpServers: Object.fromEntries(kinds.map((kind) => [kind, { use: kind }])),
  });
});

interface Way {
  readonly name: string;
  readonly era: string;
  readonly path: string;
  readonly prefix: string;
}

const ways: Way[] = ['2025', '2026'].flatMap((era) => [
  ...kinds.map((kind) => ({
    name: `${era} at ${kind}`,
    era,
    path: `/api/servers/${kind}/mcp`,
    prefix: '',
  })),
  { name: `${era} at an app`, era, path: '/api/apps/lanes/mcp', prefix: 'http-2025__' },
]);

/** What readers that fold case, cut at NUL or take the first or the last of two make a call of a denied tool, behind a ping. */
const spellings: readonly [what: string, members: string, code: number][] = [
  ['Method', '"method":"ping","Method":"tools/call","params":$call', -32600],
  ['METHOD', '"method":"ping","METHOD":"tools/call","params":$call', -32600],
  ['method and NUL', '"method":"ping","method\\u0000":"tools/call","params":$call', -32600],
  [
    'method and a space that cannot be seen',
    '"method":"ping","method\u200b":"tools/call","params":$call',
    -32600,
  ],
  ['wide letters', '"method":"ping","ｍｅｔｈｏｄ":"tools/call","params":$call', -32600],
  ['a long s', '"method":"ping","param\u017f":$call,"params":$meta', -32600],
  ['pArams', '"method":"tools/call","params":$fine,"pArams":$call', -32600],
  ['ID', '"method":"ping","ID":7,"params":$meta', -32600],
  ['method twice', '"method":"ping","method":"tools/call","params":$call', -32600],
  [
    'method twice, once behind an escape',
    '"method":"ping","\\u006dethod":"tools/call","params":$call',
    -32600,
  ],
  ['params twice', '"method":"tools/call","params":$fine,"params":$call', -32600],
  ['Name', '"method":"tools/call","params":{"name":"fine","Name":"secret","arguments":{},$rest', -32602],
  ['name and NUL', '"method":"tools/call","params":{"name":"fine","name\\u0000":"secret",$rest', -32602],
  ['name twice', '"method":"tools/call","params":{"name":"fine","name":"secret",$rest', -32602],
  [
    'name twice, once behind an escape',
    '"method":"tools/call","params":{"name":"fine","n\\u0061me":"secret",$rest',
    -32602,
  ],
  ['Arguments', '"method":"tools/call","params":{"name":"fine","Arguments":{},$rest', -32602],
];

const version = '2026-07-28';
const metaOf = (era: string): string =>
  JSON.stringify(
    era === '2025'
      ? {}
      : {
          'io.modelcontextprotocol/protocolVersion': version,
          'io.modelcontextprotocol/clientCapabilities': {},
          'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
        },
  );

function bodyOf(members: string, { era, prefix }: Way): string {
  const rest = `"_meta":${metaOf(era)}}`;
  const params = (name: string) => `{"name":"${prefix}${name}","arguments":{},${rest}`;
  const text = members
    .replaceAll('"fine"', `"${prefix}fine"`)
    .replaceAll('"secret"', `"${prefix}secret"`)
    .replace('$call', () => params('secret'))
    .replace('$fine', () => params('fine'))
    .replace('$meta', () => `{${rest}`)
    .replace('$rest', () => rest);
  return `{"jsonrpc":"2.0","id":"odd",${text}}`;
}

async function clientOf({ era, path }: Way): Promise<NativeClient> {
  const client = new NativeClient(
    gateway.url + path,
    path.startsWith('/api/apps') ? app.token : gateway.token,
  );
  if (era === '2025') await client.initialize();
  return client;
}

const headersFor = ({ era, prefix }: Way, method: string): Record<string, string> =>
  era === '2025'
    ? {}
    : {
        'mcp-protocol-version': version,
        'mcp-method': method,
        ...(method === 'ping' ? {} : { 'mcp-name': `${prefix}fine` }),
      };

const send = (client: NativeClient, way: Way, members: string): Promise<NativeAnswer> =>
  client.send(
    bodyOf(members, way),
    headersFor(way, /^"method":"([^"]*)"/.exec(members)?.[1] ?? 'tools/call'),
  );

describe.each(ways)('A native message of $name', (way) => {
  let client: NativeClient;

  beforeAll(async () => {
    client = await clientOf(way);
  });

  it('[native-strict-envelope] is refused when a member resembles one that MCP knows or stands twice', async () => {
    for (const [what, members, code] of spellings) {
      const answer = await send(client, way, members);
      expect([what, answer.status, errorOf(answer)?.['code']]).toEqual([what, 400, code]);
    }
    for (const { executed } of remote) expect(executed).not.toContain('secret');
  });

  it('[native-strict-envelope] is refused when what it is about is no text', async () => {
    for (const [method, params] of [
      ['tools/call', '"name":["secret"]'],
      ['tools/call', '"name":{"toString":1}'],
      ['prompts/get', '"name":["secret"]'],
      ['resources/read', '"uri":{"toString":1}'],
      ['completion/complete', '"ref":{"type":"ref/prompt","name":["secret"]}'],
      ['completion/complete', '"ref":["secret"]'],
    ] as const) {
      const answer = await send(client, way, `"method":"${method}","params":{${params},$rest`);
      expect([method, answer.status, errorOf(answer)?.['code']]).toEqual([method, 400, -32602]);
    }
    for (const { executed } of remote) expect(executed).not.toContain('secret');
  });

  it('[native-strict-envelope] means the same with escapes in its names as without', async () => {
    const hidden = (name: string) =>
      `"\\u006dethod":"tools/call","p\\u0061rams":{"n\\u0061me":"${name}","\\u0061rguments":{},$rest`;
    const denied = await client.send(bodyOf(hidden('secret'), way), {
      ...headersFor(way, 'tools/call'),
      ...(way.era === '2025' ? {} : { 'mcp-name': `${way.prefix}secret` }),
    });
    expect(errorOf(denied)).toMatchObject({ code: -32602, data: { code: 'tool-denied' } });
    for (const { executed } of remote) expect(executed).not.toContain('secret');
    const run = await client.send(bodyOf(hidden('fine'), way), headersFor(way, 'tools/call'));
    expect(resultOf(run)).toMatchObject({ content: [{ text: 'f' }] });
  });

  it('[native-strict-envelope] may hold members that nobody knows', async () => {
    const members = '"method":"tools/call","x-method":"a","params":{"name":"secret","x-name":1,$rest';
    const answer = await client.send(bodyOf(members, way), {
      ...headersFor(way, 'tools/call'),
      ...(way.era === '2025' ? {} : { 'mcp-name': `${way.prefix}secret` }),
    });
    expect(errorOf(answer)).toMatchObject({ data: { code: 'tool-denied' } });
  });
});

describe('A batch', () => {
  it('[native-strict-envelope] is refused whole when a member of one message resembles another', async () => {
    const way = ways[0] as Way;
    const client = await clientOf(way);
    for (const [what, members] of spellings) {
      const answer = await client.send(`[{"jsonrpc":"2.0","id":1,"method":"ping"},${bodyOf(members, way)}]`);
      expect([what, answer.status, String(errorOf(answer)?.['code'])]).toEqual([
        what,
        400,
        expect.stringMatching(/^-3260[02]$/),
      ]);
    }
    for (const { executed } of remote) expect(executed).not.toContain('secret');
  });
});
