import { generateText, stepCountIs } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { Gantry, GantryProblem, type GantryApp } from '../../src/client/gantry.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { createApp, type TestApp } from '../support/clients/sdk-apps.js';
import { events, json, problem, ScriptedGateway } from '../support/scripted-gateway.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { answers } from '../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { linesOf, stdioServer } from '../support/upstreams/stdio.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterAll();
const folder = temporaryFolder();
const effects = folder.file('effects');
let gateway: TestGateway;
let shop: TestApp;
let app: GantryApp;

beforeAll(async () => {
  const fails = tool('fails', answers({ content: [{ type: 'text', text: 'no such row' }], isError: true }));
  const http = await open(ScriptedHttp.start([echo, fails]));
  http.methods.set('resources/read', answers({ contents: [{ uri: 'note://one', text: 'a note' }] }));
  http.methods.set(
    'prompts/get',
    answers({ messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }] }),
  );
  gateway = await open(
    startGateway({ mcpServers: { http: { url: http.url }, desk: stdioServer({ EFFECTS_FILE: effects }) } }),
  );
  shop = await createApp(gateway, 'shop', { mcpServers: { http: { use: 'http' }, desk: { use: 'desk' } } });
  app = await Gantry.connect({ url: `${gateway.url}/`, key: shop.token });
});

afterAll(() => {
  folder.remove();
});

const failure = (work: Promise<unknown>): Promise<GantryProblem> =>
  work.then(
    () => Promise.reject(new Error('it did not fail')),
    (error: unknown) => error as GantryProblem,
  );

describe('Gantry.connect', () => {
  it('[client-connect] needs only the address and the key of an app', async () => {
    expect(app.info).toMatchObject({ app: { slug: 'shop' }, servers: [{ name: 'http' }, { name: 'desk' }] });
    const named = await Gantry.connect({ url: gateway.url, key: ` ${gateway.token}\n`, app: 'shop' });
    expect(named.info.app.id).toBe(shop.id);
    expect(await named.tools.call('http__echo', { a: 1 })).toMatchObject({ structuredContent: { a: 1 } });
  });

  it('[client-problems] fails with a typed problem', async () => {
    const { url, token } = gateway;
    const unknown = await failure(Gantry.connect({ url, key: 'gta_wrong' }));
    expect(unknown).toBeInstanceOf(GantryProblem);
    expect(unknown).toMatchObject({ code: 'unauthorized', status: 401, requestId: expect.any(String) });
    expect(await failure(Gantry.connect({ url, key: token }))).toMatchObject({ code: 'app-required' });
    expect(
      await failure(Gantry.connect({ url: 'http://127.0.0.1:1', key: token, retries: 0 })),
    ).toMatchObject({
      code: 'unreachable',
      status: 0,
    });
    const broken = await failure(Gantry.connect({ url, key: 'gta_in\ntwo' }));
    expect(broken).toMatchObject({ code: 'unauthorized', status: 0 });
    expect(String(broken)).not.toContain('gta_in');
    expect(await failure(app.tools.call('http__nothing'))).toMatchObject({
      code: 'tool-not-found',
      status: 404,
    });
  });
});

