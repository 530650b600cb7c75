import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { errorOf, NativeClient, resultOf, type NativeStream } from '../../support/clients/native-client.js';
import { createApp, type TestApp } from '../../support/clients/sdk-apps.js';
import { replaceOperatorFile } from '../../support/upstreams/declared-servers.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { waitFor } from '../../support/wait-for.js';
import { echo, ScriptedHttp } from '../../support/upstreams/scripted-http.js';
import { ScriptedModern } from '../../support/upstreams/scripted-modern.js';
import { linesOf, stdioServer } from '../../support/upstreams/stdio.js';

const open = closeAfterAll();
const folder = temporaryFolder();
const effects = folder.file('effects');
const updated = 'notifications/resources/updated';
const acknowledged = 'notifications/subscriptions/acknowledged';

let legacy: ScriptedHttp;
let modern: ScriptedModern;
let gateway: TestGateway;
let app: TestApp;
const servers = () => ({
  legacy: { url: legacy.url },
  modern: { url: modern.url },
  stdio: stdioServer({ EFFECTS_FILE: effects }),
  idle: stdioServer(),
  gone: { url: legacy.url, headers: { 'x-gone': '1' } },
});

beforeAll(async () => {
  legacy = await open(ScriptedHttp.start([echo]));
  legacy.resources = [{ uri: 'note://one', name: 'one' }];
  legacy.capabilities = { ...legacy.capabilities, resources: { listChanged: true, subscribe: true } };
  for (const method of ['resources/subscribe', 'resources/unsubscribe'])
    legacy.methods.set(method, (exchange) => {
      if (String(exchange.params['uri']).startsWith('secret://'))
        exchange.error(-32002, 'Resource not found');
      else exchange.result({});
    });
  modern = await open(ScriptedModern.start([echo]));
  modern.methods.set('resources/list', (exchange) => {
    const resources = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ uri: `memo://${name}`, name }));
    exchange.result({ resultType: 'complete', resources, ttlMs: 60_000, cacheScope: 'private' });
  });
  gateway = await open(
    startGateway({ env: { MAX_SUBSCRIPTIONS: 5, IDLE_TIMEOUT_MS: 400 }, mcpServers: servers() }),
  );
  app = await createApp(gateway, 'shop', { mcpServers: { old: { use: 'legacy' }, new: { use: 'modern' } } });
});

afterAll(() => {
  folder.remove();
});

const clientOf = (server: string) =>
  new NativeClient(`${gateway.url}/api/servers/${server}/mcp`, gateway.token);
const appClient = () => new NativeClient(`${gateway.url}/api/apps/shop/mcp`, app.token);

async function listening(client: NativeClient, uris: readonly string[]): Promise<NativeStream> {
  const stream = await open(client.listen({ resourceSubscriptions: uris }, 'mine'));
  await stream.received('the acknowledgement', ({ method }) => method === acknowledged);
  return stream;
}

const urisOf = (stream: NativeStream) => stream.of(updated).map(({ params }) => (params as Json)['uri']);
const sent = (method: string) => legacy.of(method).map(({ rpc }) => rpc?.params['uri']);

describe('A 2026-07-28 client that subscribes to resources of a 2025 server', () => {
  it('[native-down-subscribe] shares one subscription with others, which ends with the last of them', async () => {
    const [one, two] = [
      await listening(clientOf('legacy'), ['note://one', 'note://dir', 'secret://x']),
      await listening(clientOf('legacy'), ['note://one']),
    ];
    expect(one.of(acknowledged)[0]?.['params']).toMatchObject({
      notifications: { resourceSubscriptions: ['note://one', 'note://dir'] },
    });
    expect(sent('resources/subscribe').filter((uri) => uri === 'note://one')).toHaveLength(1);
    await waitFor('the changes', () => {
      for (const uri of ['note://one', 'note://dir/below', 'note://other'])
        legacy.broadcast(updated, { uri });
      return urisOf(one).includes('note://dir/below') && urisOf(two).includes('note://one');
    });
    expect(one.of(updated)[0]?.['params']).toMatchObject({
      _meta: { 'io.modelcontextprotocol/subscriptionId': 'mine' },
    });
    expect([...urisOf(one), ...urisOf(two)]).not.toContain('note://other');
    expect(urisOf(two)).not.toContain('note://dir/below');
    await one.close();
    await waitFor('the end of its own', () => sent('resources/unsubscribe').includes('note://dir'));
    expect(sent('resources/unsubscribe')).not.toContain('note://one');
    await two.close();
    await waitFor('the end of the last', () => sent('resources/unsubscribe').includes('note://one'));
  });

  it('[native-down-subscribe] is subscribed again when the server was restarted, and told to look', async () => {
    const stream = await listening(clientOf('legacy'), ['note://one']);
    await waitFor('the stream at the server', () => legacy.listening > 0);
    await legacy.restart();
    legacy.requests.length = 0;
    await waitFor('the subscription', () => sent('resources/subscribe').includes('note://one'));
    await waitFor('a change that may have been missed', () => urisOf(stream).length > 0);
    const before = urisOf(stream).length;
    await waitFor('a change', () => {
      legacy.broadcast(updated, { uri: 'note://one' });
      return urisOf(stream).length > before;
    });
    await stream.close();
  });

  it('[native-down-subscribe] keeps a process that is idle otherwise, and has it replaced when it dies', async () => {
    const client = clientOf('stdio');
    const stream = await listening(client, ['file:///a']);
    const pidOf = async () => {
      const { content } = resultOf(await client.modern('tools/call', { name: 'pid' }));
      return Number((content as Json[])[0]?.['text']);
    };
    const pid = await pidOf();
    await clientOf('idle').modern('tools/list');
    const isReaped = ({ server }: Json) => server === 'idle';
    await waitFor('the end of an idle process', () => gateway.logs('upstream.reaped').some(isReaped));
    expect(await pidOf()).toBe(pid);
    process.kill(pid, 'SIGKILL');
    const count = () => linesOf(effects).filter((line) => line === 'resources/subscribe file:///a').length;
    await waitFor('the next process to be told', () => count() === 2);
    await waitFor('a change that may have been missed', () => urisOf(stream).length > 0);
    await client.modern('tools/call', { name: 'touch', arguments: { uri: 'file:///a' } });
    await waitFor('a change', () => urisOf(stream).length > 1);
    await stream.close();
    await waitFor('the end', () => linesOf(effects).includes('resources/unsubscribe file:///a'));
  });

  it('[native-subscriptions-limit] may subscribe to as many as MAX_SUBSCRIPTIONS, as may a session', async () => {
    const uris = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `note://${name}`);
    const refused = await clientOf('legacy').modern('subscriptions/listen', {
      notifications: { resourceSubscriptions: uris },
    });
    expect(errorOf(refused)).toMatchObject({
      code: -32602,
      message: expect.stringContaining('MAX_SUBSCRIPTIONS') as string,
    });
    const session = clientOf('legacy');
    await session.initialize();
    for (const uri of uris.slice(0, 5)) await session.result('resources/subscribe', { uri });
    expect(errorOf(await session.request('resources/subscribe', { uri: uris[5] }))).toMatchObject({
      code: -32602,
    });
    await session.result('resources/unsubscribe', { uri: uris[0] });
    await session.result('resources/subscribe', { uri: uris[5] });
  });
});

