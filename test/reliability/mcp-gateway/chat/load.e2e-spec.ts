import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ScriptedHttp, tool } from '../../../support/upstreams/scripted-http.js';
import { closeAfterAll } from '../../../support/closing.js';
import { startGateway, type TestGateway } from '../../../support/gateway.js';
import { asksThenSays, hangsAfter, ModelServer } from '../../../support/models/model-server.js';
import { waitFor } from '../../../support/wait-for.js';

const keep = closeAfterAll();
/** `CHATS=200` for the long version. */
const many = Number(process.env['CHATS'] ?? 40);
const pieces = Array.from({ length: 100 }, (_, index) => `piece ${String(index)} `);

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

let model: ModelServer;
let gateway: TestGateway;

beforeAll(async () => {
  model = await keep(ModelServer.start());
  const upstream = await keep(
    ScriptedHttp.start([
      tool(
        'look',
        (exchange) => {
          exchange.result({ content: [{ type: 'text', text: 'seen' }] });
        },
        { annotations: { readOnlyHint: true } },
      ),
    ]),
  );
  gateway = await keep(
    startGateway({
      mcpServers: { desk: { url: upstream.url } },
      env: {
        CHAT_PROVIDERS: { tiny: { baseUrl: model.url } },
        CHAT_DEFAULT_MODEL: 'tiny/one',
        MAX_STREAMS: 1000,
      },
    }),
  );
});

const open = (signal?: AbortSignal): Promise<Response> =>
  gateway.fetch('/api/servers/desk/mcp/chat', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ role: 'user', content: 'go' }] }),
    ...(signal === undefined ? {} : { signal }),
  });

/** Reads a chat to its end: milliseconds until the model was heard, and whether all of it came. */
async function converse(): Promise<{ firstTokenMs: number; complete: boolean }> {
  const startedAt = performance.now();
  const response = await open();
  const decoder = new TextDecoder();
  let text = '';
  let firstTokenMs = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    if (firstTokenMs === 0 && text.includes('"tool-input-start"'))
      firstTokenMs = performance.now() - startedAt;
  }
  const complete =
    text.split('"text-delta"').length === pieces.length + 1 &&
    text.includes('"tool-output-available"') &&
    text.endsWith('data: [DONE]\n\n');
  return { firstTokenMs, complete };
}

const crowd = (size: number) => Promise.all(Array.from({ length: size }, () => converse()));

async function heapBytes(): Promise<number> {
  await waitFor('all answers of the model to end', () => model.answering === 0);
  model.requests.length = 0;
  for (let round = 0; round < 3; round++) {
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
  }
  return process.memoryUsage().heapUsed;
}

it('[chat-load] many chats at once, each with a tool and 100 pieces, all complete and leave nothing in memory', async () => {
  model.otherwise = asksThenSays({ name: 'look' }, ...pieces);
  // The library is loaded and all code has run once.
  await crowd(20);
  const before = await heapBytes();
  const startedAt = performance.now();
  const chats = await crowd(many);
  const ms = performance.now() - startedAt;
  expect(chats.filter(({ complete }) => complete)).toHaveLength(many);
  const grown = (await heapBytes()) - before;
  expect(grown).toBeLessThan(20_000_000);
  const sorted = chats.map(({ firstTokenMs }) => firstTokenMs).sort((a, b) => a - b);
  if (process.env['FIGURES'] !== undefined)
    console.log({ ms, p50: sorted[many / 2], p95: sorted[Math.floor(many * 0.95)], grown });
});

it('[chat-load-abort] many chats that are left at once leave nothing running', async () => {
  model.otherwise = hangsAfter('Once upon');
  const leaving = new AbortController();
  const responses = await Promise.all(Array.from({ length: many }, () => open(leaving.signal)));
  expect(responses.map(({ status }) => status)).toEqual(Array(many).fill(200));
  await waitFor('the model to be asked by all', () => model.answering === many);
  const left = performance.now();
  leaving.abort();
  await waitFor('the model to be left by all', () => model.answering === 0, 5000);
  if (process.env['FIGURES'] !== undefined) console.log({ leftAfterMs: performance.now() - left });
  await waitFor(
    'all to be written down',
    () =>
      gateway.logs('chat.finished').filter(({ result }) => result === 'client-closed-request').length ===
      many,
  );
  expect((await gateway.json('/metrics')).text).toContain('gantry_chats_in_flight 0');
});
