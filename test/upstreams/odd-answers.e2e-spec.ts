import { gzipSync } from 'node:zlib';
import { Problem } from '../../src/kernel/problems/problem.js';
import { listAccess } from '../../src/mcp-gateway/operation-terms.dto.js';
import { FastPath } from '../../src/platform/http/fast-path.js';
import { closeAfterAll, closeAfterEach } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { Answer, Json } from '../support/clients/gateway-client.js';
import { errorOf, NativeClient, resultOf } from '../support/clients/native-client.js';
import { createApp } from '../support/clients/sdk-apps.js';
import { httpStatus, nested, writes } from '../support/upstreams/behaviours.js';
import { declareServers } from '../support/upstreams/declared-servers.js';
import { echo, ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { stdioServer } from '../support/upstreams/stdio.js';

const deep = nested(20_000);
const result = '"result":{"content":[{"type":"text","text":"fine"}]}';
const message = (rest: string) => `{"jsonrpc":"2.0","id":$id,${rest}}`;

const keep = closeAfterAll();
const open = closeAfterEach();
let upstream: ScriptedHttp;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await keep(ScriptedHttp.start([echo]));
  gateway = await keep(
    startGateway({
      mcpServers: { s: { url: upstream.url }, io: stdioServer() },
      env: { BREAKER_FAILURES: 1000 },
    }),
  );
});

afterEach(() => {
  upstream.methods.clear();
});

/** The same answer to a call over HTTP, as an event stream, and over stdio. */
async function callsAnswered(body: string): Promise<Answer[]> {
  upstream.tools = [echo, tool('odd', writes(body))];
  await gateway.toolNames('s', '?refresh=true');
  return [
    await gateway.call('s', 'odd', {}, { timeoutMs: 5000 }),
    await gateway.call('io', 'raw', { line: body }, { timeoutMs: 5000 }),
  ];
}

const seen = ({ status, body }: Answer) => ({ status, code: body['code'] });

describe('large answers', () => {
  const text = 'x\\"'.repeat(40_000);
  const content = `{"content":[{"type":"text","text":"${text}"}]`;

  it.each([
    ['more than one value', `"result":${content}},"isError":false}],"other":{"a":1}`],
    ['another message behind it', `"result":${content}}}{"jsonrpc":"2.0","id":$id,"result":{}`],
    ['a bracket for a brace', `"result":${content}]`],
    ['a text that does not end', `"result":${content.slice(0, -4)}`],
    ['a line end in a text', `"result":{"content":[{"type":"text","text":"${text}\n"}]}`],
    ['no escape', `"result":{"content":[{"type":"text","text":"${text}\\x"}]}`],
    ['a comma too many', `"result":${content},}`],
  ])('[large-outline] a large answer that is no JSON is refused: %s', async (_, rest) => {
    upstream.tools = [echo, tool('odd', writes(message(rest)))];
    await gateway.toolNames('s', '?refresh=true');
    const answer = await gateway.call('s', 'odd', {}, { timeoutMs: 5000 });
    expect(seen(answer)).toEqual({ status: 502, code: 'upstream-error' });
  });

  it('[large-outline] a large answer passes as it was received, without the members of the other revision', async () => {
    const members = ['"resultType":"complete"', '"ttlMs" : 5', '"_meta":{"ttlMs":7}'];
    const result = `${content},"n":12345678901234567890,${members.join()}}`;
    upstream.tools = [echo, tool('odd', writes(message(`"result":${result}`)))];
    await gateway.toolNames('s', '?refresh=true');
    const { status, text: body } = await gateway.call('s', 'odd');
    expect(status).toBe(200);
    expect(body === `${content},"n":12345678901234567890,"_meta":{"ttlMs":7}}`).toBe(true);
  });
});

