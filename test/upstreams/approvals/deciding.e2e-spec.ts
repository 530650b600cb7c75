import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decide, inboxOf, ticketOf, type Ticket } from '../../support/clients/approvals.js';
import { closeAfterAll } from '../../support/closing.js';
import { EventReader } from '../../support/clients/event-reader.js';
import { GatewayClient, type Json } from '../../support/clients/gateway-client.js';
import { personIn } from '../../support/clients/apps-client.js';
import { browserOf } from '../../support/clients/console-client.js';
import { PageVisitor, textOf } from '../../support/clients/page-visitor.js';
import { createApp, says, type TestApp } from '../../support/clients/sdk-apps.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { mintOperatorToken, setUpOperator } from '../../support/people.js';
import { programOf } from '../../support/oauth/programs.js';
import { text } from '../../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';
import { waitFor } from '../../support/wait-for.js';

const open = closeAfterAll();
const dailyWork = ['tools:read', 'tools:call', 'account'] as const;
let gateway: TestGateway;
/** What notices of waiting calls said to a tool and to an address. */
const told: Json[] = [];
const posted: Json[] = [];

beforeAll(async () => {
  const post = tool('post', (exchange) => {
    told.push(exchange.args);
    exchange.result(text('told'));
  });
  const upstream = await open(ScriptedHttp.start([says('drop', 'dropped'), echo, post]));
  const env = { EGRESS_ALLOW: ['127.0.0.1'] };
  gateway = await open(startGateway({ mcpServers: { one: { url: upstream.url } }, env }));
});

/** An account with an app whose calls need approvals, and people in it. */
async function house(slug: string, policies: Json = {}) {
  const owner = await personIn(gateway, slug);
  const config = { mcpServers: { one: { use: 'one' } }, policies: { requireApproval: ['*'], ...policies } };
  await owner.newApp(slug, config);
  const admin = await personIn(gateway, owner.accountId, 'admin');
  const member = await personIn(gateway, owner.accountId, 'member');
  const ask = async (by: GatewayClient, args: Json = {}) =>
    ticketOf(await by.call(`${slug}.one`, 'drop', args));
  return { slug, owner, admin, member, ask };
}

const statusBy = async (client: GatewayClient, ticket: Ticket) =>
  (await decide(client, ticket, 'approve')).status;

describe('Who decides', () => {
  it('[approvals-deciders] only owners and admins of the caller’s account decide', async () => {
    const { ask, owner, admin, member } = await house('deciders');
    const stranger = await personIn(gateway, 'strangers');
    const ticket = await ask(member);
    expect(await statusBy(member, ticket)).toBe(403);
    for (const other of [stranger, gateway]) expect(await statusBy(other, ticket)).toBe(404);
    expect(await statusBy(admin, ticket)).toBe(200);
    expect(await statusBy(owner, await ask(owner))).toBe(200);
    expect(await inboxOf(member)).toHaveLength(0);
    expect(await inboxOf(member, 'approved')).toHaveLength(1);
    expect(await inboxOf(stranger, 'approved')).toEqual([]);
    expect(await inboxOf(admin, 'approved')).toHaveLength(2);
  });

  it('[approvals-people-alone] keys and OAuth clients do not decide, and see only their own calls', async () => {
    const { slug, ask, owner } = await house('programs');
    const { body } = await owner.json(`/api/cli/apps/${slug}/keys`, { body: { name: 'ci' } });
    const key = new GatewayClient(gateway.url, String(body['key']));
    const { body: more } = await owner.json(`/api/cli/apps/${slug}/keys`, { body: { name: 'other' } });
    const otherKey = new GatewayClient(gateway.url, String(more['key']));
    const program = await programOf(gateway, owner);
    const tickets = [await ask(owner), await ask(key), await ask(program)];
    for (const client of [key, program])
      for (const ticket of tickets) expect(await statusBy(client, ticket)).toBe(403);
    const seenBy = async (client: GatewayClient) => (await inboxOf(client)).map(({ id }) => id);
    expect(await seenBy(key)).toEqual([tickets[1]?.id]);
    expect(await seenBy(otherKey)).toEqual([]);
    expect(await seenBy(program)).toEqual([tickets[2]?.id]);
    expect(await seenBy(owner)).toHaveLength(3);
    expect((await key.json(`/api/approvals/${String(tickets[0]?.id)}`)).status).toBe(404);
    const [ofProgram, ofKey, ofOwner] = await inboxOf(owner);
    expect(ofProgram?.['caller']).toMatchObject({ kind: 'client', id: program.grantId });
    expect(ofKey?.['caller']).toMatchObject({ kind: 'key', name: 'ci' });
    expect(ofOwner?.['caller']).toMatchObject({ kind: 'user', id: owner.userId, role: 'owner' });
  });

  it('[address-marked] an address that the caller only claims is marked in the approval, on its page and in notices', async () => {
    const { ask, owner, member } = await house('claims', {
      notify: [{ on: 'approval', tool: 'post@one', with: { by: '${caller}' } }],
      requireApproval: ['one__drop'],
    });
    const { id } = await ask(member);
    const { body } = await owner.json(`/api/approvals/${id}`);
    const email = `${member.userId}@example.com`;
    expect(body['caller']).toMatchObject({ email, emailVerified: false });
    const browser = new PageVisitor(gateway.url);
    browser.cookies.set('gantry-session', (await browserOf(gateway, owner.userId)).secret);
    expect(textOf(await browser.get(`/approvals/${id}`))).toContain(`${email}, not verified`);
    await waitFor('the notice', () => told.some(({ by }) => by === `${email}, not verified`));
    told.length = 0;
  });

  it('[approvals-approvers] the policy can name roles that decide, and exclude the caller', async () => {
    const { ask, owner, admin, member } = await house('named', {
      approvers: { roles: ['member', 'admin'], except: 'caller' },
    });
    const ticket = await ask(admin);
    expect(await statusBy(admin, ticket)).toBe(403);
    expect(await statusBy(owner, ticket)).toBe(403);
    expect(await inboxOf(member)).toHaveLength(1);
    expect(await statusBy(member, ticket)).toBe(200);
  });

  it('[approvals-approvers] the policy can name the operator', async () => {
    const { ask, owner } = await house('run', { approvers: { operator: true } });
    const ticket = await ask(owner);
    expect(await statusBy(owner, ticket)).toBe(403);
    expect((await inboxOf(gateway)).map(({ id }) => id)).toContain(ticket.id);
    expect(await statusBy(gateway, ticket)).toBe(200);
  });

  it('[approvals-approvers] an approval for the operator is visible only with the scope operator', async () => {
    const { ask, owner } = await house('scoped', { approvers: { operator: true } });
    const { body } = await gateway.json('/api/cli/auth/me');
    const member = await personIn(gateway, (body['account'] as { readonly id: string }).id, 'member');
    const ticket = await ask(owner, { text: 'for one pair of eyes' });
    for (const other of [
      member,
      new GatewayClient(gateway.url, await mintOperatorToken(gateway, dailyWork)),
    ]) {
      expect(await statusBy(other, ticket)).toBe(404);
      expect(JSON.stringify(await inboxOf(other))).not.toContain(ticket.id);
    }
    expect(await statusBy(gateway, ticket)).toBe(200);
  });
});

