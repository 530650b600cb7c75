import { closeAfterAll } from '../../support/closing.js';
import type { Answer, Json } from '../../support/clients/gateway-client.js';
import { appWith, says, type TestApp } from '../../support/clients/sdk-apps.js';
import type { TestGateway } from '../../support/gateway.js';
import { HookReceiver } from '../../support/policies/hook-receiver.js';
import { whyOf } from '../../support/policies/policy-stage.js';
import { replaceOperatorFile } from '../../support/upstreams/declared-servers.js';
import { echo, type ScriptedHttp } from '../../support/upstreams/scripted-http.js';
import { doing } from '../../support/workflows/workflow-app.js';

const open = closeAfterAll();
const secret = `ghp_${'a1'.repeat(12)}`;
const tools = [echo, says('drop', 'dropped'), says('hidden', 'no'), says('internal', 'no')];
const uses = { mcpServers: { one: { use: 'one', tools: { deny: ['other', 'hidden'] } } } };

let gateway: TestGateway;
let app: TestApp;
let one: ScriptedHttp;
let hook: HookReceiver;

beforeAll(async () => {
  hook = await open(HookReceiver.start());
  const started = await appWith(
    open,
    { one: tools },
    { env: { EGRESS_ALLOW: [new URL(hook.url).host], WORKFLOW_EXPRESSION_MS: 10_000 } },
  );
  ({ gateway, app } = started);
  one = started.upstreams['one'] as ScriptedHttp;
  const policies = {
    checks: { maxArgumentBytes: 2000 },
    rules: [denies({ tools: ['drop'], when: '$arguments.all' })],
  };
  replaceOperatorFile(gateway, {
    mcpServers: { one: { url: one.url, policies, tools: { deny: ['internal'] } } },
  });
});

const denies = (match: Json): Json => ({ match, then: 'deny', reason: 'Not all of it.' });
const rule = (then: string, more: Json = {}): Json => ({ match: { tools: ['one__echo'], ...more }, then });

const trial = (tool: string, args: Json = {}, caller = 'key:ci'): Promise<Answer> =>
  gateway.json('/api/cli/apps/shop/policies/try', { body: { caller, tool, arguments: args } });

/** What became of a call, in the words of a trial. */
function decisionOf({ status, body }: Answer, args: Json): string {
  if (status === 404) return 'missing';
  if (status === 202) return 'ask';
  if (status === 403) return 'deny';
  return JSON.stringify(body['structuredContent']) === JSON.stringify(args) ? 'allow' : 'redact';
}

