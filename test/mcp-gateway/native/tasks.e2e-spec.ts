import type { Json } from '../../support/clients/gateway-client.js';
import { errorOf, NativeClient } from '../../support/clients/native-client.js';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { text } from '../../support/upstreams/behaviours.js';
import type { RecordingServer } from '../../support/upstreams/recording-server.js';
import { ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';
import { ScriptedModern } from '../../support/upstreams/scripted-modern.js';

const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
const handle = { taskId: 'T1', status: 'completed', createdAt: '', lastUpdatedAt: '', ttl: 60_000 };
const leak = tool('leak', (exchange) => {
  exchange.result(exchange.params['task'] === undefined ? text(secret) : { task: handle });
});
const open = closeAfterAll();
let gateway: TestGateway;
let legacy: ScriptedHttp;
let modern: ScriptedModern;

/** Methods whose results hold nothing by the protocol. */
const contentless = ['ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe'];

/** Answers as a server that has finished the task; its content has a secret. */
function withTasks<T extends ScriptedHttp | ScriptedModern>(server: T): T {
  server.capabilities = {
    ...server.capabilities,
    completions: {},
    tasks: { requests: { tools: { call: {} } } },
  };
  server.methods.set('tasks/get', (exchange) => {
    exchange.result({ ...handle, result: text(secret) });
  });
  server.methods.set('tasks/result', (exchange) => {
    exchange.result(text(secret));
  });
  for (const method of [...contentless, 'acme/search', 'tasks/cancel'])
    server.methods.set(method, (exchange) => {
      exchange.result(text(secret));
    });
  server.methods.set('completion/complete', (exchange) => {
    exchange.result({ completion: { values: [secret] } });
  });
  return server;
}

beforeAll(async () => {
  legacy = withTasks(await open(ScriptedHttp.start([leak])));
  modern = withTasks(await open(ScriptedModern.start([leak])));
  const entry = (server: RecordingServer, policy: Json = {}) => ({ url: server.url, ...policy });
  const checked = { policies: { checks: { secrets: 'redact' } } };
  const shaped = { tools: { shape: { leak: { maxBytes: 10 } } } };
  gateway = await open(
    startGateway({
      mcpServers: {
        ...{ legacy: entry(legacy), modern: entry(modern) },
        ...{ 'legacy-checked': entry(legacy, checked), 'modern-checked': entry(modern, checked) },
        'legacy-shaped': entry(legacy, shaped),
      },
    }),
  );
});

type Ask = (method: string, params: Json) => ReturnType<NativeClient['request']>;

async function askAt(server: string, revision: 'session' | 'stateless'): Promise<Ask> {
  const client = new NativeClient(`${gateway.url}/api/servers/${server}/mcp`, gateway.token);
  if (revision === 'stateless')
    return (method, params) => {
      const isNamed = ['tasks/get', 'tasks/update', 'tasks/cancel'].includes(method);
      return client.modern(
        method,
        params,
        isNamed ? { headers: { 'mcp-name': String(params['taskId']) } } : {},
      );
    };
  await client.initialize();
  return (method, params) => client.request(method, params);
}

const judged = [
  ['legacy-checked', 'session'],
  ['legacy-checked', 'stateless'],
  ['modern-checked', 'session'],
  ['modern-checked', 'stateless'],
  ['legacy-shaped', 'session'],
] as const;

describe('Tasks at a server whose results policies judge', () => {
  it.each(judged)('[tasks-judged] are refused at %s by a %s client', async (server, revision) => {
    const ask = await askAt(server, revision);
    const received = legacy.requests.length + modern.requests.length;
    const begun = await ask('tools/call', { name: 'leak', arguments: {}, task: { ttl: 60_000 } });
    expect(errorOf(begun)).toMatchObject({ message: expect.stringContaining('do not cover tasks') });
    for (const method of ['tasks/get', 'tasks/result', 'tasks/list', 'tasks/update', 'tasks/cancel']) {
      const answer = await ask(method, { taskId: 'T1' });
      expect(errorOf(answer)).toMatchObject({ message: expect.stringContaining('do not cover tasks') });
      expect(answer.text).not.toContain(secret);
    }
    const asked = [...legacy.requests, ...modern.requests].slice(received);
    expect(asked.filter(({ rpc }) => rpc?.method.startsWith('tasks/'))).toEqual([]);
  });

  it.each(judged)(
    '[tasks-judged] leave plain calls at %s by a %s client as they are',
    async (server, revision) => {
      const answer = await (await askAt(server, revision))('tools/call', { name: 'leak', arguments: {} });
      expect(errorOf(answer)).toBeUndefined();
      expect(answer.text).not.toContain(secret);
    },
  );
});

describe('Completions', () => {
  const params = { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'a', value: '' } };

  it.each(judged.filter(([server]) => server.endsWith('checked')))(
    '[completions-judged] are empty at %s for a %s client',
    async (server, revision) => {
      const answer = await (await askAt(server, revision))('completion/complete', params);
      expect(answer.messages.at(-1)).toMatchObject({ result: { completion: { values: [] } } });
      expect(answer.text).not.toContain(secret);
    },
  );

  it('[completions-judged] pass at a server without policies', async () => {
    const answer = await (await askAt('legacy', 'session'))('completion/complete', params);
    expect(answer.text).toContain(secret);
  });
});

describe('Methods without content', () => {
  const params = { uri: 'note://one', level: 'info' };

  it.each(judged.filter(([server]) => server !== 'legacy-shaped'))(
    '[empty-results] have empty results at %s for a %s client',
    async (server, revision) => {
      const ask = await askAt(server, revision);
      for (const method of contentless) {
        const answer = await ask(method, params);
        expect(answer.messages).not.toEqual([]);
        expect(answer.text).not.toContain(secret);
      }
    },
  );

  it.each(judged)(
    '[unknown-methods] of a server of its own are refused at %s for a %s client',
    async (server, revision) => {
      const answer = await (await askAt(server, revision))('acme/search', {});
      expect(errorOf(answer)).toBeDefined();
      expect(answer.text).not.toContain(secret);
    },
  );

  it('[unknown-methods] pass at a server without policies', async () => {
    expect((await (await askAt('legacy', 'session'))('acme/search', {})).text).toContain(secret);
  });
});

describe('Tasks at a server without policies', () => {
  it('[tasks-judged] pass with their results', async () => {
    const ask = await askAt('legacy', 'session');
    const begun = await ask('tools/call', { name: 'leak', arguments: {}, task: { ttl: 60_000 } });
    expect(begun.messages.at(-1)).toMatchObject({ result: { task: { taskId: 'T1' } } });
    expect((await ask('tasks/result', { taskId: 'T1' })).text).toContain(secret);
  });
});
