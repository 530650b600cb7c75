import type { Json } from '../../support/clients/gateway-client.js';
import { NativeClient, type NativeAnswer } from '../../support/clients/native-client.js';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { progressStdio } from '../../support/upstreams/stdio.js';

const open = closeAfterAll();
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await open(startGateway({ mcpServers: { shared: progressStdio() } }));
});

const path = '/api/servers/shared/mcp';
const call = (who: string, meta: Json = {}) => ({
  ...{ name: 'together', arguments: { who } },
  ...(Object.keys(meta).length === 0 ? {} : { _meta: meta }),
});

async function session(): Promise<NativeClient> {
  const client = new NativeClient(gateway.url + path, gateway.token);
  await client.initialize();
  return client;
}

/** Messages and tokens of the progress that an answer brought. */
function progressIn({ messages }: NativeAnswer): readonly (readonly [unknown, unknown])[] {
  return messages
    .filter(({ method }) => method === 'notifications/progress')
    .map(({ params }) => [(params as Json)['message'], (params as Json)['progressToken']]);
}

/** What the server saw as the token of a call. */
function seenBy({ messages }: NativeAnswer): unknown {
  const { content } = messages.at(-1)?.['result'] as { content: readonly { text: string }[] };
  return JSON.parse(String(content[0]?.text));
}

describe('Progress on a process that several callers share', () => {
  it('[progress-apart] reaches each session under its own token, although both chose the same one', async () => {
    const [one, other] = [await session(), await session()];
    const answers = await Promise.all([
      one.request('tools/call', call('one', { progressToken: 1 })),
      other.request('tools/call', call('other', { progressToken: 1 })),
    ]);
    expect(answers.map(progressIn)).toEqual([[['of one', 1]], [['of other', 1]]]);
    const tokens = answers.map(seenBy);
    expect(new Set(tokens).size).toBe(2);
    for (const token of tokens) expect(token).toMatch(/^gantry-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });

  it('[progress-apart] reaches no session that asked for none', async () => {
    const [one, other] = [await session(), await session()];
    const [, silent] = await Promise.all([
      one.request('tools/call', call('one', { progressToken: 'gantry-1' })),
      other.request('tools/call', call('other')),
    ]);
    expect(progressIn(silent)).toEqual([]);
  });

  it('[progress-apart] of a REST stream and of a modern client is not overheard by a session that guesses tokens', async () => {
    const spy = await session();
    const body = JSON.stringify(call('rest'));
    const headers = { accept: 'text/event-stream', 'content-type': 'application/json' };
    const [rest, guessed] = await Promise.all([
      gateway.fetch(`${path}/call`, { method: 'POST', headers, body }).then((response) => response.text()),
      spy.request('tools/call', call('spy', { progressToken: 'gantry-1' })),
    ]);
    expect(rest).toContain('of rest');
    expect(rest).not.toMatch(/of spy|guessed/);
    expect(progressIn(guessed)).toEqual([['of spy', 'gantry-1']]);
    const modern = new NativeClient(gateway.url + path, gateway.token);
    const [theirs, overheard] = await Promise.all([
      modern.modern('tools/call', call('modern'), { meta: { progressToken: 7 } }),
      spy.request('tools/call', call('spy', { progressToken: 'gantry-native-1' })),
    ]);
    expect(progressIn(theirs)).toEqual([['of modern', 7]]);
    expect(progressIn(overheard)).toEqual([['of spy', 'gantry-native-1']]);
  });
});
