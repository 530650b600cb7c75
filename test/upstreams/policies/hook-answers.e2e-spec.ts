import { HookReceiver } from '../../support/policies/hook-receiver.js';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { answers, nested, text } from '../../support/upstreams/behaviours.js';
import { ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';
import { waitFor } from '../../support/wait-for.js';

const open = closeAfterAll();
const mebibyte = 1_048_576;
const pass = JSON.stringify({ decision: 'pass' });
const padded = (bytes: number) => JSON.stringify({ decision: 'pass', pad: 'x'.repeat(bytes) });
const changed = (bytes: number) => JSON.stringify({ decision: 'change', result: text('y'.repeat(bytes)) });

/** Answers of hooks that do not decide, with what the log says of each. */
const refused = [
  ['more bytes than it may have', padded(mebibyte), 'answered with more than 1048576 bytes'],
  [
    'more values than it may have',
    `{"decision":"pass","pad":[${'0,'.repeat(60_000)}0]}`,
    'holds more than 50000 values',
  ],
  [
    'more levels than it may have',
    `{"decision":"pass","pad":${nested(5000)}}`,
    'nests deeper than 100 levels',
  ],
] as const;

let receiver: HookReceiver;
let gateway: TestGateway;
let said: string;

beforeAll(async () => {
  receiver = await open(HookReceiver.start());
  receiver.reply = () => ({ text: said });
  const upstream = await open(
    ScriptedHttp.start([
      tool('small', answers(text('small'))),
      tool('large', answers(text('x'.repeat(2 * mebibyte)))),
      tool('judge', (exchange) => answers(text(said))(exchange)),
    ]),
  );
  const { url } = upstream;
  const asked = (phase: string, hook: object) => ({
    url,
    policies: { hooks: [{ on: ['tools/call'], phase, timeoutMs: 60_000, ...hook }] },
  });
  gateway = await open(
    startGateway({
      mcpServers: {
        requests: asked('request', { url: receiver.url }),
        results: asked('response', { url: receiver.url }),
        tools: asked('request', { tool: 'judge@tools' }),
      },
      env: { MAX_RESULT_ELEMENTS: 50_000, ACCOUNT_ANSWER_BYTES: 6 * mebibyte },
    }),
  );
});

/** What the log says of the hook that failed last. */
async function failure(): Promise<string> {
  const line = await waitFor('a line about the hook', () => gateway.logs('hook.failed').at(-1));
  const { message } = line['error'] as { readonly message: string };
  return message;
}

describe.each(['requests', 'results', 'tools'])('Hooks at %s', (server) => {
  it.each(refused)('[hooks-answers] a hook that answers with %s does not decide', async (_, answer, why) => {
    said = answer;
    expect((await gateway.call(server, 'small')).body).toMatchObject({ code: 'tool-denied' });
    expect(await failure()).toContain(why);
  });

  it('[hooks-answers] a hook decides with an answer within the limits', async () => {
    said = padded(900_000);
    expect((await gateway.call(server, 'small')).status).toBe(200);
  });
});

it('[hooks-answers] an answer can be as large as the result that it replaces, and no larger', async () => {
  said = changed(2 * mebibyte);
  const large = await gateway.call('results', 'large');
  expect({ status: large.status, isChanged: large.text.includes('y'.repeat(2 * mebibyte)) }).toEqual({
    status: 200,
    isChanged: true,
  });
  expect((await gateway.call('results', 'small')).body).toMatchObject({ code: 'tool-denied' });
  said = changed(2 * mebibyte + 1000);
  expect((await gateway.call('results', 'large')).body).toMatchObject({ code: 'tool-denied' });
});

it('[hooks-answers] answers count against the bytes of the account while they are read', async () => {
  let finish: () => void = () => undefined;
  receiver.reply = () => 'never';
  const half = new Promise<void>((resolve) => (finish = resolve));
  receiver.halfway = { text: padded(900_000), until: half };
  const calls = Array.from({ length: 8 }, async () => gateway.call('requests', 'small'));
  await waitFor('some of the calls to be refused', () =>
    gateway.logs('hook.failed').some(({ error }) => JSON.stringify(error).includes('ACCOUNT_ANSWER_BYTES')),
  );
  finish();
  const codes = (await Promise.all(calls)).map(({ status }) => status);
  receiver.halfway = undefined;
  receiver.reply = () => ({ text: said });
  said = pass;
  expect(codes).toContain(200);
  expect(codes).toContain(403);
  const { body } = await gateway.json('/api/usage/limits');
  expect(body['limits']).toContainEqual(expect.objectContaining({ name: 'answerBytes', used: 0 }));
});