describe('errors of servers', () => {
  it('[odd-error] an error that is null is no error', async () => {
    const answer = message(`${result},"error":null`);
    for (const { status } of await callsAnswered(answer)) expect(status).toBe(200);
    upstream.sessions.add('odd');
    const odd = (own: string) => writes(message(`"result":${own},"error":null`), { 'mcp-session-id': 'odd' });
    upstream.methods.set('initialize', odd(introduction));
    for (const method of ['tools/list', 'prompts/list', 'prompts/get', 'resources/read', 'ping'])
      upstream.methods.set(method, odd('{"tools":[],"prompts":[],"messages":[],"contents":[]}'));
    await open(declareServers(gateway, { other: { url: upstream.url } }));
    const answers = [
      await gateway.mcp('other', 'tools'),
      await gateway.mcp('other', 'prompts'),
      await gateway.mcp('other', 'prompts/get', { name: 'greet' }),
      await gateway.mcp('other', 'resources/read', { uri: 'note://1' }),
      await gateway.mcp('other', 'ping'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  it.each([
    ['no object', '"error":"boom"'],
    ['a list', '"error":[]'],
    ['nested without end', `"error":{"code":1,"message":"x","data":${deep}}`],
    ['a code that is nested without end', `"error":{"code":${deep},"message":"x"}`],
  ])('[odd-error] an odd error is a 502 at once: %s', async (_, error) => {
    for (const answer of await callsAnswered(message(error)))
      expect(seen(answer)).toEqual({ status: 502, code: 'upstream-error' });
    expect((await gateway.call('s', 'echo', {})).status).toBe(200);
  });

  it('[odd-error] only a text and a number of an error are passed on', async () => {
    for (const { body, status } of await callsAnswered(
      message('"error":{"code":{"toString":1},"message":{"toString":1,"valueOf":1}}'),
    )) {
      expect({ status, code: body['code'] }).toEqual({ status: 502, code: 'upstream-error' });
      expect(body['detail']).toBe('The server answered with an error without a message.');
      expect(body).not.toHaveProperty('upstreamCode');
    }
    const odd = writes(message('"error":{"code":-32602,"message":{"toString":1}}'));
    for (const method of ['prompts/get', 'resources/read']) upstream.methods.set(method, odd);
    expect(seen(await gateway.mcp('s', 'prompts/get', { name: 'greet' }))).toEqual({
      status: 422,
      code: 'invalid-params',
    });
    expect(seen(await gateway.mcp('s', 'resources/read', { uri: 'note://1' }))).toEqual({
      status: 404,
      code: 'resource-not-found',
    });
  });
});

it('[empty-cursor] an empty cursor is the end of a list', async () => {
  upstream.methods.set(
    'prompts/list',
    writes(message('"result":{"prompts":[{"name":"one"}],"nextCursor":""}')),
  );
  const { body } = await gateway.mcp('s', 'prompts?refresh=true');
  expect(body).toEqual({ prompts: [{ name: 'one' }] });
});

it.each(['GZIP', 'X-Gzip', 'Identity'])('[coding-case] a coding has no case (%s)', async (coding) => {
  upstream.methods.set('prompts/list', (exchange) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: exchange.id, result: { prompts: [] } });
    exchange.send(200, coding === 'Identity' ? body : gzipSync(body), { 'content-encoding': coding });
  });
  expect((await gateway.mcp('s', 'prompts?refresh=true')).status).toBe(200);
});

it('[upstream-pause] a pause that a server asks for is handed on, whatever its form', async () => {
  const inAMinute = new Date(Date.now() + 60_000).toUTCString();
  const pauses = { busy: [429, '7'], away: [503, inAMinute], odd: [429, 'soon'] } as const;
  const tools = Object.entries(pauses);
  upstream.tools = [
    echo,
    ...tools.map(([name, [status, pause]]) => tool(name, httpStatus(status, { 'retry-after': pause }))),
  ];
  await gateway.toolNames('s', '?refresh=true');
  const answers = await Promise.all(tools.map(([name]) => gateway.call('s', name, {})));
  expect(answers.map(({ status }) => status)).toEqual([502, 502, 502]);
  const [busy, away, odd] = answers.map(({ headers }) => headers.get('retry-after'));
  expect({ busy, odd }).toEqual({ busy: '7', odd: null });
  expect(Number(away)).toBeGreaterThan(30);
  expect(Number(away)).toBeLessThanOrEqual(60);
});

describe('what nests without end', () => {
  it.each([
    ['resources', 'resources/list', '"uri":"a:b"'],
    ['resources', 'resources/templates/list', '"uriTemplate":"a:{b}"'],
    ['prompts', 'prompts/list', '"name":"deep"'],
    ['tools', 'tools/list', '"name":"deep"'],
  ])('[deep-answer] a deep item is left out of the list of %s (%s)', async (list, method, own) => {
    const member = method === 'resources/templates/list' ? 'resourceTemplates' : list;
    const items = `[{${own},"_meta":{"x":${deep}}},{${own},"name":"fine"}]`;
    upstream.methods.set(method, writes(message(`"result":{"${member}":${items}}`)));
    const { status, body } = await gateway.mcp('s', `${list}?refresh=true`);
    expect(status).toBe(200);
    expect((body[member] as Json[]).map(({ name }) => name)).toEqual(['fine']);
  });

  it('[deep-answer] a deep result in a batch is a 502, and a deep event is left out', async () => {
    const deepResult = message(`"result":{"content":[],"structuredContent":{"x":${deep}}}`);
    for (const answer of await callsAnswered(`[${deepResult}]`))
      expect(seen(answer)).toEqual({ status: 502, code: 'upstream-error' });
    const progress = (rest: string) =>
      `data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1${rest}}}\n\n`;
    upstream.tools = [
      echo,
      tool('streams', (exchange) => {
        const end = `data: ${message(result).replace('$id', JSON.stringify(exchange.id))}\n\n`;
        const type = { 'content-type': 'text/event-stream' };
        exchange.send(200, progress(`,"x":${deep}`) + progress(',"progress":1') + end, type);
      }),
    ];
    await gateway.toolNames('s', '?refresh=true');
    const stream = await gateway.stream('s', 'streams');
    await stream.done;
    expect(stream.events.map(({ event }) => event)).toEqual(['progress', 'result']);
  });

  it('[deep-answer] a deep result is passed on where its bytes are, and ends nothing else', async () => {
    const deepResult = message(`"result":{"content":[],"structuredContent":{"x":${deep}}}`);
    for (const { status, text } of await callsAnswered(deepResult)) {
      expect(status).toBe(200);
      expect(text).toContain(deep);
    }
    const key = { headers: { 'idempotency-key': 'deep' } };
    expect((await gateway.call('s', 'odd', {}, {}, key)).text).toContain(deep);
    const stream = await gateway.stream('s', 'odd');
    await stream.done;
    expect(stream.events.map(({ event }) => event)).toEqual(['result']);
    const native = new NativeClient(`${gateway.url}/api/servers/s/mcp`, gateway.token);
    await native.initialize();
    expect((await native.request('tools/call', { name: 'odd', arguments: {} })).status).toBe(200);
    expect((await native.modern('tools/call', { name: 'odd', arguments: {} })).status).toBe(200);
    expect(await native.result('tools/call', { name: 'echo', arguments: { a: 1 } })).toMatchObject({
      structuredContent: { a: 1 },
    });
  });

  it('[deep-answer] a deep result is an error at an app, where it is rewritten, and ends nothing else', async () => {
    await callsAnswered(message(`"result":{"content":[],"structuredContent":{"x":${deep}}}`));
    const app = await createApp(gateway, 'deep', { mcpServers: { s: { use: 's' } } });
    const ofApp = new NativeClient(`${gateway.url}/api/apps/${app.id}/mcp`, app.token);
    const oldOfApp = new NativeClient(ofApp.url, app.token);
    await oldOfApp.initialize();
    const call = async (tool: string) => [
      await oldOfApp.request('tools/call', { name: `s__${tool}`, arguments: {} }),
      await ofApp.modern('tools/call', { name: `s__${tool}`, arguments: {} }),
    ];
    for (const answer of await call('odd'))
      expect(errorOf(answer)?.['data']).toMatchObject({ code: 'upstream-error' });
    for (const answer of await call('echo'))
      expect(resultOf(answer)).toMatchObject({ structuredContent: {} });
  });

  it('[deep-answer] a deep introduction of a server is an error', async () => {
    const own = introduction.replace('"tools":{}', `"tools":{},"experimental":{"x":{"a":${deep}}}`);
    upstream.methods.set('initialize', writes(message(`"result":${own}`)));
    await open(declareServers(gateway, { other: { url: upstream.url } }));
    expect(seen(await gateway.mcp('other', 'tools'))).toEqual({ status: 502, code: 'upstream-error' });
    expect((await gateway.json('/api/servers')).status).toBe(200);
  });
});

describe('messages that are no answer', () => {
  it.each([
    ['neither a result nor an error', message('"x":1'), 'utf8'],
    ['bytes that are no UTF-8', message('"result":{"content":"\u00ff"}'), 'latin1'],
    ['a part of a batch', `[1,${message('"x":1')}]`, 'utf8'],
  ])('[lost-answer] a message that is no answer fails its call at once: %s', async (_, line, encoding) => {
    const answer = await gateway.call('io', 'raw', { line, encoding });
    expect(seen(answer)).toEqual({ status: 502, code: 'upstream-error' });
  });

  it('[lost-answer] a message that is no answer does not spoil the rest of a batch', async () => {
    for (const { status } of await callsAnswered(`[1,{"id":null},${message(result)}]`))
      expect(status).toBe(200);
  });
});

it('[fail-safe] a problem that cannot be written down is an internal error, and the gateway goes on', async () => {
  const members = { deep: JSON.parse(deep) as unknown };
  const headers = { 'x-odd': 'a\nb' };
  const problems = { members: { members }, headers: { headers } };
  for (const [name, extras] of Object.entries(problems))
    gateway.app.get(FastPath).register('GET', `/api/odd-${name}`, {
      access: listAccess,
      words: new Set(),
      handler: () => {
        throw new Problem('upstream-error', undefined, extras);
      },
    });
  for (const name of Object.keys(problems)) {
    const { status, body } = await gateway.json(`/api/odd-${name}`);
    expect({ status, code: body['code'] }).toEqual({ status: 500, code: 'internal-error' });
  }
  expect((await gateway.call('s', 'echo', {})).status).toBe(200);
});

it('[odd-item] items without a name are left out of lists, and odd schemas are no fault, also at an app', async () => {
  const odd = '{"toString":1}';
  const items = (key: string) =>
    `[{"${key}":${odd},"name":${odd}},{"${key}":["x"]},{"${key}":"fine","title":${odd},"description":${odd},"inputSchema":{"properties":{"x":{"type":${odd}}}}}]`;
  for (const [method, member, key] of [
    ['tools/list', 'tools', 'name'],
    ['prompts/list', 'prompts', 'name'],
    ['resources/list', 'resources', 'uri'],
    ['resources/templates/list', 'resourceTemplates', 'uriTemplate'],
  ] as const)
    upstream.methods.set(method, writes(message(`"result":{"${member}":${items(key)}}`)));
  const { url } = upstream;
  await open(declareServers(gateway, { all: { url }, blocked: { url, tools: { deny: ['none'] } } }));
  const app = await createApp(gateway, 'odd', { mcpServers: { s: { use: 'all' } } });
  const native = new NativeClient(`${gateway.url}/api/apps/odd/mcp`, app.token);
  for (const [path, member] of [
    ['tools', 'tools'],
    ['tools?format=openai', 'tools'],
    ['tools?format=openai&strict=true', 'tools'],
    ['tools?format=anthropic', 'tools'],
    ['prompts', 'prompts'],
    ['resources', 'resources'],
  ] as const) {
    const { status, body } = await app.json(`/api/sdk/${path}`);
    expect([path, status, (body[member] as Json[]).length]).toEqual([path, 200, 1]);
  }
  for (const member of ['tools', 'prompts', 'resources'])
    expect(resultOf(await native.modern(`${member}/list`))[member]).toHaveLength(1);
  const blocked = new NativeClient(`${gateway.url}/api/servers/blocked/mcp`, gateway.token);
  expect(resultOf(await blocked.modern('tools/list'))['tools']).toHaveLength(1);
});

const introduction =
  '{"protocolVersion":"2025-11-25","capabilities":{"tools":{},"prompts":{},"resources":{}},"serverInfo":{"name":"odd","version":"1"}}';
