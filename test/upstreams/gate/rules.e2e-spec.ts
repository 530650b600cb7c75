import { closeAfterAll } from '../../support/closing.js';
import type { Answer, Json } from '../../support/clients/gateway-client.js';
import { appWith, says, type TestApp } from '../../support/clients/sdk-apps.js';
import type { TestGateway } from '../../support/gateway.js';
import { replaceOperatorFile } from '../../support/upstreams/declared-servers.js';
import { echo, type ScriptedHttp } from '../../support/upstreams/scripted-http.js';
import { waitFor } from '../../support/wait-for.js';

const open = closeAfterAll();
const secret = `ghp_${'a1'.repeat(12)}`;

let gateway: TestGateway;
let app: TestApp;
let one: ScriptedHttp;

beforeAll(async () => {
  const started = await appWith(
    open,
    { one: [echo, says('leak', `it is ${secret}`)] },
    { env: { WORKFLOW_EXPRESSION_MS: 10_000 } },
  );
  ({ gateway, app } = started);
  one = started.upstreams['one'] as ScriptedHttp;
});

const rule = (then: string, match: Json = {}, reason?: string): Json => ({
  match: { tools: ['one__*'], ...match },
  then,
  ...(reason === undefined ? {} : { reason }),
});

function ruled(rules: readonly Json[], more: Json = {}): Promise<void> {
  return app.configure({ mcpServers: { one: { use: 'one' } }, policies: { rules, ...more } });
}

const codeOf = ({ status, body }: Answer): unknown => (status === 200 ? 200 : body['code']);

async function hopOf(answer: Answer): Promise<Json> {
  const path = `/api/calls/${String(answer.headers.get('x-request-id'))}`;
  const [hop] = await waitFor('the call to be recorded', async () => {
    const { status, body } = await gateway.json(path);
    return status === 200 && (body['hops'] as Json[]);
  });
  return hop as Json;
}

describe('Rules', () => {
  it('[rules-first] the first rule that matches decides, before requireApproval', async () => {
    const requireApproval = ['one__echo'];
    await ruled([rule('deny', { when: '$arguments.a = 1' }), rule('allow', { when: '$arguments.a <= 2' })], {
      requireApproval,
    });
    expect(codeOf(await app.use('one__echo', { a: 1 }))).toBe('tool-denied');
    expect(codeOf(await app.use('one__echo', { a: 2 }))).toBe(200);
    expect(codeOf(await app.use('one__echo', { a: 3 }))).not.toBe(200);
    expect(codeOf(await app.use('one__leak', { a: 3 }))).toBe(200);
  });

  it.each([
    ['key:*', 'app', 'tool-denied'],
    ['user:*', 'app', 200],
    ['user:*', 'person', 'tool-denied'],
    ['role:owner', 'person', 'tool-denied'],
    ['key:*', 'person', 200],
  ])('[rules-callers] a rule for %s decides about the %s: %s', async (pattern, who, outcome) => {
    await ruled([rule('deny', { callers: [pattern] })]);
    const answer = who === 'app' ? await app.use('one__echo') : await gateway.call('shop.one', 'echo', {});
    expect(codeOf(answer)).toBe(outcome);
  });

  it('[rules-callers] conditions can use the caller, the tool and the time', async () => {
    const when =
      "$caller.kind = 'key' and $tool.name = 'one__echo' and $tool.server = 'one' and $toMillis($time) > 0";
    await ruled([rule('deny', { when })]);
    expect(codeOf(await app.use('one__echo'))).toBe('tool-denied');
    expect(codeOf(await app.use('one__leak'))).toBe(200);
  });

  it('[rules-why] the record of a call names the rule that refused or allowed it', async () => {
    await ruled([rule('allow', { when: '$arguments.a = 1' }, 'Known.'), rule('deny', {}, 'Unknown.')]);
    const allowed = await hopOf(await app.use('one__echo', { a: 1 }));
    const pointer = '/policies/rules/0';
    expect(allowed['why']).toEqual([{ by: 'app', pointer, decision: 'allow', reason: 'Known.' }]);
    const refused = await app.use('one__echo', { a: 2 });
    expect(refused.body).toMatchObject({ code: 'tool-denied', detail: 'Unknown.' });
    expect(await hopOf(refused)).toMatchObject({
      outcome: 'refused',
      why: [{ by: 'app', pointer: '/policies/rules/1', decision: 'deny', reason: 'Unknown.' }],
    });
  });

  it.each(['_jsonata_lambda', '_jsonata_function'])(
    '[expressions-marks] arguments do not hide from a condition behind the member %s',
    async (mark) => {
      await ruled([rule('deny', { when: '$arguments.a > 5 or $exists($arguments.options.force)' })]);
      const before = one.executions('echo');
      for (const args of [{ a: 6, [mark]: true }, { options: { force: true, [mark]: true } }])
        expect(codeOf(await app.use('one__echo', args))).toBe('tool-denied');
      expect(one.executions('echo')).toBe(before);
      expect(codeOf(await app.use('one__echo', { a: 1, [mark]: true }))).toBe(200);
    },
  );

  it('[rules-bounds] a condition that fails refuses the call', async () => {
    await ruled([rule('allow', { when: '$arguments.a > 5' })]);
    const before = one.executions('echo');
    const refused = await app.use('one__echo', { a: 'x' });
    expect(refused.body).toMatchObject({ code: 'tool-denied' });
    expect(refused.body['detail']).toContain('/policies/rules/0');
    expect(one.executions('echo')).toBe(before);
  });

  it('[rules-redact] no secret reaches the server or comes back', async () => {
    await ruled([rule('redact', { when: "$contains($string($arguments), 'ghp_') or $tool.tool = 'leak'" })]);
    const sent = await app.use('one__echo', { text: `with ${secret}`, password: 'x' });
    expect(sent.body['structuredContent']).toEqual({ text: 'with [redacted]', password: '[redacted]' });
    expect((await app.use('one__leak')).text).toContain('it is [redacted]');
    expect((await app.use('one__echo', { password: 'x' })).body['structuredContent']).toEqual({
      password: 'x',
    });
  });
});

