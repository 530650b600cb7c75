import { writeFileSync } from 'node:fs';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { errorOf, NativeClient, resultOf, type NativeAnswer } from '../../support/clients/native-client.js';
import { accept, answered, asked, textOf } from '../../support/questions.js';
import { operatorOf } from '../../support/clients/apps-client.js';
import { programOf } from '../../support/oauth/programs.js';
import { mintOperatorToken } from '../../support/people.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { publish } from '../../support/upstreams/declared-servers.js';
import { tool } from '../../support/upstreams/scripted-http.js';
import { asksForInput, ScriptedModern } from '../../support/upstreams/scripted-modern.js';
import { laneStdio } from '../../support/upstreams/stdio.js';
import { AskingServer, askingStdio } from '../../support/upstreams/asking-server.js';

const open = closeAfterAll();
const all = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

let gateway: TestGateway;

beforeAll(async () => {
  const http = await open(AskingServer.start('http'));
  const sse = await open(AskingServer.start('sse'));
  gateway = await open(
    startGateway({
      mcpServers: {
        stdio: askingStdio(),
        http: { url: http.url },
        sse: { url: sse.url, type: 'sse' },
        silent: askingStdio({}, { questions: 'deny' }),
        'silent-http': { url: http.url, questions: 'deny' },
        'silent-sse': { url: sse.url, type: 'sse', questions: 'deny' },
      },
    }),
  );
});

const clientOf = (server: string, token = gateway.token) =>
  new NativeClient(`${gateway.url}/api/servers/${server}/mcp`, token);

/** One call of a tool by a client of 2026-07-28. */
function call(
  client: NativeClient,
  name: string,
  more: Json = {},
  capabilities: Json = all,
): Promise<NativeAnswer> {
  return client.modern('tools/call', { name, arguments: {}, ...more }, { capabilities });
}

describe.each(['stdio', 'http', 'sse'])('A 2026-07-28 client at a server of 2025 over %s', (server) => {
  it('[question-down] is asked by an input_required result, and the call goes on with its answer', async () => {
    const client = clientOf(server);
    const first = resultOf(await call(client, 'ask'));
    expect(asked(first)).toEqual([
      ['q1', { method: 'elicitation/create', params: expect.objectContaining({ message: 'Who?' }) }],
    ]);
    const second = resultOf(
      await call(
        client,
        'ask',
        answered(first, () => accept('Ada')),
      ),
    );
    expect(second).toMatchObject({ resultType: 'complete', content: [{ text: 'Hello Ada' }] });
  });

  it('[question-down] is asked twice in one call, one after the other and at once', async () => {
    const client = clientOf(server);
    const one = resultOf(await call(client, 'twice'));
    const two = resultOf(
      await call(
        client,
        'twice',
        answered(one, () => accept('Ada')),
      ),
    );
    expect(asked(two)).toMatchObject([['q2', { params: { message: 'Second?' } }]]);
    expect(
      textOf(
        resultOf(
          await call(
            client,
            'twice',
            answered(two, () => accept('Bob')),
          ),
        ),
      ),
    ).toBe('Ada and Bob');
    const byMessage = ({ params }: Json) => accept(String((params as Json)['message']));
    let both = resultOf(await call(client, 'both'));
    // Whether both come in one breath is the channel's affair.
    while (both['resultType'] === 'input_required')
      both = resultOf(await call(client, 'both', answered(both, byMessage)));
    expect(textOf(both)).toBe('Left? and Right?');
  });

  it('[question-down] answers for sampling, roots and addresses, and where a question has no place', async () => {
    const client = clientOf(server);
    const answers: Record<string, Json> = {
      sample: { role: 'assistant', model: 'm', content: { type: 'text', text: 'said' } },
      roots: { roots: [{ uri: 'file:///home' }] },
      link: { action: 'accept' },
      unrelated: accept('Eve'),
    };
    const results = [];
    for (const [name, answer] of Object.entries(answers)) {
      const first = resultOf(await call(client, name));
      results.push(
        textOf(
          resultOf(
            await call(
              client,
              name,
              answered(first, () => answer),
            ),
          ),
        ),
      );
    }
    expect(results).toEqual(['said', 'file:///home', 'accept', 'Hello Eve']);
  });

  it('[question-undeclared] is not asked what it has not declared: the server gets the error of its era', async () => {
    const client = clientOf(server);
    const texts = [];
    for (const [name, capabilities] of [
      ['ask', {}],
      ['sample', { elicitation: {} }],
      ['link', { elicitation: {} }],
    ] as const)
      texts.push(textOf(resultOf(await call(client, name, {}, capabilities))));
    expect(texts).toEqual(['refused -32601', 'refused -32601', 'refused -32602']);
  });
});