describe('The page of an approval', () => {
  let browser: PageVisitor;
  const id = 'page';

  beforeAll(async () => {
    browser = await setUpOperator(gateway);
    const config = { mcpServers: { one: { use: 'one' } }, policies: { requireApproval: ['*'] } };
    await gateway.json('/api/cli/apps', { body: { name: id, slug: id, config } });
  });

  it('[approvals-page] the page asks for a sign-in, and shows the whole call with invisible characters escaped', async () => {
    const args = { text: 'wipe\u200b all\u202e', list: ['a'.repeat(2000)] };
    const ticket = ticketOf(await gateway.call('page.one', 'drop', args));
    const stranger = await fetch(ticket.url, { redirect: 'manual', headers: { accept: 'text/html' } });
    expect(stranger.status).toBe(303);
    expect(stranger.headers.get('location')).toContain('/login?next=');
    const page = await browser.get(ticket.url);
    expect(page.status).toBe(200);
    expect(page.heading).toBe('May drop of page.one run?');
    expect(page.text).toContain('wipe\\u200b all\\u202e');
    expect(page.text).not.toContain('\u200b');
    expect(page.text).toContain('a'.repeat(2000));
    const decided = await browser.submit(page, `/approvals/${ticket.id}`, { decision: 'deny', note: 'No.' });
    expect(textOf(decided)).toContain('It is denied.');
    expect((await gateway.json(`/api/approvals/${ticket.id}`)).body).toMatchObject({
      ...{ status: 'denied', note: 'No.' },
    });
  });

  it('[approvals-page] the page accepts edited arguments, and says what is wrong with them', async () => {
    const ticket = ticketOf(await gateway.call('page.one', 'echo', { text: 'all' }));
    const path = `/approvals/${ticket.id}`;
    const page = await browser.get(ticket.url);
    const faulty = await browser.submit(page, path, { decision: 'approve', arguments: '{"text": ' });
    expect(faulty.status).toBe(422);
    expect(textOf(faulty)).toContain('The arguments cannot be read');
    const done = await browser.submit(faulty, path, { decision: 'approve', arguments: '{"text": "some"}' });
    expect(textOf(done)).toContain('It is approved');
    const again = await browser.post(path, { decision: 'deny' });
    expect(again.status).toBe(403);
    const made = await gateway.call(
      'page.one',
      'echo',
      { text: 'all' },
      {},
      { headers: { 'x-approval': ticket.id } },
    );
    expect(made.body['structuredContent']).toEqual({ text: 'some' });
    const late = await browser.get(ticket.url);
    expect(textOf(late)).toContain('has run');
    expect(late.text).not.toContain('<button class="main"');
  });

  it('[approvals-page] the page leaves unchanged arguments as they were', async () => {
    const ticket = ticketOf(await gateway.call('page.one', 'drop', { n: 1, text: 'é\u200b' }));
    const page = await browser.get(ticket.url);
    const shown = /name="arguments"[^>]*>\n([^<]*)</.exec(page.text)?.[1] ?? '';
    await browser.submit(page, `/approvals/${ticket.id}`, {
      ...{ decision: 'approve', arguments: shown.replaceAll('&quot;', '"').replaceAll('\n', '\r\n') },
    });
    const headers = { 'x-approval': ticket.id };
    const made = await gateway.call('page.one', 'drop', { n: 1, text: 'é\u200b' }, {}, { headers });
    expect(made).toMatchObject({ status: 200, body: text('dropped') });
    const { body } = await gateway.json('/api/audit?action=approval.approved');
    const [event] = body['events'] as Json[];
    expect(event).toMatchObject({ target: ticket.id, details: { server: 'page.one', tool: 'drop' } });
    expect(event?.['details']).not.toHaveProperty('isEdited');
  });
});