describe('app.tools', () => {
  it('[client-tools] lists, searches and calls', async () => {
    const tools = await app.tools.list();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['http__echo', 'desk__progress']));
    expect((await app.tools.list({ server: 'http' })).map(({ tool: name }) => name)).toEqual([
      'echo',
      'fails',
    ]);
    expect((await app.tools.list({ search: 'progress' }))[0]).toMatchObject({ name: 'desk__progress' });
    expect(await app.tools.servers()).toMatchObject([{ name: 'http', status: 'ready' }, { name: 'desk' }]);
    expect(await app.tools.call('http__fails')).toMatchObject({ isError: true });
  });

  it('[client-stream] yields progress while a tool runs, then its result', async () => {
    const seen: unknown[] = [];
    for await (const event of app.tools.stream('desk__progress', { steps: 2 })) seen.push(event);
    expect(seen).toEqual([
      { type: 'progress', progress: 1, total: 2 },
      { type: 'progress', progress: 2, total: 2 },
      { type: 'result', result: { content: [{ type: 'text', text: 'done' }] } },
    ]);
    const broken = app.tools.stream('desk__nothing');
    expect(await failure(broken.next())).toMatchObject({ code: 'tool-not-found' });
  });

  it('[client-abort] cancels the tool when the caller aborts or the time-out passes', async () => {
    const abort = new AbortController();
    const reason = new Error('changed my mind');
    const waiting = failure(app.tools.call('desk__wait', {}, { signal: abort.signal }));
    await waitFor('the tool', () => linesOf(effects).includes('waiting'));
    abort.abort(reason);
    expect(await waiting).toBe(reason);
    await waitFor('the cancellation', () => linesOf(effects).includes('cancelled'));
    expect(await failure(app.tools.call('desk__hang', {}, { timeoutMs: 50 }))).toMatchObject({
      code: 'upstream-timeout',
    });
  });

  it('[client-formats] returns the tools in the formats of OpenAI, Anthropic and the AI SDK', async () => {
    const filter = { server: 'http' };
    expect(await app.tools.toOpenAI(filter)).toMatchObject([
      { type: 'function', function: { name: 'http__echo' } },
      {},
    ]);
    expect(await app.tools.toAnthropic(filter)).toMatchObject([{ name: 'http__echo', input_schema: {} }, {}]);
    const seen: unknown[] = [];
    const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
    const call = (toolName: string, input: object) => ({
      content: [{ type: 'tool-call', toolCallId: toolName, toolName, input: JSON.stringify(input) }],
      ...{ finishReason: { unified: 'tool-calls' }, usage, warnings: [] },
    });
    const replies = [
      call('http__echo', { a: 1 }),
      call('http__fails', {}),
      { content: [{ type: 'text', text: 'ok' }], finishReason: { unified: 'stop' }, usage, warnings: [] },
    ];
    const model = new MockLanguageModelV3({
      doGenerate: async (options) => {
        seen.push(options);
        return replies.shift() as never;
      },
    });
    const tools = await app.tools.toAiSdk(filter);
    const { text, steps } = await generateText({ model, tools, prompt: 'go', stopWhen: stepCountIs(5) });
    expect(text).toBe('ok');
    expect(steps[0]?.toolResults).toMatchObject([{ output: { structuredContent: { a: 1 } } }]);
    expect(steps[1]?.content).toMatchObject([
      { type: 'tool-call' },
      { type: 'tool-error', error: { message: 'no such row' } },
    ]);
    expect(seen[0]).toMatchObject({
      tools: [{ type: 'function', name: 'http__echo', inputSchema: { type: 'object' } }, {}],
    });
  });
});

it('[client-resources] [client-prompts] reads resources and gets prompts', async () => {
  expect(await app.resources.list()).toMatchObject([{ uri: 'note://one', server: 'http' }]);
  expect(await app.resources.templates()).toMatchObject([{ uriTemplate: 'note://{id}' }]);
  expect(await app.resources.read('note://one')).toMatchObject({ contents: [{ text: 'a note' }] });
  expect(await app.prompts.list()).toMatchObject([{ name: 'http__greet', server: 'http' }]);
  expect(await app.prompts.get('http__greet', { who: 'me' })).toMatchObject({ messages: [{ role: 'user' }] });
  const { data } = await app.api.GET('/api/servers', { params: { query: { limit: 1 } } });
  expect(data?.servers).toHaveLength(1);
});

describe('A gateway that fails', () => {
  const resolved = { app: { slug: 'shop' } };
  const toolList = { tools: [], servers: [] };

  it('[client-retries] requests are retried only where a retry is safe', async () => {
    const failures = { list: 2, call: 1, keyed: 1 };
    const scripted = await open(
      ScriptedGateway.start({
        'GET /api/apps/-/resolve': json(resolved),
        'GET /api/sdk/tools': (res, request) => {
          if (failures.list-- > 0) problem(503, 'shutting-down', { 'retry-after': '0' })(res, request);
          else json(toolList)(res, request);
        },
        'POST /api/sdk/tools/call': (res, request) => {
          const kind = request.headers['idempotency-key'] === undefined ? 'call' : 'keyed';
          if (failures[kind]-- > 0) res.destroy();
          else json({ content: [] })(res, request);
        },
      }),
    );
    const client = await Gantry.connect({ url: scripted.url, key: 'gta_x' });
    expect(await client.tools.list()).toEqual([]);
    expect(await failure(client.tools.call('a'))).toMatchObject({ code: 'unreachable' });
    expect(await client.tools.call('a', {}, { idempotencyKey: 'once' })).toEqual({ content: [] });
    const calls = scripted.requests.filter(({ method }) => method === 'POST');
    expect(calls.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined, 'once', 'once']);
    expect(scripted.requests.filter(({ path }) => path.startsWith('/api/sdk/tools?'))).toHaveLength(3);
  });

  it('[client-timeout] a request ends at its time-out, and a stream that breaks off is a failure', async () => {
    const scripted = await open(
      ScriptedGateway.start({
        'GET /api/apps/-/resolve': json(resolved),
        'GET /api/sdk/tools': () => undefined,
        'POST /api/sdk/tools/call': events(['progress', { progress: 1 }]),
      }),
    );
    const client = await Gantry.connect({ url: scripted.url, key: 'gta_x' });
    expect(await failure(client.tools.list({ timeoutMs: 50 }))).toMatchObject({ code: 'timeout', status: 0 });
    const stream = client.tools.stream('a');
    expect((await stream.next()).value).toMatchObject({ type: 'progress' });
    expect(await failure(stream.next())).toMatchObject({ code: 'broken-stream' });
  });

  it('[client-problems] reports an address that is no gateway, and does not follow redirects with the key', async () => {
    const scripted = await open(
      ScriptedGateway.start({
        'GET /api/apps/html/resolve': (res) => {
          res.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
        },
        'GET /api/apps/moved/resolve': (res) => {
          res.writeHead(302, { location: 'http://evil.example.com/' }).end();
        },
        'GET /api/apps/page/resolve': (res) => {
          res.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>');
        },
        'GET /api/apps/torn/resolve': (res) => {
          res.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
          res.write('{"app":', () => res.destroy());
        },
        'GET /api/apps/torn-problem/resolve': (res) => {
          res.writeHead(500, { 'content-type': 'application/problem+json', 'content-length': 100 });
          res.write('{"code":', () => res.destroy());
        },
      }),
    );
    const connect = (name: string) =>
      failure(Gantry.connect({ url: scripted.url, key: 'gta_x', app: name, retries: 0 }));
    expect(await connect('html')).toMatchObject({ code: 'not-a-gateway', status: 502 });
    expect(await connect('moved')).toMatchObject({ code: 'not-a-gateway', status: 302 });
    expect(await connect('page')).toMatchObject({ code: 'not-a-gateway', status: 200 });
    for (const torn of ['torn', 'torn-problem'])
      expect(await connect(torn)).toMatchObject({ code: 'unreachable', status: 0 });
  });
});

