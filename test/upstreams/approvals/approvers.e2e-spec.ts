import { decidersBy, type ApproverTerms } from '../../../src/upstreams/approvals/deciders.js';
import { decide, inboxOf, ticketOf, type Ticket } from '../../support/clients/approvals.js';
import { personIn } from '../../support/clients/apps-client.js';
import type { GatewayClient, Json } from '../../support/clients/gateway-client.js';
import { says } from '../../support/clients/sdk-apps.js';
import { closeAfterAll, closeAfterEach } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { HookReceiver } from '../../support/policies/hook-receiver.js';
import { declareServers } from '../../support/upstreams/declared-servers.js';
import { echo, ScriptedHttp } from '../../support/upstreams/scripted-http.js';
import { waitFor } from '../../support/wait-for.js';
import { call, doing, Workflows } from '../../support/workflows/workflow-app.js';

const keep = closeAfterAll();
const open = closeAfterEach();
const rule = (then: string, more: Json = {}) => ({ match: { tools: ['*drop'], ...more }, then });
let gateway: TestGateway;
let upstream: ScriptedHttp;

beforeAll(async () => {
  upstream = await keep(ScriptedHttp.start([says('drop', 'dropped'), echo]));
  const { url } = upstream;
  gateway = await keep(
    startGateway({
      mcpServers: {
        one: { url },
        asking: { url, policies: { rules: [rule('ask')] } },
        named: { url, policies: { rules: [rule('ask')], approvers: { roles: ['owner'] } } },
      },
      env: { EGRESS_ALLOW: ['127.0.0.1'] },
    }),
  );
});

let houses = 0;

/** An account with an app and people of each role. */
async function house(policies: Json = {}, more: Json = {}) {
  const slug = `house-${String(++houses)}`;
  const owner = await personIn(gateway, slug);
  const mcpServers = { one: { use: 'one' }, asking: { use: 'asking' }, named: { use: 'named' } };
  await owner.newApp(slug, { mcpServers, policies, ...more }, { slug });
  const admin = await personIn(gateway, owner.accountId, 'admin');
  const member = await personIn(gateway, owner.accountId, 'member');
  const use = (by: GatewayClient, server: string, args: Json = {}, headers: Record<string, string> = {}) =>
    by.call(`${slug}.${server}`, 'drop', args, {}, { headers });
  return {
    ...{ slug, owner, admin, member, use },
    ask: async (by: GatewayClient, server: string, args: Json = {}) => ticketOf(await use(by, server, args)),
    save: async (next: Json) => {
      const { status, text } = await owner.save(slug, { mcpServers, policies: next, ...more });
      if (status !== 200) throw new Error(text);
    },
  };
}

const statusBy = async (client: GatewayClient, ticket: Pick<Ticket, 'id'>, more: Json = {}) =>
  (await decide(client, ticket, 'approve', more)).status;
const idsOf = async (client: GatewayClient) => (await inboxOf(client)).map(({ id }) => id);
const approvedBy = ({ id }: Ticket) => ({ 'x-approval': id });

const dropping = (server: string, more: Json = {}) => ({
  drops: doing([{ act: { ...call('drop', {}, more), call: `drop@${server}` } }]),
});

/** A run of `drops` that waits for an approval. */
async function waitingRun(starter: GatewayClient, slug: string, overseer: GatewayClient) {
  const begun = await starter.json(`/api/sdk/workflows/execute?app=${slug}`, {
    body: { workflow: 'drops', mode: 'async' },
  });
  const run = String(begun.body['runId']);
  const ticket = await waitFor('the approval', async () => {
    const waiting = await inboxOf(overseer);
    return waiting.find(({ runId }) => runId === run) as Ticket | undefined;
  });
  return { run, ticket };
}

