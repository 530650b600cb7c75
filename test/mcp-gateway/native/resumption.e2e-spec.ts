import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { errorOf, NativeClient, type NativeStream } from '../../support/clients/native-client.js';
import { createApp, type TestApp } from '../../support/clients/sdk-apps.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { waitFor } from '../../support/wait-for.js';
import type { Exchange, UpstreamStream } from '../../support/upstreams/recording-server.js';
import { echo, tool } from '../../support/upstreams/scripted-http.js';
import { ScriptedModern } from '../../support/upstreams/scripted-modern.js';
import { ScriptedSse } from '../../support/upstreams/scripted-sse.js';
import { linesOf, stdioServer } from '../../support/upstreams/stdio.js';

const open = closeAfterAll();
const folder = temporaryFolder();
const effects = folder.file('effects');
/** Lets the held answers go. */
let release: () => void = () => undefined;

const progress = (progressToken: unknown, at: number) => ({ progressToken, progress: at });
const heldResult = { content: [{ type: 'text', text: 'held' }] };

/** Reports progress, waits for `release`, and reports progress again. */
async function hold(stream: UpstreamStream, progressToken: unknown): Promise<void> {
  const gate = new Promise<void>((resolve) => (release = resolve));
  stream.notify('notifications/progress', progress(progressToken, 1));
  await gate;
  stream.notify('notifications/progress', progress(progressToken, 2));
}

const held = tool('held', async (exchange) => {
  const stream = exchange.openStream();
  await hold(stream, exchange.progressToken);
  stream.result(heldResult);
});

/** Its calls do what `held` does. */
class HoldingSse extends ScriptedSse {
  private readonly opened: UpstreamStream[] = [];

  protected override answer(exchange: Exchange): void {
    const openStream = exchange.openStream.bind(exchange);
    exchange.openStream = (headers) => {
      const stream = openStream(headers);
      this.opened.push(stream);
      return stream;
    };
    if (exchange.record.rpc?.method === 'tools/call') void this.hold(exchange);
    else super.answer(exchange);
  }

  private async hold(exchange: Exchange): Promise<void> {
    exchange.res.writeHead(202).end();
    const stream = this.opened[Number(/\d+$/.exec(exchange.record.path)?.[0]) - 1] as UpstreamStream;
    await hold(stream, exchange.progressToken);
    stream.message({ id: exchange.id, result: heldResult });
  }
}

let modern: ScriptedModern;
let gateway: TestGateway;
let app: TestApp;

beforeAll(async () => {
  modern = await open(ScriptedModern.start([echo, held]));
  const sse = await open(new HoldingSse().listen());
  gateway = await open(
    startGateway({
      env: { RESUME_EVENTS: 4, RESUME_BYTES: 20_000 },
      mcpServers: {
        stdio: stdioServer({ EFFECTS_FILE: effects }),
        sse: { url: sse.url, type: 'sse' },
        modern: { url: modern.url },
      },
    }),
  );
  app = await createApp(gateway, 'shop', { mcpServers: { new: { use: 'modern' } } });
});

afterAll(() => {
  folder.remove();
});

const serverClient = (server: string) =>
  new NativeClient(`${gateway.url}/api/servers/${server}/mcp`, gateway.token);
const appClient = () => new NativeClient(`${gateway.url}/api/apps/shop/mcp`, app.token);

/** A call that has been answered with its first progress, and is left then. */
async function leftCall(client: NativeClient, name: string, args: Json = {}): Promise<NativeStream> {
  const params = { name, arguments: args, _meta: { progressToken: 'p' } };
  const call = await client.sendAndRead({ jsonrpc: '2.0', id: 42, method: 'tools/call', params });
  await call.received('the first progress', ({ method }) => method === 'notifications/progress');
  await call.close();
  await waitFor('the end', () => call.ended);
  return call;
}

