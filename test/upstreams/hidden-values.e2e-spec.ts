import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { Json } from '../support/clients/gateway-client.js';
import { NativeClient } from '../support/clients/native-client.js';
import type { Behaviour } from '../support/upstreams/behaviours.js';
import type { Exchange } from '../support/upstreams/recording-server.js';
import { ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { ScriptedModern } from '../support/upstreams/scripted-modern.js';

const open = closeAfterAll();

const variable = 'HIDDEN_VALUES_CANARY';
const headers = {
  Authorization: 'Bearer canary-token-1',
  'X-Key': 'canarykey-778899',
  'X-Odd': '"canary\\odd/+1"',
  'X-Environment-Of': `\${env:${variable}}`,
  'X-Api-Version': 'shown-2026-01-01',
  'X-Tier': 'shown-tier-4',
};
const notSecret = ['x-tier'];

/** All that the server was told, as it was told. */
const told = ({ record }: Exchange): string =>
  Object.keys(headers)
    .map((name) => String(record.headers[name.toLowerCase()]))
    .join(' ');

const quotes: Behaviour = (exchange) => {
  exchange.result({ isError: true, content: [{ type: 'text', text: told(exchange) }] });
};
const shows: Behaviour = (exchange) => {
  const seen = JSON.stringify({ seen: told(exchange) });
  exchange.result({ content: [{ type: 'text', text: seen }], structuredContent: { seen: told(exchange) } });
};
const refuses: Behaviour = (exchange) => {
  exchange.error(-32602, `bad: ${told(exchange)}`, { data: { seen: told(exchange) } });
};
const breaks: Behaviour = (exchange) => {
  exchange.error(-32000, `bad: ${told(exchange)}`, { status: 400, data: { seen: told(exchange) } });
};
/** An event stream whose pieces end within values. */
const streams: Behaviour = async (exchange) => {
  const { res } = exchange.openStream();
  const progress = { progressToken: exchange.progressToken, progress: 1, message: told(exchange) };
  const result = { ...exchange.resultDefaults, content: [{ type: 'text', text: told(exchange) }] };
  const events = [
    { jsonrpc: '2.0', method: 'notifications/progress', params: progress },
    { jsonrpc: '2.0', id: exchange.id, result },
  ].map((message) => `event: message\ndata: ${JSON.stringify(message)}\n\n`);
  for (const piece of events.join('').match(/[^]{1,7}/g) ?? [])
    await new Promise((resolve) => res.write(piece, resolve));
  res.end();
};

const tools = [
  tool('quotes', quotes),
  tool('shows', shows),
  tool('refuses', refuses),
  tool('breaks', breaks),
  tool('streams', streams),
];

/** A stdio server that says its environment wherever it can. */
const child = `
const told = process.argv.concat(Object.values(process.env).reverse()).join(' ');
process.stderr.write('started with ' + told);
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const say = (more) => console.log(JSON.stringify({ jsonrpc: '2.0', id, ...more }));
  if (method === 'initialize') say({ result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, instructions: told, serverInfo: { name: 'c', version: '1' } } });
  else if (method === 'tools/list') say({ result: { tools: ['quotes', 'refuses'].map((name) => ({ name, description: told, inputSchema: { type: 'object' } })) } });
  else if (method === 'tools/call' && params.name === 'quotes') say({ result: { isError: true, content: [{ type: 'text', text: told }] } });
  else say({ error: { code: -32602, message: told, data: told } });
});`;

let gateway: TestGateway;

beforeAll(async () => {
  process.env[variable] = 'canary-environment';
  const legacy = await open(ScriptedHttp.start(tools));
  const modern = await open(ScriptedModern.start(tools));
  gateway = await open(
    startGateway({
      mcpServers: {
        legacy: { url: legacy.url, headers, notSecret },
        modern: { url: modern.url, headers, notSecret },
        child: {
          command: process.execPath,
          args: ['-e', child, `\${env:${variable}}`],
          env: { API_KEY: 'canary-child-key', DATA: '/shown/data' },
        },
      },
    }),
  );
});

afterAll(() => {
  Reflect.deleteProperty(process.env, variable);
});

function expectClean(text: string, shown = 'shown-2026-01-01 shown-tier-4'): void {
  expect(text).toContain('[redacted]');
  expect(text).toContain(shown);
  expect(text).not.toMatch(/canary/);
}

describe('What a server is told', () => {
  it.each(['legacy', 'modern'])(
    '[hidden-values] a secret in a declaration comes back in no result, error or stream of a %s server',
    async (server) => {
      for (const name of ['quotes', 'shows', 'refuses', 'breaks', 'streams'])
        expectClean((await gateway.call(server, name, {})).text);
      const stream = await gateway.stream(server, 'streams');
      await stream.done;
      expect(stream.named('progress')).toHaveLength(1);
      for (const { data } of stream.events) expectClean(JSON.stringify(data));
    },
  );

  it.each(['legacy', 'modern'])(
    '[hidden-values] a secret in a declaration comes back in no message of a %s server to a native client',
    async (server) => {
      const client = new NativeClient(`${gateway.url}/api/servers/${server}/mcp`, gateway.token);
      await client.initialize();
      for (const { definition } of tools) {
        const params = { name: definition.name, arguments: {}, _meta: { progressToken: 'p' } };
        expectClean((await client.request('tools/call', params)).text);
        expectClean((await client.modern('tools/call', params)).text);
      }
    },
  );

  it('[hidden-values] a secret in a declaration comes back in nothing that a process says', async () => {
    for (const name of ['quotes', 'refuses'])
      expectClean((await gateway.call('child', name, {})).text, '/shown/data');
    expectClean(JSON.stringify((await gateway.mcp('child', 'tools')).body), '/shown/data');
    const client = new NativeClient(`${gateway.url}/api/servers/child/mcp`, gateway.token);
    expectClean(JSON.stringify(await client.initialize()), '/shown/data');
    for (const name of ['quotes', 'refuses'])
      expectClean((await client.request('tools/call', { name })).text, '/shown/data');
    expectClean((await client.modern('tools/call', { name: 'quotes', arguments: {} })).text, '/shown/data');
  });

  it('[hidden-values] a secret in a declaration is in no log and no record of a call', async () => {
    const { body, headers: sent } = await gateway.call('legacy', 'refuses', {});
    expectClean(String(body['detail']));
    const record = await gateway.json(`/api/calls/${String(sent.get('x-request-id'))}`);
    expect([record.status, record.text]).toEqual([200, expect.not.stringMatching(/canary/)]);
    const lines: readonly Json[] = gateway.logs();
    expectClean(JSON.stringify(lines.filter(({ event }) => event === 'upstream.stderr')), '/shown/data');
    expect(JSON.stringify(lines)).not.toMatch(/canary/);
    expect(JSON.stringify((await gateway.json('/api/servers')).body)).not.toMatch(/canary/);
  });
});