describe('Who decides, by all terms', () => {
  const app = (terms: ApproverTerms): ApproverTerms => ({ ...terms, by: 'app' });
  const operator = (terms: ApproverTerms): ApproverTerms => ({ ...terms, by: 'operator' });

  it.each<[string, 'operator' | 'app', ApproverTerms[], string[], boolean]>([
    ['owners and admins without terms', 'operator', [], ['owner', 'admin'], false],
    ['no members for the operator', 'operator', [app({ roles: ['member'] })], [], false],
    ['an app that narrows', 'operator', [app({ roles: ['owner', 'member'] })], ['owner'], false],
    ['an app that names the operator', 'operator', [app({ operator: true })], ['owner', 'admin'], false],
    ['a workflow', 'operator', [{ roles: ['admin', 'member'] }], ['admin'], false],
    [
      'the operator’s members',
      'operator',
      [operator({ roles: ['owner', 'member'] }), app({ roles: ['member', 'admin'] })],
      ['member'],
      false,
    ],
    ['the operator alone', 'operator', [operator({ operator: true }), app({ roles: ['member'] })], [], true],
    ['members for an app', 'app', [app({ roles: ['member'] })], ['member'], false],
    [
      'the operator’s before an app',
      'app',
      [operator({ roles: ['owner'] }), app({ roles: ['member'] })],
      [],
      false,
    ],
    ['the person who asks in a chat', 'operator', [{ self: true }], ['owner', 'admin', 'caller'], false],
    ['no caller in a chat', 'operator', [app({ roles: ['owner'] }), { self: true }], ['owner'], false],
  ])('[approvals-widened] %s (required by the %s)', (_, requiredBy, terms, roles, isForOperator) => {
    expect(decidersBy(terms, requiredBy)).toMatchObject({ roles, isForOperator });
  });
});

describe('Approvers of an app', () => {
  it('[approvals-widened] narrow who decides about a rule of the operator, and widen nothing', async () => {
    const { ask, owner, admin, member } = await house({ approvers: { roles: ['member', 'owner'] } });
    const ticket = await ask(member, 'asking');
    expect([await statusBy(member, ticket), await statusBy(admin, ticket)]).toEqual([403, 403]);
    expect(await statusBy(owner, ticket)).toBe(200);
    const own = await ask(owner, 'named');
    expect([await statusBy(admin, own), await statusBy(owner, own)]).toEqual([403, 200]);
  });

  it('[approvals-widened] widen who decides about rules and hooks of the app itself', async () => {
    const approvers = { roles: ['member'] };
    const ruled = await house({ approvers, requireApproval: ['one__drop'] });
    expect(await statusBy(ruled.member, await ruled.ask(ruled.owner, 'one'))).toBe(200);
    const hook = await open(HookReceiver.start());
    hook.reply = () => ({ decision: 'ask' });
    const hooks = [{ on: ['tools/call'], phase: 'request', url: hook.url }];
    const hooked = await house({ approvers, hooks });
    expect(await statusBy(hooked.member, await hooked.ask(hooked.owner, 'one'))).toBe(200);
    const both = await house({
      approvers: { roles: ['member', 'admin'] },
      requireApproval: ['asking__drop'],
    });
    const ticket = await both.ask(both.member, 'asking');
    expect([await statusBy(both.member, ticket), await statusBy(both.admin, ticket)]).toEqual([403, 200]);
  });

  it('[approvals-widened] make no call wait that no one can approve', async () => {
    const { use, owner } = await house({ approvers: { roles: ['member'] } });
    const { status, body } = await use(owner, 'asking');
    expect([status, body['code'], body['approval']]).toEqual([403, 'approval-required', undefined]);
    expect(await inboxOf(owner)).toEqual([]);
  });

  it('[approvals-widened] of a workflow widen nothing for a rule of the operator', async () => {
    const metadata = { approvers: { roles: ['member', 'admin'] } };
    const { slug, admin, member } = await house({}, { workflows: dropping('asking', { metadata }) });
    const { run, ticket } = await waitingRun(member, slug, admin);
    expect(await statusBy(member, ticket)).toBe(403);
    expect(await statusBy(admin, ticket)).toBe(200);
    await new Workflows(member).reaches(run, 'completed');
  });
});

