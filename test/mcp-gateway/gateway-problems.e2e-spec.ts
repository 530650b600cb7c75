import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { Answer, Json } from '../support/clients/gateway-client.js';
import {
  answers,
  diesMidJson,
  hangs,
  httpStatus,
  refuses,
  sendsGarbage,
  sendsText,
  text,
} from '../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { stdioServer } from '../support/upstreams/stdio.js';

const open = closeAfterAll();
let upstream: ScriptedHttp;
let gateway: TestGateway;

const secretAddress = '10.99.88.77';
const maxBodyBytes = 10_000;

beforeAll(async () => {
  upstream = await open(
    ScriptedHttp.start([
      echo,
      tool('rm', answers(text('gone'))),
      tool('picky', refuses(-32602, 'city must be one of Bern, Basel')),
      tool('broken', refuses(-32603, 'database is on fire')),
      tool('own-code', refuses(-32099, 'quota')),
      tool('vanished', refuses(-32601, 'Method not found')),
      tool('http-500', httpStatus(500)),
      tool('http-401', httpStatus(401, { 'www-authenticate': 'Bearer' })),
      tool('garbage', sendsGarbage),
      tool('dies', diesMidJson),
      tool('hang', hangs),
      tool('huge', sendsText(300_000)),
      tool(
        'leaky',
        refuses(
          -32603,
          `cannot reach http://u:hunter2@${secretAddress}:9/x\u0000\u001b[31m${'y'.repeat(9000)}`,
        ),
      ),
    ]),
  );
  gateway = await open(
    startGateway({
      env: { MAX_BODY_BYTES: maxBodyBytes, MAX_RESULT_BYTES: 200_000, BREAKER_FAILURES: 1000 },
      mcpServers: {
        s: { url: upstream.url, tools: { deny: ['rm*'] } },
        some: { url: upstream.url, tools: { allow: ['echo'] } },
        gone: { url: 'http://127.0.0.1:1/mcp' },
        nowhere: { command: '/no/such/program' },
        io: stdioServer(),
      },
    }),
  );
});

/** The answer is this problem, whole and well-formed, and says nothing that it should not. */
function expectProblem(answer: Answer, status: number, code: string): Json {
  expect({ status: answer.status, code: answer.body['code'] }).toEqual({ status, code });
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(answer.body).toMatchObject({
    type: `${gateway.url}/problems/${code}`,
    title: expect.any(String),
    advice: expect.stringMatching(/\.$/),
    status,
    instance: expect.stringMatching(/^\/api\/servers/),
    requestId: answer.headers.get('x-request-id'),
  });
  expect(answer.headers.get('server-timing')).toMatch(/auth.*upstream.*total/);
  expect(answer.text).not.toContain(`127.0.0.1:${String(upstream.port)}`);
  expect(answer.text).not.toMatch(/\bat .*\.(ts|js):\d+/);
  return answer.body;
}

describe('what is not there', () => {
  it.each(['tools', 'resources', 'prompts', 'ping'])(
    '[problem-server-not-found] GET %s',
    async (operation) => {
      expectProblem(await gateway.mcp('none', operation), 404, 'server-not-found');
    },
  );

  it.each([
    ['call', { name: 'x' }],
    ['resources/read', { uri: 'a://b' }],
    ['prompts/get', { name: 'x' }],
  ])('[problem-server-not-found] POST %s', async (operation, body) => {
    expectProblem(await gateway.mcp('none', operation, body), 404, 'server-not-found');
    expectProblem(await gateway.mcp('srv_0000000000000000000000', operation, body), 404, 'server-not-found');
  });

  it.each(['s', 'io'])('[problem-tool-not-found] names the tool (%s)', async (server) => {
    const { detail } = expectProblem(await gateway.call(server, 'no-such-tool', {}), 404, 'tool-not-found');
    expect(detail).toEqual(expect.stringContaining('no-such-tool'));
  });

  it('[problem-tool-not-found] until the list is refreshed, for a tool that came later', async () => {
    await gateway.toolNames('s');
    upstream.tools.push(tool('brand-new', answers(text('here'))));
    await gateway.toolNames('s', '?refresh=true');
    expect(await gateway.call('s', 'brand-new', {})).toMatchObject({ status: 200, body: text('here') });
  });

  it('[problem-resource-not-found]', async () => {
    expectProblem(await gateway.mcp('s', 'resources/read', { uri: 'nope://x' }), 404, 'resource-not-found');
  });

  it('[problem-resource-not-found] for the code of 2026-07-28', async () => {
    upstream.methods.set('resources/read', refuses(-32602, 'Resource nope://x not found'));
    expectProblem(await gateway.mcp('s', 'resources/read', { uri: 'nope://x' }), 404, 'resource-not-found');
    upstream.methods.delete('resources/read');
  });

  it('[problem-prompt-not-found]', async () => {
    expectProblem(await gateway.mcp('s', 'prompts/get', { name: 'nope' }), 404, 'prompt-not-found');
  });

  it('[problem-prompt-not-found] whatever the code of the server for it; others of its errors stay what they are', async () => {
    upstream.methods.set('prompts/get', refuses(-32603, 'Unknown prompt or worse'));
    expectProblem(await gateway.mcp('s', 'prompts/get', { name: 'nope' }), 404, 'prompt-not-found');
    expectProblem(await gateway.mcp('s', 'prompts/get', { name: 'greet' }), 502, 'upstream-error');
    upstream.methods.delete('prompts/get');
  });
});