describe('The state of a question', () => {
  it('[question-state] works once, for its caller, tool and arguments', async () => {
    const client = clientOf('stdio');
    const first = resultOf(await call(client, 'ask'));
    const again = answered(first, () => accept('Ada'));
    const other = await mintOperatorToken(gateway, ['tools:call']);
    const wrong = [
      await call(clientOf('stdio', other), 'ask', again),
      await call(client, 'twice', again),
      await call(client, 'ask', { ...again, arguments: { message: 'Else?' } }),
      await call(clientOf('http'), 'ask', again),
      await call(client, 'ask', { ...again, requestState: `${String(again['requestState'])}x` }),
    ];
    for (const answer of wrong)
      expect(errorOf(answer)).toMatchObject({ code: -32602, data: { reason: 'invalid_request_state' } });
    expect(textOf(resultOf(await call(client, 'ask', again)))).toBe('Hello Ada');
    expect(errorOf(await call(client, 'ask', again))).toMatchObject({ code: -32602 });
  });
});

describe('A question to a program', () => {
  it('[program-apart] is answered with its next token too, and by no other program nor its person', async () => {
    await operatorOf(gateway).newApp('asks', { mcpServers: { desk: { use: 'stdio' } } }, { slug: 'asks' });
    for (const [what, name] of [
      ['servers/stdio', 'ask'],
      ['apps/asks', 'desk__ask'],
    ] as const) {
      const program = await programOf(gateway, gateway);
      const first = resultOf(await call(program.native(what), name));
      const again = answered(first, () => accept('Ada'));
      const other = await programOf(gateway, gateway);
      const person = new NativeClient(`${gateway.url}/api/${what}/mcp`, gateway.token);
      for (const client of [other.native(what), person])
        expect(errorOf(await call(client, name, again))).toMatchObject({ code: -32602 });
      const next = await programOf(gateway, gateway, { grantId: program.grantId });
      expect(textOf(resultOf(await call(next.native(what), name, again)))).toBe('Hello Ada');
    }
  });
});

describe('Two callers at once', () => {
  it('[question-alone] each get their own questions, over a channel that says nothing of them', async () => {
    const names = Array.from({ length: 6 }, (_, index) => `caller ${String(index)}`);
    const texts = await Promise.all(
      names.map(async (name) => {
        const client = clientOf('stdio');
        const args = { arguments: { message: name } };
        const first = resultOf(await call(client, 'ask', args));
        const echoed = ({ params }: Json) => accept(String((params as Json)['message']));
        return textOf(resultOf(await call(client, 'ask', { ...args, ...answered(first, echoed) })));
      }),
    );
    expect(texts).toEqual(names.map((name) => `Hello ${name}`));
  });

  it('[question-alone] one after the other keep the connection, with the state behind it', async () => {
    const client = clientOf('stdio');
    const one = textOf(resultOf(await call(client, 'plain')));
    expect(one).toContain('"elicitation"');
    expect(textOf(resultOf(await call(client, 'plain')))).toBe(one);
    expect(textOf(resultOf(await call(client, 'plain', {}, {})))).not.toBe(one);
  });
});