describe('A dry run', () => {
  it('[rules-try] a dry run returns the outcome and its rules, and calls nothing', async () => {
    await ruled([
      rule('allow', { callers: ['role:owner'] }),
      rule('deny', { callers: ['key:ci'] }, 'Not by CI.'),
    ]);
    const before = one.executed.length;
    const trial = async (caller: string, tool = 'one__echo'): Promise<Answer> =>
      gateway.json('/api/cli/apps/shop/policies/try', { body: { caller, tool, arguments: {} } });
    expect((await trial('key:ci')).body).toEqual({
      ...{ decision: 'deny', reason: 'Not by CI.' },
      why: [{ by: 'app', pointer: '/policies/rules/1', decision: 'deny', reason: 'Not by CI.' }],
    });
    expect((await trial('role:owner')).body).toMatchObject({ decision: 'allow', why: [{ by: 'app' }] });
    expect((await trial('key:other')).body).toEqual({ decision: 'allow', why: [] });
    expect((await trial('key:ci', 'none__echo')).status).toBe(404);
    expect(one.executed).toHaveLength(before);
  });
});

describe('A faulty rule', () => {
  it("[rules-faults] a faulty rule in the operator's file keeps the last good servers", async () => {
    const server = { url: one.url };
    const when = '$argument = 1';
    const policies = { rules: [{ match: { tools: ['*'], when }, then: 'deny' }] };
    replaceOperatorFile(gateway, { mcpServers: { one: { ...server, policies } } });
    const line = JSON.stringify(gateway.logs('servers.file-broken').at(-1));
    expect(line).toContain('/mcpServers/one/policies/rules/0/match/when');
    expect(codeOf(await gateway.call('one', 'echo', {}))).toBe(200);
    replaceOperatorFile(gateway, { mcpServers: { one: server } });
  });

  it.each([
    ['$arguments.a = ', '/policies/rules/0/match/when', true],
    ['$argument.a = 1', '/policies/rules/0/match/when', false],
  ])('[rules-faults] %j is not saved', async (when, pointer, hasPosition) => {
    const config = { mcpServers: { one: { use: 'one' } }, policies: { rules: [rule('deny', { when })] } };
    const path = `/api/cli/apps/${app.slug}/config`;
    const { status, body } = await gateway.json(path, {
      ...{ method: 'PUT', body: { config }, headers: { 'if-match': '*' } },
    });
    expect(status).toBe(422);
    expect(body['errors']).toMatchObject([{ pointer }]);
    expect(JSON.stringify(body['errors']).includes('"position":')).toBe(hasPosition);
  });
});
