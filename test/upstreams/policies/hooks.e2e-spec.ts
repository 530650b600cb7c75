import { createHmac } from 'node:crypto';
import { closeAfterAll, closeAfterEach } from '../../support/closing.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { createApp } from '../../support/clients/sdk-apps.js';
import { HookReceiver } from '../../support/policies/hook-receiver.js';
import {
  callBy,
  callPaths,
  policyStage,
  somePaths,
  told,
  whyOf,
  type CallStage,
} from '../../support/policies/policy-stage.js';
import { answers } from '../../support/upstreams/behaviours.js';
import { declareServers } from '../../support/upstreams/declared-servers.js';
import { echo, ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';

const keep = closeAfterAll();
const open = closeAfterEach();
const on = ['tools/call', 'resources/read', 'prompts/get'];
const secret = 'a shared secret';

let receiver: HookReceiver;
let stage: CallStage;

const wordOf = ({ arguments: args }: Json) => (args as Json | undefined)?.['word'];

/** Refuses one word, changes another, and breaks at the result of a third. */
function judge(body: Json): ReturnType<HookReceiver['reply']> {
  const word = wordOf(body);
  if (body['phase'] === 'request' && word === 'bad') return { decision: 'deny', reason: 'No such words.' };
  if (body['phase'] === 'request' && word === 'old')
    return { decision: 'change', arguments: { word: 'new' } };
  if (body['phase'] === 'response' && word === 'broken') return { status: 500, text: '{"decision":"pass"}' };
  return { decision: 'pass' };
}

beforeAll(async () => {
  receiver = await keep(HookReceiver.start());
  receiver.reply = judge;
  const { url } = receiver;
  const hooks = ['request', 'response'].map((phase) => ({ on, phase, url, secret }));
  stage = await policyStage(keep, { hooks }, { EGRESS_ALLOW: ['127.0.0.1'] });
});

const executions = () => stage.old.executed.length + stage.modern.executed.length;

describe('Hooks of the operator', () => {
  it.each(somePaths)('[hooks-paths] a hook refuses a call by %s', async (path) => {
    const before = executions();
    const text = await callBy(stage, path, 'line', { word: 'bad' });
    expect(text).toMatch(/No such words|tool-denied/);
    expect(executions()).toBe(before);
  });

  it.each(somePaths)('[hooks-paths] a hook changes the arguments of a call by %s', async (path) => {
    expect(await callBy(stage, path, 'line', { word: 'old' })).toContain('new');
  });

  it.each(callPaths)(
    '[hooks-unshown] a hook that does not decide about a result keeps all of it back by %s',
    async (path) => {
      const text = await callBy(stage, path, 'line', { word: 'broken' });
      expect(text).toMatch(/did not decide|tool-denied/);
      expect(text).not.toContain(told);
    },
  );

  // Only HTTP servers report progress.
  it.each(callPaths.filter((path) => !path.includes('stdio')))(
    '[hooks-unshown] a hook on results keeps texts of progress and logs back by %s',
    async (path) => {
      const text = await callBy(stage, path, 'line', { word: 'fine' });
      expect(text).toContain('fine');
      for (const shown of text.split('\n').filter((row) => /notifications\/|event: progress/.test(row)))
        expect(shown).not.toContain(told);
    },
  );

  it('[hooks-why] the record of a call names the hooks that decided on it', async () => {
    const { gateway } = stage;
    const by = 'operator';
    const pointer = (index: number) => `/mcpServers/old/policies/hooks/${String(index)}`;
    expect(await whyOf(gateway, await gateway.call('old', 'line', { word: 'old' }))).toEqual([
      { by, pointer: pointer(0), decision: 'change' },
    ]);
    expect(await whyOf(gateway, await gateway.call('old', 'line', { word: 'bad' }))).toMatchObject([
      { by, pointer: pointer(0), decision: 'deny', reason: 'A hook refuses this: No such words.' },
    ]);
    expect(await whyOf(gateway, await gateway.call('old', 'line', { word: 'broken' }))).toContainEqual({
      ...{ by, pointer: pointer(1), decision: 'deny' },
      reason: 'A hook that decides about this did not decide.',
    });
  });

  it('[hooks-signature] requests to hooks are signed, and say who calls what', async () => {
    receiver.asked.length = 0;
    await stage.app.use('one__line', { word: 'fine' });
    expect(receiver.asked.map(({ body }) => body)).toMatchObject([
      {
        ...{ id: expect.stringMatching(/^hook_/) as string, phase: 'request', method: 'tools/call' },
        ...{ caller: { kind: 'key' }, server: 'one', tool: 'line', arguments: { word: 'fine' } },
      },
      { phase: 'response', result: { content: [{ type: 'text' }] } },
    ]);
    for (const { headers, text } of receiver.asked) {
      const [, at = '', mac] = /^t=(\d+),v1=([\da-f]{64})$/.exec(String(headers['x-gantry-signature'])) ?? [];
      expect(mac).toBe(createHmac('sha256', secret).update(`${at}.${text}`).digest('hex'));
      expect(Math.abs(Date.now() / 1000 - Number(at))).toBeLessThan(60);
    }
  });

  it('[hooks-errors] hooks receive the errors of servers as failed results', async () => {
    receiver.asked.length = 0;
    receiver.reply = ({ phase, result }) =>
      phase === 'response' && (result as Json)['isError'] === true
        ? { decision: 'change', result: { content: [{ type: 'text', text: 'It failed.' }] } }
        : { decision: 'pass' };
    const { text } = await stage.gateway.call('old', 'line', { fails: true });
    receiver.reply = judge;
    expect(text).toContain('It failed.');
    expect(text).not.toContain(told);
  });

  it('[hooks-contents] hooks decide about resources and prompts', async () => {
    receiver.asked.length = 0;
    receiver.reply = ({ phase, method, uri }) =>
      phase === 'request' && uri === 'note://two'
        ? { decision: 'deny' }
        : phase === 'request' && method === 'prompts/get'
          ? { decision: 'change', arguments: { who: 'Eve' } }
          : { decision: 'pass' };
    const { gateway } = stage;
    const note = (uri: string) => gateway.mcp('old', 'resources/read', { uri });
    expect((await note('note://one')).status).toBe(200);
    expect((await note('note://two')).body).toMatchObject({ code: 'tool-denied' });
    const prompt = await gateway.mcp('old', 'prompts/get', { name: 'greet', arguments: { who: 'Ana' } });
    expect(prompt.text).toContain('Hello Eve');
    receiver.reply = judge;
  });

  it.each([
    ['another status', { status: 201, text: '{"decision":"pass"}' }],
    ['a redirect', { status: 302, text: '', headers: { location: '/elsewhere' } }],
    ['what is no JSON', { status: 200, text: 'pass' }],
    ['no decision', {}],
    ['a decision that there is not', { decision: 'allow' }],
    ['two', { status: 200, text: '[{"decision":"pass"},{"decision":"pass"}]' }],
    ['a change without arguments', { decision: 'change' }],
  ])('[hooks-failures] a hook that answers with %s refuses the call', async (_, reply) => {
    receiver.asked.length = 0;
    receiver.reply = () => reply;
    const refused = await stage.gateway.call('old', 'line', { word: 'x' });
    receiver.reply = judge;
    expect(refused).toMatchObject({ status: 403, body: { code: 'tool-denied' } });
    expect(receiver.asked).toHaveLength(1);
  });

  it('[hooks-ask] a hook can require an approval', async () => {
    receiver.reply = () => ({ decision: 'ask' });
    const asked = await stage.gateway.call('old', 'line', { word: 'x' });
    receiver.reply = judge;
    expect(asked).toMatchObject({ status: 202, body: { approval: { id: expect.any(String) as string } } });
  });
});

describe('What a hook has changed', () => {
  it('[hooks-judged] what a hook has changed is subject to rules and checks', async () => {
    const hook = await open(HookReceiver.start());
    const server = await open(ScriptedHttp.start([echo]));
    const { url } = hook;
    const policies = {
      rules: [
        { match: { tools: ['echo'], when: "$arguments.word = 'forbidden'" }, then: 'deny', reason: 'Never.' },
      ],
      hooks: [
        { on, phase: 'request', url },
        { on, phase: 'response', url },
      ],
      checks: { pii: ['email'] },
    };
    const { gateway } = stage;
    await open(declareServers(gateway, { one: { url: server.url, policies } }));
    hook.reply = ({ phase }) =>
      phase === 'request' ? { decision: 'change', arguments: { word: 'forbidden' } } : { decision: 'pass' };
    expect((await gateway.call('one', 'echo', { word: 'x' })).body).toMatchObject({ detail: 'Never.' });
    hook.reply = ({ phase }) =>
      phase === 'request'
        ? { decision: 'change', arguments: { word: told } }
        : { decision: 'change', result: { content: [{ type: 'text', text: told }] } };
    const { text } = await gateway.call('one', 'echo', { word: 'x' });
    expect(server.requests.at(-1)?.rpc?.params['arguments']).toEqual({ word: '[email]' });
    expect(text).toContain('[email]');
    expect(text).not.toContain(told);
  });
});

describe('A hook that never answers', () => {
  it.each(['request', 'response'])(
    '[hooks-timeout] a %s hook that never answers refuses after timeoutMs, or passes with onError',
    async (phase) => {
      const silent = await open(HookReceiver.start());
      silent.reply = () => 'never';
      const server = await open(ScriptedHttp.start([echo]));
      const hook = { on, phase, url: silent.url, timeoutMs: 50 };
      const { gateway } = stage;
      await open(
        declareServers(gateway, {
          strict: { url: server.url, policies: { hooks: [hook] } },
          lax: { url: server.url, policies: { hooks: [{ ...hook, onError: 'allow' }] } },
        }),
      );
      expect((await gateway.call('strict', 'echo', {})).body).toMatchObject({ code: 'tool-denied' });
      expect((await gateway.call('lax', 'echo', { a: 1 })).body).toMatchObject({
        structuredContent: { a: 1 },
      });
    },
  );
});

describe('Hooks of an app', () => {
  it('[hooks-apps] hooks of an app are signed with its secrets, where these can go', async () => {
    const hook = await open(HookReceiver.start());
    const server = await open(ScriptedHttp.start([echo]));
    const { gateway } = stage;
    const app = await createApp(gateway, 'signing', {});
    const put = (value: string, origins: string[]) =>
      gateway.json('/api/cli/apps/signing/secrets/KEY', { method: 'PUT', body: { value, origins } });
    expect((await put('s3cret', ['https://elsewhere.example'])).status).toBeLessThan(300);
    await app.configure({
      mcpServers: { one: { url: server.url } },
      policies: { hooks: [{ on, phase: 'request', url: hook.url, secret: '${secret:KEY}' }] },
    });
    expect((await app.use('one__echo')).body).toMatchObject({ code: 'tool-denied' });
    expect(hook.asked).toHaveLength(0);
    expect((await put('s3cret', [new URL(hook.url).origin])).status).toBeLessThan(300);
    expect((await app.use('one__echo')).status).toBe(200);
    const [asked] = hook.asked;
    const signature = String(asked?.headers['x-gantry-signature']);
    const [, at = '', mac] = /^t=(\d+),v1=(.+)$/.exec(signature) ?? [];
    expect(mac).toBe(
      createHmac('sha256', 's3cret')
        .update(`${at}.${asked?.text ?? ''}`)
        .digest('hex'),
    );
  });

  it('[hooks-faults] faults in hooks are reported with their place', async () => {
    const { gateway } = stage;
    await createApp(gateway, 'faulty', {});
    const hooks = [
      { on, phase: 'request' },
      { on, phase: 'before', url: 'ftp://a.example' },
      { on, phase: 'request', tool: 'check@nowhere' },
      { on, phase: 'request', url: 'http://10.0.0.1/' },
      { on, phase: 'request', url: 'https://a.example/${secret:A}', secret: '${env:A}' },
    ];
    const pointersOf = async (some: readonly Json[]) => {
      const { body } = await gateway.json('/api/cli/apps/faulty/config', {
        ...{ method: 'PUT', body: { config: { policies: { hooks: some } } }, headers: { 'if-match': '*' } },
      });
      return ((body['errors'] ?? []) as { pointer: string }[]).map(({ pointer }) => pointer);
    };
    const found = await Promise.all(hooks.map((hook) => pointersOf([hook])));
    expect(found).toEqual([
      ['/policies/hooks/0'],
      expect.arrayContaining(['/policies/hooks/0/phase']),
      ['/policies/hooks/0/tool'],
      ['/policies/hooks/0/url'],
      ['/policies/hooks/0/url', '/policies/hooks/0/secret'],
    ]);
  });
});

describe('A hook that is a tool', () => {
  it('[hooks-tools] a tool can be a hook, and is no hook for itself', async () => {
    const check = tool('check', (exchange) => {
      const { arguments: args } = exchange.args as { arguments: Json };
      const decision = args['word'] === 'bad' ? { decision: 'deny', reason: 'Bad.' } : { decision: 'pass' };
      void answers({ content: [{ type: 'text', text: JSON.stringify(decision) }] })(exchange);
    });
    const server = await open(ScriptedHttp.start([echo, check]));
    const hooks = [{ on: ['tools/call'], phase: 'request', tool: 'check@one' }];
    const { gateway } = stage;
    await open(declareServers(gateway, { one: { url: server.url, policies: { hooks } } }));
    expect((await gateway.call('one', 'echo', { word: 'x' })).status).toBe(200);
    expect(server.executions('check')).toBe(1);
    const app = await createApp(gateway, 'tooled', {
      mcpServers: { one: { use: 'one' } },
      policies: { hooks },
    });
    expect((await app.use('one__echo', { word: 'bad' })).body).toMatchObject({
      ...{ code: 'tool-denied', detail: expect.stringContaining('Bad.') as string },
    });
    expect((await app.use('one__echo', { word: 'x' })).status).toBe(200);
    // The operator's for the call, then for the app's as its caller and as its author makes it, and that one itself.
    expect(server.executions('check')).toBe(1 + 1 + 4);
  });
});