describe('Prompts', () => {
  it('[question-down] ask too', async () => {
    const client = clientOf('http');
    const get = async (more: Json = {}) =>
      resultOf(await client.modern('prompts/get', { name: 'greet', ...more }, { capabilities: all }));
    const first = await get();
    expect(await get(answered(first, () => accept('Ada')))).toMatchObject({
      messages: [{ content: { text: 'A prompt for Ada' } }],
    });
  });
});

/** A question in the stream of a call, and one in its result. */
const insists = tool('insists', (exchange) => {
  const stream = exchange.openStream();
  const question = {
    method: 'elicitation/create',
    params: { message: 'Who?', requestedSchema: { type: 'object', properties: {} } },
  };
  stream.message({ id: 'q1', ...question });
  stream.notify('notifications/message', { level: 'info', data: 'heard' });
  stream.result({ resultType: 'input_required', inputRequests: { who: question }, requestState: 's' });
});
const problemOf = (answer: NativeAnswer) => (errorOf(answer)?.['data'] as Json | undefined)?.['code'];

const mute = { questions: 'deny' };

describe('A server that may not ask and speaks the revision of its client', () => {
  it.each(['silent', 'silent-http', 'silent-sse'])(
    '[question-muted] is told so by the gateway, and a client of 2025 hears nothing of it: %s',
    async (server) => {
      const client = clientOf(server);
      await client.initialize(all);
      const stream = await client.stream();
      for (const name of ['ask', 'unrelated', 'sample', 'roots', 'both']) {
        const answer = await client.request('tools/call', { name, arguments: {} });
        expect(textOf(resultOf(answer))).toBe('refused -32601');
        expect(answer.text).not.toMatch(/elicitation|sampling|roots/);
      }
      expect(stream.messages.filter(({ method }) => method !== undefined)).toEqual([]);
      await stream.close();
    },
  );

  it.each([
    ['with everything else', insists, /"heard"/],
    ['in an answer without a stream', asksForInput, /./],
  ])('[question-muted] is an error to a client of 2026-07-28 over HTTP, %s', async (_, asking, also) => {
    const upstream = await open(ScriptedModern.start([asking]));
    const client = clientOf(await publish(open, gateway, { url: upstream.url, ...mute }));
    const answer = await call(client, asking.definition.name);
    expect([answer.status, errorOf(answer)?.['code'], problemOf(answer)]).toEqual([
      200,
      -32603,
      'upstream-error',
    ]);
    expect(answer.text).toMatch(also);
    expect(answer.text).not.toMatch(/Who\?|inputRequests|"q1"/);
  });

  it('[question-muted] is an error to a client of 2026-07-28 over stdio', async () => {
    const folder = temporaryFolder();
    const inputRequests = { who: { method: 'elicitation/create', params: { message: 'Who?' } } };
    const prompt = { resultType: 'input_required', inputRequests, requestState: 's' };
    writeFileSync(folder.file('says.json'), JSON.stringify({ prompts: [{ name: 'greet' }], prompt }));
    const asking = laneStdio('2026', 0, folder.file('says.json'));
    const muted = await publish(open, gateway, { ...asking, ...mute });
    const free = await publish(open, gateway, asking);
    const get = (server: string) =>
      clientOf(server).modern('prompts/get', { name: 'greet' }, { capabilities: all });
    expect(resultOf(await get(free))).toMatchObject(prompt);
    const answer = await get(muted);
    expect([errorOf(answer)?.['code'], problemOf(answer)]).toEqual([-32603, 'upstream-error']);
    expect(answer.text).not.toContain('Who?');
    folder.remove();
  });
});

describe('A server that may not ask', () => {
  it('[question-switch] is told that nobody answers', async () => {
    const client = clientOf('silent');
    expect(textOf(resultOf(await call(client, 'plain')))).toContain('{}');
    expect(textOf(resultOf(await call(client, 'ask')))).toBe('refused -32601');
  });
});