describe('A 2025 client of a 2026-07-28 server', () => {
  it('[native-up-subscribe] is subscribed once it is answered, however quickly it asks, and until it takes that back', async () => {
    const client = clientOf('modern');
    await client.initialize();
    const stream = await open(client.stream());
    const uris = ['memo://a', 'memo://b', 'memo://c', 'memo://d', 'memo://e'];
    for (const uri of uris) await client.result('resources/subscribe', { uri });
    for (const uri of uris) modern.announceUpdated(uri);
    await waitFor('all changes', () => new Set(urisOf(stream)).size === uris.length);
    await client.result('resources/unsubscribe', { uri: 'memo://a' });
    await waitFor('the narrower subscription', () =>
      modern.watched.every((all) => !all.includes('memo://a')),
    );
    await fetch(client.url, { method: 'DELETE', headers: client.headers() });
    await waitFor('the end', () => modern.watched.every((all) => all.length === 0));
  });
});

describe('An app', () => {
  it('[app-native-subscribe] tells clients of both eras of changes of the resources of its servers', async () => {
    const session = appClient();
    expect(await session.initialize()).toMatchObject({ capabilities: { resources: { subscribe: true } } });
    const stream = await open(session.stream());
    await session.result('resources/subscribe', { uri: 'note://one' });
    await session.result('resources/subscribe', { uri: 'memo://a' });
    expect(errorOf(await session.request('resources/subscribe', { uri: 'nobody://x' }))).toMatchObject({
      code: -32602,
      data: { code: 'resource-not-found' },
    });
    const listen = await listening(appClient(), ['memo://a', 'nobody://x', 'note://one']);
    expect(listen.of(acknowledged)[0]?.['params']).toMatchObject({
      notifications: {
        resourceSubscriptions: expect.arrayContaining(['memo://a', 'note://one']) as string[],
      },
    });
    const change = async (what: string, have: readonly NativeStream[]) => {
      const before = have.map((it) => [...urisOf(it)]);
      const added = (it: NativeStream, index: number) => urisOf(it).slice(before[index]?.length);
      await waitFor(what, () => {
        legacy.broadcast(updated, { uri: 'note://one' });
        modern.announceUpdated('memo://a');
        return have.every((it, index) =>
          ['note://one', 'memo://a'].every((uri) => added(it, index).includes(uri)),
        );
      });
    };
    await change('the changes', [stream, listen]);
    await app.configure({ mcpServers: { new: { use: 'modern' }, older: { use: 'legacy' } } });
    await change('the changes in the app as it is now', [stream, listen]);
    await session.result('resources/unsubscribe', { uri: 'note://one' });
    await listen.close();
    await waitFor('the end', () => sent('resources/unsubscribe').at(-1) === 'note://one');
    await fetch(session.url, { method: 'DELETE', headers: session.headers() });
    await waitFor('the end of all', () => modern.watched.every((all) => all.length === 0));
  });
});

describe('A server that is taken out of the file', () => {
  it('[native-ends-with-server] ends the streams of its clients', async () => {
    const session = clientOf('gone');
    await session.initialize();
    const streams = [await open(session.stream()), await listening(clientOf('gone'), ['note://one'])];
    const others = Object.entries(servers()).filter(([name]) => name !== 'gone');
    replaceOperatorFile(gateway, { mcpServers: Object.fromEntries(others) });
    await waitFor('the ends', () => streams.every(({ ended }) => ended));
  });
});