it('[client-workflows] executes, streams, cancels and signals runs', async () => {
  const base = '/api/sdk/workflows';
  const scripted = await open(
    ScriptedGateway.start({
      'GET /api/apps/-/resolve': json({ app: { slug: 'shop' } }),
      [`GET ${base}`]: (res, request) => {
        const isFirst = !request.path.includes('cursor=');
        const workflow = { name: isFirst ? 'triage' : 'second', version: '1', tools: [] };
        json({ workflows: [workflow], ...(isFirst ? { nextCursor: 'next' } : {}) })(res, request);
      },
      [`GET ${base}/triage`]: json({ name: 'triage', version: '1', tools: [], document: {} }),
      [`POST ${base}/execute`]: (res, request) => {
        if (request.body['mode'] !== 'stream')
          json({ runId: 'run_1', status: 'completed', output: 5 })(res, request);
        else
          events(['run.started', { runId: 'run_2' }], ['run.completed', { runId: 'run_2', output: 6 }])(
            res,
            request,
          );
      },
      [`GET ${base}/runs`]: json({ runs: [{ runId: 'run_1', status: 'failed' }], nextCursor: 'next' }),
      [`POST ${base}/runs/run_1/cancel`]: json({ runId: 'run_1', status: 'cancelled' }, 202),
      [`POST ${base}/runs/run_1/retry`]: json({ runId: 'run_1', status: 'running' }, 202),
      [`POST ${base}/runs/run_1/signals/approve`]: json({ runId: 'run_1', status: 'running' }, 202),
    }),
  );
  const { workflows } = await Gantry.connect({ url: scripted.url, key: 'gta_x' });
  expect(await workflows.list()).toMatchObject([{ name: 'triage' }, { name: 'second' }]);
  expect(await workflows.get('triage')).toMatchObject({ name: 'triage', document: {} });
  expect(await workflows.execute('triage', { q: 1 }, { timeoutMs: 1000 })).toMatchObject({ output: 5 });
  const seen = [];
  for await (const { type } of workflows.stream('triage')) seen.push(type);
  expect(seen).toEqual(['run.started', 'run.completed']);
  const failed = await workflows.runs({ status: 'failed', since: '2026-01-01', limit: 2 });
  expect(failed).toMatchObject([{ runId: 'run_1' }, { runId: 'run_1' }]);
  const listed = scripted.requests.at(-1)?.path;
  expect(listed).toBe(`${base}/runs?status=failed&since=2026-01-01&limit=1&cursor=next`);
  await workflows.cancel('run_1');
  await workflows.retry('run_1', { from: '/do/0/x', definition: 'current' });
  expect(scripted.requests.at(-1)?.body).toEqual({ from: '/do/0/x', definition: 'current' });
  await workflows.signal('run_1', 'approve', true);
  const [executed, , , , signalled] = scripted.requests.filter(({ method }) => method === 'POST');
  expect(executed).toMatchObject({
    headers: { 'idempotency-key': expect.any(String) },
    body: { workflow: 'triage', input: { q: 1 }, timeoutMs: 1000 },
  });
  expect(signalled?.body).toEqual({ data: true });
});