describe('Policies that change while a call waits', () => {
  const requireApproval = ['one__drop'];

  it('[approvals-policy-now] the approvers of the decision count', async () => {
    const { ask, save, owner, member, slug } = await house({ requireApproval });
    const ticket = await ask(owner, 'one');
    expect(await idsOf(member)).toEqual([]);
    await save({ requireApproval, approvers: { roles: ['member'] } });
    expect(await idsOf(member)).toEqual([ticket.id]);
    expect(await statusBy(owner, ticket)).toBe(403);
    await save({ requireApproval, approvers: { roles: ['admin'] } });
    expect([await idsOf(member), await statusBy(member, ticket)]).toEqual([[], 404]);
    await save({ requireApproval, approvers: { roles: ['member'] } });
    expect(await statusBy(member, ticket)).toBe(200);
    expect((await member.json(`/api/approvals/${ticket.id}`)).body).toMatchObject({ status: 'approved' });
    const made = await owner.call(`${slug}.one`, 'drop', {}, {}, { headers: approvedBy(ticket) });
    expect(made.status).toBe(200);
  });

  it('[approvals-policy-now] a call that a rule denies since is refused, though it is approved', async () => {
    const { ask, use, save, owner } = await house({ requireApproval });
    const before = upstream.executions('drop');
    const ticket = await ask(owner, 'one');
    const waits = use(owner, 'one', { n: 2 }, { prefer: 'wait=30' });
    const other = await waitFor('the other', async () =>
      (await inboxOf(owner)).find(({ id }) => id !== ticket.id),
    );
    await save({ requireApproval, rules: [rule('deny')] });
    expect(await statusBy(owner, ticket)).toBe(200);
    const refused = await use(owner, 'one', {}, approvedBy(ticket));
    expect([refused.status, refused.body['code']]).toEqual([403, 'tool-denied']);
    expect(await statusBy(owner, { id: String(other['id']) })).toBe(200);
    expect((await waits).body['code']).toBe('tool-denied');
    expect(upstream.executions('drop')).toBe(before);
  });

  it('[approvals-policy-now] a run whose call a rule denies since fails, though it is approved', async () => {
    const { slug, owner, member, save } = await house({ requireApproval }, { workflows: dropping('one') });
    const before = upstream.executions('drop');
    const { run, ticket } = await waitingRun(member, slug, owner);
    await save({ requireApproval, rules: [rule('deny')] });
    expect(await statusBy(owner, ticket)).toBe(200);
    expect(await new Workflows(member).reaches(run, 'failed')).toMatchObject({
      error: { code: 'tool-denied' },
    });
    expect(upstream.executions('drop')).toBe(before);
  });

  it('[approvals-policy-now] a run asks again when the operator asks what was approved for the app', async () => {
    await open(declareServers(gateway, { late: { url: upstream.url } }));
    const { slug, owner, member } = await house();
    const approvers = { roles: ['member', 'owner'] };
    const saved = await owner.save(slug, {
      ...{ mcpServers: { late: { use: 'late' } }, workflows: dropping('late') },
      policies: { approvers, requireApproval: ['late__drop'] },
    });
    expect(saved.status).toBe(200);
    const { run, ticket } = await waitingRun(member, slug, owner);
    await open(declareServers(gateway, { late: { url: upstream.url, policies: { rules: [rule('ask')] } } }));
    expect(await statusBy(member, ticket)).toBe(200);
    const next = await waitFor('the next approval', async () =>
      (await inboxOf(owner)).find(({ runId, id }) => runId === run && id !== ticket.id),
    );
    expect(await statusBy(member, { id: String(next['id']) })).toBe(403);
    expect(await statusBy(owner, { id: String(next['id']) })).toBe(200);
    await new Workflows(member).reaches(run, 'completed');
  });

  it('[approvals-policy-now] a call that no rule asks about any more runs without its approval', async () => {
    const { ask, use, save, owner } = await house({ requireApproval });
    const ticket = await ask(owner, 'one');
    await save({});
    expect((await use(owner, 'one')).status).toBe(200);
    expect(await statusBy(owner, ticket)).toBe(200);
    expect((await use(owner, 'one', {}, approvedBy(ticket))).status).toBe(200);
  });

  it('[approvals-policy-now] an approval for the app is none for a rule of the operator that came later', async () => {
    const approvers = { roles: ['member', 'owner'] };
    await open(declareServers(gateway, { later: { url: upstream.url } }));
    const { slug, owner, member } = await house();
    const mcpServers = { later: { use: 'later' } };
    const policies = { approvers, requireApproval: ['later__drop'] };
    expect((await owner.save(slug, { mcpServers, policies })).status).toBe(200);
    const use = (headers = {}) => owner.call(`${slug}.later`, 'drop', {}, {}, { headers });
    const ticket = ticketOf(await use());
    expect(await statusBy(member, ticket)).toBe(200);
    await open(declareServers(gateway, { later: { url: upstream.url, policies: { rules: [rule('ask')] } } }));
    const named = await use(approvedBy(ticket));
    expect([named.status, named.body['code']]).toEqual([403, 'approval-invalid']);
    const next = ticketOf(await use());
    expect([await statusBy(member, next), await statusBy(owner, next)]).toEqual([404, 200]);
    expect((await use(approvedBy(next))).status).toBe(200);
  });

  it('[approvals-policy-now] an approval by someone who decides no more is none', async () => {
    const { ask, use, save, owner, member } = await house({
      ...{ requireApproval, approvers: { roles: ['member'] } },
    });
    const ticket = await ask(owner, 'one');
    expect(await statusBy(member, ticket)).toBe(200);
    await save({ requireApproval, approvers: { roles: ['owner'] } });
    expect((await use(owner, 'one', {}, approvedBy(ticket))).body['code']).toBe('approval-invalid');
    await save({ requireApproval, approvers: { roles: ['owner', 'member'] } });
    expect((await use(owner, 'one', {}, approvedBy(ticket))).status).toBe(200);
  });

  it('[approvals-policy-now] an app that exchanges the server while a call waits gains no approver', async () => {
    const { slug, owner, admin, use } = await house();
    const serving = async (named: string) => {
      const { status, text } = await owner.save(slug, { mcpServers: { named: { use: named } } });
      if (status !== 200) throw new Error(text);
    };
    const ticket = ticketOf(await use(owner, 'named'));
    expect(await statusBy(admin, ticket)).toBe(403);
    await serving('asking');
    expect(await statusBy(admin, ticket)).toBe(200);
    await serving('named');
    const before = upstream.executions('drop');
    expect((await use(owner, 'named', {}, approvedBy(ticket))).body['code']).toBe('approval-invalid');
    expect(upstream.executions('drop')).toBe(before);
  });

  it('[approvals-policy-now] edited arguments that the operator asks about are not approved', async () => {
    const rules = [rule('ask', { when: '$arguments.amount > 100' })];
    await open(declareServers(gateway, { paid: { url: upstream.url, policies: { rules } } }));
    const { slug, owner, member } = await house();
    const mcpServers = { paid: { use: 'paid' } };
    const policies = { approvers: { roles: ['member', 'owner'] }, requireApproval: ['paid__drop'] };
    expect((await owner.save(slug, { mcpServers, policies })).status).toBe(200);
    const use = (args: Json, headers = {}) => owner.call(`${slug}.paid`, 'drop', args, {}, { headers });
    const before = upstream.executions('drop');
    const ticket = ticketOf(await use({ amount: 1 }));
    expect(await statusBy(member, ticket, { arguments: { amount: 1000 } })).toBe(200);
    expect((await use({ amount: 1 }, approvedBy(ticket))).body['code']).toBe('approval-invalid');
    expect(upstream.executions('drop')).toBe(before);
    const small = ticketOf(await use({ amount: 2 }));
    expect(await statusBy(member, small, { arguments: { amount: 3 } })).toBe(200);
    expect((await use({ amount: 2 }, approvedBy(small))).status).toBe(200);
  });
});
