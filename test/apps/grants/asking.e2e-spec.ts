import { browserOf } from '../../support/clients/console-client.js';
import { decide, inboxOf, ticketOf } from '../../support/clients/approvals.js';
import { personIn } from '../../support/clients/apps-client.js';
import { ChatClient, toolParts, user } from '../../support/clients/chat-client.js';
import { EventReader } from '../../support/clients/event-reader.js';
import type { GatewayClient, Json } from '../../support/clients/gateway-client.js';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { asksThenSays, ModelServer } from '../../support/models/model-server.js';
import { answers, text } from '../../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';

const open = closeAfterAll();
let gateway: TestGateway;
let upstream: ScriptedHttp;
let model: ModelServer;
let owner: Awaited<ReturnType<typeof personIn>>;
let member: Awaited<ReturnType<typeof personIn>>;

beforeAll(async () => {
  model = await open(ModelServer.start());
  upstream = await open(ScriptedHttp.start([echo, tool('erase', answers(text('erased')))]));
  const server = { url: upstream.url };
  gateway = await open(
    startGateway({
      mcpServers: { files: server, vault: server },
      env: {
        CHAT_PROVIDERS: { tiny: { baseUrl: model.url } },
        CHAT_DEFAULT_MODEL: 'tiny/one',
        EGRESS_ALLOW: ['127.0.0.0/8'],
      },
    }),
  );
  owner = await personIn(gateway, 'studio');
  member = await personIn(gateway, owner.accountId, 'member');
});

async function grant(...grants: readonly Json[]): Promise<void> {
  const { status, text: said } = await owner.json('/api/cli/grants', { method: 'PUT', body: { grants } });
  if (status !== 200) throw new Error(said);
}

describe('A chat', () => {
  const onlyEcho = { role: 'member', servers: ['files'], tools: { allow: ['echo'] } };
  const offered = () => (model.last.body.tools ?? []).map((one) => (one['function'] as Json)['name']);

  it('[grants-chat] has the tools that grants leave its caller, and calls no other', async () => {
    const chat = new ChatClient(member, 'files', { approval: 'never' });
    model.otherwise = asksThenSays({ name: 'erase', args: {} }, 'Done.');
    await grant({ role: 'member', servers: ['files'] });
    await chat.turn([user('erase it')]);
    expect(offered()).toEqual(['echo', 'erase']);
    expect(upstream.executed).toEqual(['erase']);
    await grant(onlyEcho);
    const { message } = await chat.turn([user('erase it')]);
    expect(offered()).toEqual(['echo']);
    expect(toolParts(message)).toMatchObject([{ state: 'output-error' }]);
    expect(upstream.executed).toEqual(['erase']);
    const at = (server: string) =>
      member.mcp(server, 'chat', { messages: [user('hello')] }, { headers: { accept: 'application/json' } });
    const [refused, missing] = [await at('vault'), await at('vau1t')];
    expect(refused).toMatchObject({ status: 404, body: { code: 'server-not-found' } });
    expect(refused.body['detail']).toBe(String(missing.body['detail']).replace('vau1t', 'vault'));
  });

  it('[grants-chat] goes no further with a tool that was taken away while the model thought', async () => {
    const chat = new ChatClient(member, 'files', { approval: 'never' });
    upstream.executed.length = 0;
    await grant({ role: 'member', servers: ['files'] });
    model.next = [
      async (reply, request) => {
        await grant(onlyEcho);
        await asksThenSays({ name: 'erase', args: {} }, 'Done.')(reply, request);
      },
    ];
    const { message } = await chat.turn([user('erase it')]);
    expect(toolParts(message)).toMatchObject([{ state: 'output-error' }]);
    expect(upstream.executed).toEqual([]);
  });
});

describe('A call that waits for a person', () => {
  const asking = (by: GatewayClient, name: string, more = {}) => by.call('desk.files', name, {}, {}, more);
  let other: Awaited<ReturnType<typeof personIn>>;

  beforeAll(async () => {
    await owner.newApp('desk', {
      mcpServers: { files: { use: 'files' } },
      policies: { requireApproval: ['*'], approvers: { roles: ['member'], except: 'caller' } },
    });
    other = await personIn(gateway, owner.accountId, 'member');
  });
  beforeEach(() => grant({ role: 'member', servers: ['*'] }));

  it('[grants-approvers] is there only for approvers whom grants leave its tool', async () => {
    await grant(
      { member: member.userId, servers: ['*'] },
      { member: other.userId, servers: ['desk.files'], tools: { allow: ['echo'] } },
    );
    const heard = new EventReader(await other.fetch('/api/events'));
    const hidden = ticketOf(await asking(member, 'erase'));
    const seen = ticketOf(await asking(member, 'echo'));
    await heard.first('approval.waiting');
    expect(JSON.stringify(heard.events)).toContain(seen.id);
    expect(JSON.stringify(heard.events)).not.toContain(hidden.id);
    await heard.response.body?.cancel().catch(() => undefined);
    expect(JSON.stringify(await inboxOf(other))).not.toContain(hidden.id);
    expect(await inboxOf(other)).toHaveLength(1);
    const shown = await Promise.all([hidden, seen].map(({ id }) => other.json(`/api/approvals/${id}`)));
    expect(shown.map(({ status }) => status)).toEqual([404, 200]);
    expect((await decide(other, hidden, 'approve')).status).toBe(404);
    expect((await decide(other, seen, 'approve')).status).toBe(200);
  });

  it('[grants-approvers] is judged by the grants of its caller again when it runs', async () => {
    upstream.executed.length = 0;
    const ticket = ticketOf(await asking(member, 'erase'));
    expect((await decide(other, ticket, 'approve')).status).toBe(200);
    await grant({ role: 'member', servers: ['desk.files'], tools: { allow: ['echo'] } });
    const again = { headers: { 'x-approval': ticket.id } };
    expect(await asking(member, 'erase', again)).toMatchObject({ status: 404 });
    expect(upstream.executed).toEqual([]);
    await grant({ role: 'member', servers: ['*'] });
    expect(await asking(member, 'erase', again)).toMatchObject({ status: 200 });
    expect(upstream.executed).toEqual(['erase']);
  });

  it('[grants-approvers] is seen by owners and admins, who manage the account, whatever grants leave them', async () => {
    await grant({ role: 'member', servers: ['*'] }, { role: 'owner', servers: ['none'] });
    const ticket = ticketOf(await asking(member, 'erase'));
    expect((await owner.json(`/api/approvals/${ticket.id}`)).status).toBe(200);
    const browser = await browserOf(gateway, other.userId);
    expect((await browser.json(`/api/approvals/${ticket.id}`)).status).toBe(200);
    expect((await decide(owner, ticket, 'approve')).status).toBe(403);
  });
});