describe('what is not allowed or not right', () => {
  it('[problem-tool-denied] by the deny list, and such a tool is not listed', async () => {
    expectProblem(await gateway.call('s', 'rm', {}), 403, 'tool-denied');
    expect(await gateway.toolNames('s')).not.toContain('rm');
    expect(upstream.executions('rm')).toBe(0);
  });

  it('[problem-tool-denied] by the allow list', async () => {
    expectProblem(await gateway.call('some', 'picky', {}), 403, 'tool-denied');
    expect(await gateway.toolNames('some')).toEqual(['echo']);
    expect((await gateway.call('some', 'echo', {})).status).toBe(200);
  });

  it('[problem-invalid-params] carries the message of the server', async () => {
    const { detail } = expectProblem(await gateway.call('s', 'picky', {}), 422, 'invalid-params');
    expect(detail).toEqual(expect.stringContaining('city must be one of Bern, Basel'));
    expectProblem(await gateway.mcp('s', 'prompts/get', { name: 'greet' }), 422, 'invalid-params');
  });

  it('[problem-invalid-request] points at a name that is too long', async () => {
    const answer = await gateway.call('s', 'x'.repeat(5000), {});
    const { errors } = expectProblem(answer, 400, 'invalid-request');
    expect(errors).toContainEqual({ pointer: '/name', detail: expect.any(String) });
  });

  it('[big-body] refuses a body above MAX_BODY_BYTES', async () => {
    const before = upstream.executions('echo');
    const answer = await gateway.call('s', 'echo', { blob: 'x'.repeat(maxBodyBytes) });
    expect(answer).toMatchObject({ status: 413, body: { code: 'body-too-large' } });
    expect(upstream.executions('echo')).toBe(before);
  });

  it.each([
    ['call', {}, '/name'],
    ['call', { name: 'echo', arguments: [] }, '/arguments'],
    ['call', { name: 'echo', argumets: {} }, '/argumets'],
    ['call', { name: 7 }, '/name'],
    ['call', { name: '' }, '/name'],
    ['call', [], ''],
    ['resources/read', { url: 'a' }, '/uri'],
    ['prompts/get', { name: 'greet', arguments: { who: 7 } }, '/arguments/who'],
  ])('[problem-invalid-request] %s %j points at the fault', async (operation, body, pointer) => {
    const { errors } = expectProblem(await gateway.mcp('s', operation, body), 400, 'invalid-request');
    expect(errors).toContainEqual({ pointer, detail: expect.any(String) });
  });
});

describe('what fails upstream', () => {
  it.each(['broken', 'own-code', 'vanished', 'http-500', 'garbage', 'dies'])(
    '[problem-upstream-error] %s',
    async (name) => {
      const before = upstream.executions(name);
      expectProblem(await gateway.call('s', name, {}), 502, 'upstream-error');
      expect(upstream.executions(name)).toBe(before + 1);
    },
  );

  it('[problem-upstream-error] says that the credential was refused', async () => {
    expectProblem(await gateway.call('s', 'http-401', {}), 502, 'upstream-auth-refused');
  });

  it('[problem-upstream-error] cuts and cleans the text of the server', async () => {
    const { detail } = expectProblem(await gateway.call('s', 'leaky', {}), 502, 'upstream-error');
    expect(String(detail).length).toBeLessThan(2000);
    expect(detail).not.toMatch(/\p{Cc}/u);
    expect(detail).not.toContain('hunter2');
  });

  it('[problem-too-large] names the limit', async () => {
    const { detail } = expectProblem(await gateway.call('s', 'huge', {}), 502, 'upstream-response-too-large');
    expect(detail).toEqual(expect.stringContaining('200000'));
    expect((await gateway.call('s', 'echo', {})).status).toBe(200);
    expectProblem(await gateway.call('io', 'big', { bytes: 300_000 }), 502, 'upstream-response-too-large');
    expect((await gateway.call('io', 'echo', {})).status).toBe(200);
  });

  it.each(['gone', 'nowhere'])('[problem-unavailable] %s', async (server) => {
    const answer = await gateway.call(server, 'echo', {});
    const { detail } = expectProblem(answer, 503, 'upstream-unavailable');
    expect(detail).not.toEqual(expect.stringMatching(/127\.0\.0\.1|no\/such/));
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expectProblem(await gateway.mcp(server, 'tools'), 503, 'upstream-unavailable');
  });

  it('[problem-timeout]', async () => {
    expectProblem(await gateway.call('s', 'hang', {}, { timeoutMs: 100 }), 504, 'upstream-timeout');
  });
});

describe('a caller without a token', () => {
  it.each([
    'GET /api/servers',
    'GET /api/servers/s/mcp/tools',
    'POST /api/servers/s/mcp/call',
    'GET /api/servers/none/mcp/ping',
  ])('[default-deny] %s is 401', async (route) => {
    const [method = '', path = ''] = route.split(' ');
    const response = await fetch(gateway.url + path, { method });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
    const wrong = await gateway.fetch(path, {
      method,
      headers: { authorization: `Bearer ${'x'.repeat(40)}` },
    });
    expect(wrong.status).toBe(401);
  });
});

it('[servers-list] GET /api/servers returns pages and refuses a bad cursor', async () => {
  const first = await gateway.json('/api/servers?limit=3');
  expect(first.body['servers']).toHaveLength(3);
  const second = await gateway.json(
    `/api/servers?limit=3&cursor=${encodeURIComponent(String(first.body['nextCursor']))}`,
  );
  expect(second.body['servers']).toHaveLength(2);
  expect(second.body).not.toHaveProperty('nextCursor');
  expect(await gateway.json('/api/servers?cursor=made-up')).toMatchObject({
    status: 400,
    body: { code: 'invalid-cursor' },
  });
});