describe('What happens to approvals', () => {
  it('[approvals-told] approvals are events for those who can see them, and are counted', async () => {
    const { ask, owner, member } = await house('told');
    const leaving = new AbortController();
    const listen = async (client: GatewayClient) =>
      new EventReader(await client.fetch('/api/events', { signal: leaving.signal }));
    const [byOwner, byMember] = [await listen(owner), await listen(member)];
    const ticket = await ask(owner, { secret: 'x' });
    const waiting = await byOwner.first('approval.waiting');
    expect(waiting.data).toMatchObject({ id: ticket.id, server: 'told.one', tool: 'drop' });
    expect(JSON.stringify(waiting.data)).not.toContain('secret');
    await decide(owner, ticket, 'approve');
    const decided = await byOwner.first('approval.decided');
    expect(decided.data).toMatchObject({ id: ticket.id, status: 'approved' });
    const own = await ask(member);
    expect((await byMember.first('approval.waiting')).data).toMatchObject({ id: own.id });
    expect(byMember.named('approval.decided')).toEqual([]);
    leaving.abort();
    const metrics = await (await gateway.fetch('/metrics')).text();
    expect(metrics).toMatch(/gantry_approvals_total\{event="approved"\} [1-9]/);
  });
});

/** An app that tells of calls that wait. */
const appThat = (slug: string, notify: readonly Json[]): Promise<TestApp> =>
  createApp(gateway, slug, {
    mcpServers: { one: { use: 'one' } },
    policies: { requireApproval: ['one__drop'], notify },
  });

async function listener(): Promise<string> {
  const server = createServer((req, res) => {
    let body = '';
    req.setEncoding('utf8').on('data', (piece: string) => (body += piece));
    req.on('end', () => {
      posted.push(JSON.parse(body) as Json);
      res.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await open({
    close: async () => {
      server.close();
    },
  });
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/hook`;
}

describe('When a call begins to wait', () => {
  it('[approvals-notify] a waiting call is announced once by POST and by a tool, without its arguments', async () => {
    const app = await appThat('telling', [
      { on: 'approval', url: await listener() },
      { on: 'approval', tool: 'post@one', with: { text: '${tool} of ${server}: ${url}', more: ['${id}'] } },
    ]);
    const ask = async () => ticketOf(await app.call('telling.one', 'drop', { secret: 'x' }));
    const { id, url, expiresAt } = await ask();
    await ask();
    await waitFor('the notices', () => posted.length > 0 && told.length > 0);
    expect(posted).toEqual([
      {
        on: 'approval',
        approval: { id, url, expiresAt, server: 'telling.one', tool: 'drop', caller: expect.any(String) },
      },
    ]);
    expect(told).toEqual([{ text: `drop of telling.one: ${url}`, more: [id] }]);
  });

  it('[approvals-notify] a notice that fails does not delay the call', async () => {
    const app = await appThat('away', [
      { on: 'approval', url: 'http://127.0.0.1:9/hook' },
      { on: 'approval', tool: 'nothing@one' },
      { on: 'approval', tool: 'drop@one' },
    ]);
    expect(ticketOf(await app.call('away.one', 'drop', {})).id).toMatch(/^apr_/);
    await waitFor('the failures', () => gateway.logs('approval.notice-failed').length === 3);
  });

  it('[approvals-notify] a config with both ways of a notice, or neither, is refused', async () => {
    for (const more of [{}, { url: 'https://a.example', tool: 'post@one' }, { url: 'file:///etc/passwd' }]) {
      const config = { mcpServers: {}, policies: { notify: [{ on: 'approval', ...more }] } };
      const { status, body } = await gateway.json('/api/cli/apps', {
        body: { name: 'faulty', slug: 'faulty', config },
      });
      expect([status, body['code']]).toEqual([422, 'invalid-config']);
    }
  });
});
