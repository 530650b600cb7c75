import { PeopleStore } from '../../../src/accounts/people/people-store.port.js';
import { ticketOf } from '../../support/clients/approvals.js';
import { letMembersConfigure, personIn, type AppsClient } from '../../support/clients/apps-client.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { closeAfterAll, closeAfterEach } from '../../support/closing.js';
import { connect, connectScene } from '../../support/connecting.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { HookReceiver } from '../../support/policies/hook-receiver.js';
import { TestClock } from '../../support/test-clock.js';
import { answers, text } from '../../support/upstreams/behaviours.js';
import { declareServers } from '../../support/upstreams/declared-servers.js';
import { echo, ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';
import { waitFor } from '../../support/wait-for.js';

const keep = closeAfterAll();
const open = closeAfterEach();
const clock = new TestClock();
const pass = tool('check', answers(text('{"decision":"pass"}')));
const post = tool('post', answers(text('posted')));
let gateway: TestGateway;
let upstream: ScriptedHttp;

beforeAll(async () => {
  upstream = await keep(ScriptedHttp.start([echo, pass, post]));
  gateway = await keep(
    startGateway({
      clock,
      // `files` is open to members of the tests, `vault` is not.
      mcpServers: { files: { url: upstream.url }, vault: { url: upstream.url } },
      env: { EGRESS_ALLOW: ['127.0.0.1'] },
    }),
  );
});

const config = (policies: Json) => ({
  mcpServers: { files: { use: 'files' }, vault: { use: 'vault' } },
  policies,
});
const hookOf = (reference: string, more: Json = {}) => ({
  hooks: [{ on: ['tools/call'], phase: 'request', tool: reference, ...more }],
});
const noticeOf = (reference: string) => ({
  requireApproval: ['files__echo'],
  notify: [{ on: 'approval', tool: reference, with: { text: 'chosen by the author' } }],
});

/** An account in which members configure apps, and can use `files` alone once `narrow` has run. */
async function house(slug: string) {
  const owner = await personIn(gateway, slug);
  await letMembersConfigure(gateway, owner.accountId);
  const member = await personIn(gateway, owner.accountId, 'member');
  const made = await owner.newApp(slug, config({}), { slug });
  const put = (grants: readonly Json[]) => owner.json('/api/cli/grants', { method: 'PUT', body: { grants } });
  return {
    ...{ slug, owner, member, appId: String(made['id']) },
    narrow: () => put([{ role: 'member', servers: ['files', '*.files'] }]),
    widen: () => put([]),
    call: (by: AppsClient) => by.call(`${slug}.files`, 'echo', { word: 'x' }),
    executions: (name: string) => upstream.executions(name),
  };
}

const people = () => gateway.app.get(PeopleStore, { strict: false });
const callOf = async (client: AppsClient, id: string) => (await client.json(`/api/calls/${id}`)).body;
const hopsOf = (call: Json) => (call['hops'] ?? []) as Json[];

describe('A tool that a policy of an app calls', () => {
  it('[policy-calls-author] is not called by a notice whose author grants deny it to', async () => {
    const { slug, owner, member, appId, narrow, call } = await house('notice');
    await narrow();
    const saved = await member.save(slug, config(noticeOf('post@vault')));
    expect([saved.status, saved.body['warnings']]).toEqual([
      200,
      [expect.objectContaining({ code: 'policy-tool-not-granted', pointer: '/policies/notify/0/tool' })],
    ]);
    const before = upstream.executions('post');
    const { id } = ticketOf(await call(owner));
    await waitFor('the failure', () =>
      gateway.logs('approval.notice-failed').some(({ approval }) => approval === id),
    );
    expect(upstream.executions('post')).toBe(before);
    const record = await waitFor('the record', async () => {
      const found = await callOf(owner, id);
      return hopsOf(found).length > 0 && found;
    });
    expect(record).toMatchObject({
      caller: { userId: owner.userId },
      hops: [
        {
          ...{ outcome: 'refused', target: 'post' },
          cause: { kind: 'notice', by: 'app', pointer: '/policies/notify/0', appId, savedBy: member.userId },
        },
      ],
    });
    await owner.save(slug, config({ ...noticeOf('post@vault'), toolPinning: 'off' }));
    ticketOf(await owner.call(`${slug}.files`, 'echo', { word: 'y' }));
    await waitFor('the notice', () => upstream.executions('post') === before + 1);
  });

  it('[policy-calls-author] is not called by a hook whose author grants deny it to, and the hook refuses', async () => {
    const { slug, owner, member, narrow, widen, call } = await house('hook');
    expect((await member.save(slug, config(hookOf('check@vault')))).status).toBe(200);
    expect((await call(owner)).status).toBe(200);
    await narrow();
    const before = upstream.executions('check');
    const refused = await call(owner);
    expect([refused.status, refused.body['code']]).toEqual([403, 'tool-denied']);
    expect(upstream.executions('check')).toBe(before);
    await widen();
    expect((await call(owner)).status).toBe(200);
  });

  it('[policy-calls-author] is reported to an author without access when they save the config', async () => {
    const { slug, owner, member, narrow } = await house('saving');
    await owner.save(slug, config(hookOf('check@vault')));
    await narrow();
    const again = await member.save(slug, config({ ...hookOf('check@vault'), toolPinning: 'off' }));
    expect([again.status, again.body['errors']]).toEqual([
      422,
      [{ pointer: '/policies/hooks/0/tool', detail: expect.stringContaining('access grants') as string }],
    ]);
    const lax = await member.save(slug, config(hookOf('check@vault', { onError: 'allow' })));
    expect([lax.status, lax.body['warnings']]).toEqual([
      200,
      [expect.objectContaining({ code: 'policy-tool-not-granted', pointer: '/policies/hooks/0/tool' })],
    ]);
    expect((await member.save(slug, config(hookOf('check@files')))).body['warnings']).toEqual([]);
  });

  it('[policy-calls-author] is not called once the author has left, until another user saves the config', async () => {
    const { slug, owner, member, call } = await house('leaving');
    const policies = hookOf('check@files');
    const first = await member.save(slug, config(policies));
    await people().leave(owner.accountId, member.userId);
    const refused = await call(owner);
    expect([refused.status, refused.body['code']]).toEqual([403, 'tool-denied']);
    const [hop] = hopsOf(await callOf(owner, String(refused.headers.get('x-request-id'))));
    expect(hop).toMatchObject({ outcome: 'refused', cause: { kind: 'hook', savedBy: member.userId } });
    const second = await owner.save(slug, config(policies));
    expect(second.body).toMatchObject({ version: Number(first.body['version']) + 1, changes: [] });
    expect((await call(owner)).status).toBe(200);
    expect((await owner.save(slug, config(policies))).body['version']).toBe(second.body['version']);
  });

  it('[policy-calls-author] is not called for a caller whom grants deny it to', async () => {
    const { slug, owner, member, narrow, call } = await house('caller');
    await owner.save(slug, config(hookOf('check@vault')));
    await narrow();
    expect((await call(owner)).status).toBe(200);
    expect((await call(member)).body['code']).toBe('tool-denied');
  });

  it('[policy-calls-author] is judged by the operator’s rules for the author, too', async () => {
    const rules = [
      { match: { tools: ['check'], callers: ['*/role:owner'] }, then: 'allow' },
      { match: { tools: ['check'] }, then: 'deny' },
    ];
    await open(declareServers(gateway, { ruled: { url: upstream.url, policies: { rules } } }));
    const { slug, owner, member, call } = await house('ruled');
    const policies = { ...config(hookOf('check@ruled')) };
    const mcpServers = { ...policies.mcpServers, ruled: { use: 'ruled' } };
    expect((await member.save(slug, { ...policies, mcpServers })).status).toBe(200);
    expect((await call(owner)).body['code']).toBe('tool-denied');
    await owner.save(slug, { ...policies, mcpServers, features: { runWorkflow: true } });
    expect((await call(owner)).status).toBe(200);
  });

  it('[policy-calls-record] is on record with the policy and who saved it', async () => {
    const { slug, owner, member, appId, call } = await house('record');
    await owner.save(slug, config({ ...hookOf('check@files'), ...noticeOf('post@vault') }));
    const before = upstream.executions('post');
    const asked = await call(member);
    const { id } = ticketOf(asked);
    const author = { by: 'app', appId, savedBy: owner.userId };
    const request = hopsOf(await callOf(owner, String(asked.headers.get('x-request-id'))));
    expect(request.find(({ target }) => target === 'check')).toMatchObject({
      ...{ outcome: 'answered', cause: { kind: 'hook', pointer: '/policies/hooks/0', ...author } },
    });
    expect(request.find(({ target }) => target === 'echo')?.['cause']).toBeUndefined();
    await waitFor('the notice', () => upstream.executions('post') > before);
    const record = await waitFor('the record', async () => {
      const found = await callOf(member, id);
      return hopsOf(found).length > 0 && found;
    });
    expect(record).toMatchObject({ status: 200, caller: { userId: member.userId } });
    expect(hopsOf(record).find(({ target }) => target === 'post')).toMatchObject({
      ...{ outcome: 'answered', cause: { kind: 'notice', pointer: '/policies/notify/0', ...author } },
    });
  });
});

describe('Arguments that a hook of an app chooses', () => {
  it('[policy-calls-arguments] are refused for tools that grants deny to the author of the hook', async () => {
    const { slug, owner, member, narrow } = await house('arguments');
    const hook = await open(HookReceiver.start());
    hook.reply = ({ arguments: args }) =>
      (args as Json)['pass'] === true
        ? { decision: 'pass' }
        : { decision: 'change', arguments: { chosen: true } };
    const hooks = [{ on: ['tools/call'], phase: 'request', url: hook.url }];
    await narrow();
    expect((await member.save(slug, config({ hooks }))).status).toBe(200);
    const call = (server: string, args: Json = {}) => owner.call(`${slug}.${server}`, 'echo', args);
    expect((await call('files')).body['structuredContent']).toEqual({ chosen: true });
    const before = upstream.executions('echo');
    const refused = await call('vault');
    expect([refused.status, refused.body['code']]).toEqual([403, 'tool-denied']);
    expect(upstream.executions('echo')).toBe(before);
    expect((await call('vault', { pass: true })).status).toBe(200);
    await owner.save(slug, config({ hooks, toolPinning: 'off' }));
    expect((await call('vault')).body['structuredContent']).toEqual({ chosen: true });
  });
});

describe('Connections of persons', () => {
  const authorizations: string[] = [];
  const told = tool('post', (exchange) => {
    authorizations.push(exchange.record.headers.authorization ?? '');
    exchange.result({ content: [{ type: 'text', text: '{"decision":"pass"}' }] });
  });

  it('[policy-calls-connection] policies call through the app’s own connection, and through no person’s', async () => {
    const { owner, browser, issuer, server } = await connectScene(open, { gateway, clock });
    server.tools.push(told);
    await connect(browser, issuer, '/connect/notes');
    expect((await owner.call('notes', 'post')).status).toBe(200);
    const [personal] = authorizations.splice(0);
    const slug = `own-${String(Date.now())}`;
    const mcpServers = { files: { use: 'files' }, notes: { use: 'notes' } };
    await owner.newApp(slug, { mcpServers, policies: hookOf('post@notes') }, { slug });
    const refused = await owner.call(`${slug}.files`, 'echo', {});
    expect([refused.body['code'], authorizations]).toEqual(['tool-denied', []]);
    await connect(browser, issuer, `/connect/${slug}.notes?owner=app`);
    expect((await owner.call(`${slug}.files`, 'echo', {})).status).toBe(200);
    expect(authorizations).toHaveLength(1);
    expect(authorizations).not.toContain(personal);
  });

  it('[policy-calls-connection] hooks of the operator use no person’s connection', async () => {
    const { owner, browser, issuer, server } = await connectScene(open, { gateway, clock });
    server.tools.push(told);
    await connect(browser, issuer, '/connect/notes');
    const hooks = hookOf('post@notes');
    await open(declareServers(gateway, { hooked: { url: upstream.url, policies: hooks } }));
    authorizations.length = 0;
    const refused = await owner.call('hooked', 'echo', {});
    expect([refused.body['code'], authorizations]).toEqual(['tool-denied', []]);
  });
});