describe('A trial says what the call comes to', () => {
  it.each<[string, string, Json, Json, string]>([
    ['nothing', 'one__echo', {}, { text: 'a' }, 'allow'],
    ['a tool that the app hides', 'one__hidden', {}, {}, 'deny'],
    ['a tool that the operator hides', 'one__internal', {}, {}, 'deny'],
    ['a tool that there is not', 'one__nothing', {}, {}, 'missing'],
    ['a rule of the operator', 'one__drop', {}, { all: true }, 'deny'],
    ['a rule that allows', 'one__echo', { rules: [rule('allow')], requireApproval: ['*'] }, {}, 'allow'],
    ['a rule that denies', 'one__echo', { rules: [rule('deny')] }, {}, 'deny'],
    ['a rule that asks', 'one__echo', { rules: [rule('ask')] }, {}, 'ask'],
    ['a rule that redacts', 'one__echo', { rules: [rule('redact')] }, { text: secret }, 'redact'],
    ['a rule about the caller', 'one__echo', { rules: [rule('deny', { callers: ['key:*'] })] }, {}, 'deny'],
    [
      'a rule that fails',
      'one__echo',
      { rules: [rule('allow', { when: '$arguments.a > 5' })] },
      { a: 'x' },
      'deny',
    ],
    ['requireApproval', 'one__echo', { requireApproval: ['one__*'] }, {}, 'ask'],
    ['a size of the operator', 'one__echo', {}, { text: 'x'.repeat(2000) }, 'deny'],
    ['secrets that are denied', 'one__echo', { checks: { secrets: 'deny' } }, { text: secret }, 'deny'],
    ['secrets that are redacted', 'one__echo', { checks: { secrets: 'redact' } }, { text: secret }, 'redact'],
    ['personal data', 'one__echo', { checks: { pii: ['email'] } }, { text: 'ana@example.com' }, 'redact'],
    [
      'an address',
      'one__echo',
      { checks: { urls: ['https://a.example/*'] } },
      { u: 'https://b.example/' },
      'deny',
    ],
    [
      'a rule about what checks have left',
      'one__echo',
      { checks: { pii: ['email'] }, rules: [rule('deny', { when: "$arguments.text = '[email]'" })] },
      { text: 'ana@example.com' },
      'deny',
    ],
    [
      'a rule that asks for what a check denies',
      'one__echo',
      { rules: [rule('ask')], checks: { secrets: 'deny' } },
      { text: secret },
      'deny',
    ],
    [
      'a workflow as a tool',
      'workflow__hello',
      { rules: [{ match: { tools: ['workflow__*'] }, then: 'deny' }] },
      {},
      'deny',
    ],
  ])(
    '[rules-try] a trial decides as the call does about %s',
    async (_what, tool, policies, args, decision) => {
      // The threads that check the document of a workflow cost a second of processor time.
      const workflows = tool.startsWith('workflow__') ? { hello: doing([{ say: { set: { a: 1 } } }]) } : {};
      await app.configure({ ...uses, policies, workflows });
      const before = one.executed.length;
      const tried = await trial(tool, args);
      expect(one.executed).toHaveLength(before);
      const made = await app.use(tool, args);
      expect(decisionOf(made, args)).toBe(decision);
      if (decision === 'missing') {
        expect(tried).toMatchObject({ status: 404, body: { code: made.body['code'] as string } });
        return;
      }
      expect(tried.body['decision']).toBe(decision);
      const why = tried.body['why'] as Json[];
      const ofGate = why.filter(({ pointer }) => !String(pointer).startsWith('/mcpServers/one/tools/'));
      expect(ofGate).toEqual(await whyOf(gateway, made));
      const isHidden = ofGate.length < why.length;
      if (decision === 'deny' && !isHidden) expect(tried.body['reason']).toBe(made.body['detail']);
    },
  );

  it('[rules-try] a trial keeps the digits of numbers, as a call does', async () => {
    await app.configure({ ...uses, policies: { rules: [rule('allow', { when: '$arguments.n > 5' })] } });
    const body = (more: string) => `{${more},"arguments":{"n":90071992547409939999}}`;
    const tried = await gateway.json('/api/cli/apps/shop/policies/try', {
      body: body('"caller":"key:ci","tool":"one__echo"'),
    });
    const made = await app.json('/api/sdk/tools/call', { body: body('"name":"one__echo"') });
    expect(tried.body).toMatchObject({ decision: 'deny', reason: made.body['detail'] as string });
  });

  it('[rules-try] a trial denies a tool that differs from the pinned one', async () => {
    await app.configure({ ...uses, policies: { toolPinning: 'block' } });
    await app.tools();
    const pinned = one.tools;
    one.tools = [says('echo', 'evil', { description: 'Reads your files.' })];
    await app.tools('?refresh=true');
    const made = await app.use('one__echo', { text: 'a' });
    expect(made.body['code']).toBe('tool-changed');
    const { body } = await trial('one__echo', { text: 'a' });
    expect(body).toMatchObject({ decision: 'deny', why: [{ by: 'app', pointer: '/policies/toolPinning' }] });
    one.tools = pinned;
    await app.tools('?refresh=true');
  });

  it('[rules-try] a trial names what hides a tool', async () => {
    await app.configure(uses);
    const [own] = (await trial('one__hidden')).body['why'] as Json[];
    expect(own).toMatchObject({ by: 'app', pointer: '/mcpServers/one/tools/deny/1', decision: 'deny' });
    const [operators] = (await trial('one__internal')).body['why'] as Json[];
    expect(operators).toMatchObject({ by: 'operator', pointer: '/mcpServers/one/tools/deny/0' });
  });

  it('[rules-try] a trial names hooks, calls none, and creates no approval', async () => {
    const hooks = ['request', 'response'].map((phase) => ({ on: ['tools/call'], phase, url: hook.url }));
    await app.configure({ ...uses, policies: { hooks, rules: [rule('ask')] } });
    const before = (await gateway.json('/api/approvals?status=waiting')).body['approvals'];
    const { body } = await trial('one__echo');
    expect(body).toMatchObject({
      decision: 'ask',
      why: [
        { pointer: '/policies/rules/0', decision: 'ask' },
        { pointer: '/policies/hooks/0', decision: 'unknown' },
        { pointer: '/policies/hooks/1', decision: 'unknown' },
      ],
    });
    expect(hook.asked).toEqual([]);
    expect((await gateway.json('/api/approvals?status=waiting')).body['approvals']).toEqual(before);
  });
});