describe('A client of 2025-11-25 whose connection broke in the middle of an answer', () => {
  it.each([
    [
      'a process',
      () => serverClient('stdio'),
      'held',
      (it: NativeClient) => it.result('tools/call', { name: 'release' }),
    ],
    [
      'HTTP+SSE',
      () => serverClient('sse'),
      'held',
      () => {
        release();
      },
    ],
    [
      'a translated server',
      () => serverClient('modern'),
      'held',
      () => {
        release();
      },
    ],
    [
      'an app',
      appClient,
      'new__held',
      () => {
        release();
      },
    ],
  ] as const)(
    '[native-resume-kept] resumes the answer with Last-Event-ID: %s',
    async (_, clientOf, name, letGo) => {
      const client = clientOf();
      await client.initialize();
      const call = await leftCall(client, name);
      await letGo(client);
      const rest = await open(client.stream(call.lastEventId));
      const response = await rest.received('the response', ({ id }) => id === 42);
      expect(response).toHaveProperty('result.content');
      await waitFor('the end', () => rest.ended);
      const isProgress = ({ method }: Json) => method === 'notifications/progress';
      const told = [...call.messages, ...rest.messages].filter(isProgress);
      const steps = told.map(({ params }) => (params as Json)['progress']);
      expect(new Set(steps).size).toBe(steps.length);
      const again = await open(client.stream(call.lastEventId));
      await waitFor('all of it once more', () => again.ended);
      expect(again.messages).toEqual(rest.messages);
    },
  );

  it('[native-resume-kept] hears on its stream what was said while it was away, and each thing once', async () => {
    const client = serverClient('stdio');
    await client.initialize();
    const changed = 'notifications/tools/list_changed';
    /** While no call is under way: what is told then belongs to the stream alone. */
    const announce = async () => {
      const before = linesOf(effects).length;
      await client.send({ jsonrpc: '2.0', method: 'notifications/announce' });
      await waitFor('the server to tell of it', () => linesOf(effects).length > before);
    };
    const first = await client.stream();
    await announce();
    await first.received('a change', ({ method }) => method === changed);
    await first.close();
    const { lastEventId } = first;
    await announce();
    const second = await open(client.stream(lastEventId));
    await waitFor('what was missed', () => second.of(changed).length === 1);
    await announce();
    await waitFor('the next', () => second.of(changed).length === 2);
  });
});

describe('What is kept for resumption', () => {
  it('[native-resume-bound] is for the session and its owner, and no event of another session means anything', async () => {
    const [client, other] = [serverClient('stdio'), serverClient('stdio')];
    await Promise.all([client.initialize(), other.initialize()]);
    const { lastEventId } = await leftCall(client, 'held');
    for (const id of [lastEventId, 'x', '', `${String(lastEventId)}9.9`]) {
      const refused = await other.stream(id);
      expect([id, refused.response.status]).toEqual([id, 400]);
    }
    const stranger = new NativeClient(client.url, app.token);
    stranger.session = client.session;
    expect((await stranger.stream(lastEventId)).response.status).toBe(404);
  });

  it('[native-resume-limits] is bounded: an answer of which a part is gone is refused with the names of the limits', async () => {
    const client = serverClient('stdio');
    await client.initialize();
    const { lastEventId } = await leftCall(client, 'progress', { steps: 30 });
    await waitFor('all to be said', async () => {
      const response = await fetch(client.url, {
        headers: client.headers({
          accept: 'text/event-stream',
          'last-event-id': `${String(lastEventId).replace(/\d+$/, '')}0`,
        }),
      });
      const body = await response.text();
      return response.status === 400 && body.includes('RESUME_EVENTS') && body.includes('event_not_kept');
    });
    const params = { name: 'big', arguments: { bytes: 30_000 } };
    const big = await client.send(
      { jsonrpc: '2.0', id: 7, method: 'tools/call', params },
      { accept: 'text/event-stream, application/json' },
    );
    const first = /^id: (.*)$/m.exec(big.text)?.[1];
    expect(errorOf(big)).toBeUndefined();
    const headers = client.headers({ accept: 'text/event-stream', 'last-event-id': first });
    const refused = await fetch(client.url, { headers });
    expect([refused.status, refused.headers.get('content-type')]).toEqual([
      400,
      expect.stringMatching(/json/),
    ]);
    expect(await refused.json()).toMatchObject({
      ...{ jsonrpc: '2.0', id: null },
      error: { code: -32000, data: { reason: 'event_not_kept' } },
    });
    expect(await client.result('ping')).toEqual({});
  });
});
