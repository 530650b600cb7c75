import { AuditRetention } from '../../src/accounts/audit/audit-retention.service.js';
import { Audit } from '../../src/accounts/audit/audit.service.js';
import { AuditStore, type AuditEvent } from '../../src/accounts/audit/audit-store.port.js';
import { AuditOutbox } from '../../src/accounts/audit/sink/audit-outbox.port.js';
import { Database } from '../../src/platform/database/database.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { GatewayClient, Json } from '../support/clients/gateway-client.js';
import { PageVisitor, textOf } from '../support/clients/page-visitor.js';
import { begin, decide, invite, logIn, operator, poll, setUpOperator, signIn } from '../support/people.js';
import { TestClock } from '../support/test-clock.js';

const open = closeAfterAll();
const clock = new TestClock();
const password = 'a password for everybody';
let gateway: TestGateway;
let anasBrowser: PageVisitor;
let acmeOwner: GatewayClient;
let acmeBrowser: PageVisitor;

beforeAll(async () => {
  gateway = await open(startGateway({ clock, env: { LOGINS_PER_MINUTE: 1000 } }));
  anasBrowser = await setUpOperator(gateway);
  const founder = { email: 'Olga@acme.example', newAccount: { name: 'Acme Corp. & Söhne' } };
  acmeBrowser = await invite(gateway, founder, { name: 'Olga', password });
  acmeOwner = await logIn(gateway, acmeBrowser);
});

/** Somebody in Acme with a role. */
async function member(role: string, email: string): Promise<GatewayClient> {
  const { body } = await acmeOwner.json('/api/cli/invitations', { body: { email, role } });
  const browser = new PageVisitor(gateway.url);
  await browser.submit(await browser.get(String(body['url'])), '/invite', { name: role, password });
  return logIn(gateway, browser);
}

const inviteAs = (client: GatewayClient, body: Json) => client.json('/api/cli/invitations', { body });

describe('An invitation', () => {
  it('[invitation-new-account] of the operator founds an account that its founder owns', async () => {
    expect((await acmeOwner.json('/api/cli/auth/me')).body).toMatchObject({
      user: { email: 'olga@acme.example', name: 'Olga' },
      account: { slug: 'acme-corp-sohne', name: 'Acme Corp. & Söhne', role: 'owner' },
    });
  });

  it('[invitation-join] brings somebody into the account with a role', async () => {
    const answer = await inviteAs(acmeOwner, { email: 'bo@acme.example', role: 'admin' });
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^inv_/),
        url: expect.stringMatching(`^${gateway.url}/invite\\?code=[0-9A-Za-z]{32}$`),
        expiresAt: new Date(clock.now() + 7 * 86_400_000).toISOString(),
      },
    ]);
    const browser = new PageVisitor(gateway.url);
    const page = await browser.get(String(answer.body['url']));
    expect(textOf(page)).toContain(
      'Join Acme Corp. & Söhne? Account Acme Corp. & Söhne Your role admin Invited by Olga (olga@acme.example) For bo@acme.example',
    );
    const joined = await browser.submit(page, '/invite', { name: 'Bo', password });
    expect(textOf(joined)).toContain(
      'Signed in as bo@acme.example, not verified · account Acme Corp. & Söhne',
    );
    const bo = await logIn(gateway, browser);
    expect((await bo.json('/api/cli/auth/me')).body).toMatchObject({ account: { role: 'admin' } });
  });

  it('[invitation-once] works once, for seven days, and not after a newer one', async () => {
    const email = 'once@acme.example';
    const [old, url] = [await inviteAs(acmeOwner, { email }), await inviteAs(acmeOwner, { email })].map(
      ({ body }) => String(body['url']),
    ) as [string, string];
    expect((await new PageVisitor(gateway.url).get(old)).status).toBe(410);
    const browsers = [1, 2].map(() => new PageVisitor(gateway.url));
    const pages = await Promise.all(browsers.map((browser) => browser.get(url)));
    const answers = await Promise.all(
      browsers.map((browser, i) => browser.submit(pages[i] as never, '/invite', { name: 'One', password })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
    const late = await inviteAs(acmeOwner, { email: 'late@acme.example' });
    clock.advance(7 * 86_400_000);
    expect((await new PageVisitor(gateway.url).get(String(late.body['url']))).status).toBe(410);
    acmeBrowser = await signIn(gateway, { email: 'olga@acme.example', password });
    anasBrowser = await signIn(gateway, operator);
  });

  it('[invitation-known-user] is accepted by who is signed in with that address, and lets them choose the account', async () => {
    const { body } = await inviteAs(acmeOwner, { email: operator.email });
    const url = String(body['url']);
    const browser = new PageVisitor(gateway.url);
    const page = await browser.get(url);
    const link = /href="(\/login[^"]*)"/.exec(page.text)?.[1] ?? '';
    const back = await browser.submit(await browser.get(link), '/login', operator);
    expect([back.url, back.text.includes('Your name')]).toEqual([url, false]);
    await browser.submit(back, '/invite/join', {});

    const { deviceCode, userCode } = await begin(gateway, { scope: 'tools:read operator' });
    const facts = await browser.submit(await browser.get('/device'), '/device', { user_code: userCode });
    const options = [...facts.text.matchAll(/<option value="([^"]+)">([^<]+)/g)].map(([, id, text = '']) => [
      id,
      text.trim(),
    ]);
    expect(options.map(([, text]) => text)).toEqual([
      'Operator: see tools, run this gateway',
      'Acme Corp. &amp; Söhne: see tools',
    ]);
    const account = String(options[1]?.[0]);
    await browser.submit(facts, '/device/decision', { decision: 'approve', account });
    expect((await poll(gateway, deviceCode)).body).toMatchObject({ scope: 'tools:read' });
  });

  it('[invitation-roles] gives no more than the inviting person has', async () => {
    const [admin, plain] = [
      await member('admin', 'adm@acme.example'),
      await member('member', 'mem@acme.example'),
    ];
    const cases: [GatewayClient, Json, number][] = [
      [admin, { email: 'x1@acme.example', role: 'member' }, 201],
      [admin, { email: 'x2@acme.example', role: 'owner' }, 403],
      [plain, { email: 'x3@acme.example' }, 403],
      [acmeOwner, { email: 'x4@acme.example', role: 'owner' }, 201],
      [acmeOwner, { email: 'x5@acme.example', newAccount: { name: 'X' } }, 403],
      [gateway, { email: 'x6@acme.example', newAccount: { name: 'X' }, role: 'member' }, 400],
      [acmeOwner, { email: 'olga@acme.example' }, 409],
      [acmeOwner, { email: 'not an address' }, 400],
      [acmeOwner, { email: 'x7@acme.example', role: 'king' }, 400],
    ];
    for (const [client, body, status] of cases)
      expect([body['email'], (await inviteAs(client, body)).status]).toEqual([body['email'], status]);
  });

  it('[invitation-scope] needs the scope account, which a plain member’s login does not get', async () => {
    const reader = await logIn(gateway, acmeBrowser, 'tools:read');
    expect((await inviteAs(reader, { email: 'y@acme.example' })).body['code']).toBe('insufficient-scope');
    const plain = await member('member', 'scope@acme.example');
    const { body } = await plain.json('/api/cli/auth/me');
    expect((body['token'] as Json)['scopes']).toEqual([
      'tools:read',
      'tools:call',
      'apps:read',
      'apps:write',
    ]);
  });
});

/** An event of an account of its own; one with a lower number counts as older. */
const agedEvent = (number: number, at: number): AuditEvent => ({
  id: `aud_${String(number).padStart(30, '0')}`,
  at,
  ...{ accountId: 'acc_aged', action: 'test.aged', details: {} },
  ...{ userId: null, tokenId: null, target: null, address: null, requestId: null },
});

describe('The audit log', () => {
  const eventsOf = async (client: GatewayClient) =>
    (await client.json('/api/audit?limit=200')).body['events'] as Json[];
  const actionsOf = async (client: GatewayClient) => (await eventsOf(client)).map((event) => event['action']);

  it('[audit-events] has who came in, who did not, what was approved, denied, given out and taken back', async () => {
    await new PageVisitor(gateway.url).post('/login', {});
    const wrong = new PageVisitor(gateway.url);
    await wrong.submit(await wrong.get('/login'), '/login', {
      email: 'olga@acme.example',
      password: 'wrong',
    });
    const { userCode } = await begin(gateway, { client_id: 'denied-cli' });
    await decide(acmeBrowser, userCode, 'deny');
    const client = await logIn(gateway, acmeBrowser);
    await client.json('/api/cli/auth/logout', { method: 'POST' });
    expect((await actionsOf(acmeOwner)).slice(0, 5)).toEqual([
      'token.revoked',
      'token.issued',
      'device.approved',
      'device.denied',
      'user.login-failed',
    ]);
    const all = await actionsOf(acmeOwner);
    for (const action of ['user.login', 'invitation.created', 'invitation.accepted'])
      expect(all).toContain(action);
    expect(await actionsOf(gateway)).toContain('user.set-up');
    const [revoked] = await eventsOf(acmeOwner);
    expect(revoked).toEqual({
      id: expect.stringMatching(/^aud_/),
      at: new Date(clock.now()).toISOString(),
      action: 'token.revoked',
      userId: expect.stringMatching(/^usr_/),
      tokenId: expect.stringMatching(/^tok_/),
      target: revoked?.['tokenId'],
      address: '127.0.0.1',
      requestId: expect.any(String),
      details: {},
    });
  });

  it('[audit-events] tells the operator what strangers tried, but not what they typed', async () => {
    const stranger = new PageVisitor(gateway.url);
    await stranger.submit(await stranger.get('/login'), '/login', {
      email: 'my-secret-by-mistake',
      password: 'wrong',
    });
    const [failed] = await eventsOf(gateway);
    expect(failed).toMatchObject({ action: 'user.login-failed', address: '127.0.0.1', details: {} });
    expect(JSON.stringify(failed)).not.toContain('my-secret-by-mistake');
  });

  it('[audit-owners] is for owners, of their own account only', async () => {
    const admin = await member('admin', 'audit-admin@acme.example');
    expect((await admin.json('/api/audit')).status).toBe(403);
    const mine = (await eventsOf(acmeOwner)).map((event) => event['id']);
    const theirs = (await eventsOf(gateway)).map((event) => event['id']);
    expect(mine.filter((id) => theirs.includes(id))).toEqual([]);
  });

  it('[audit-pages] is paged, newest first', async () => {
    const all = (await eventsOf(acmeOwner)).map((event) => event['id']);
    const paged: unknown[] = [];
    let cursor = '';
    do {
      const { body } = await acmeOwner.json(`/api/audit?limit=3${cursor}`);
      paged.push(...(body['events'] as Json[]).map((event) => event['id']));
      const next = body['nextCursor'] as string | undefined;
      cursor = next === undefined ? '' : `&cursor=${next}`;
    } while (cursor !== '');
    expect(paged).toEqual(all);
    const { body } = await gateway.json('/api/audit?limit=1');
    const foreign = await acmeOwner.json(`/api/audit?cursor=${String(body['nextCursor'])}`);
    expect(foreign.body['code']).toBe('invalid-cursor');
  });

  it('[audit-append-only] refuses to be changed or shortened', async () => {
    const database = gateway.app.get(Database);
    await gateway.app.get(AuditStore).append(agedEvent(9999, Date.now()));
    for (const statement of ["UPDATE audit_events SET action = 'x'", 'DELETE FROM audit_events'])
      await expect(database.write((manager) => manager.query(statement))).rejects.toThrow('append-only');
  });

  it('[audit-retention] removes events that are older than AUDIT_DAYS, at most 500 at once, and no others', async () => {
    const store = gateway.app.get(AuditStore);
    const day = 86_400_000;
    const { accountId } = agedEvent(0, 0);
    const idsOf = async () => (await store.list({ accountId }, 5000)).map(({ id }) => id);
    const kept = await eventsOf(gateway);
    const young = await idsOf();
    await gateway.app.get(Database).write(async () => {
      for (let index = 0; index < 1236; index++)
        await store.append(agedEvent(index, clock.now() - (index < 1234 ? 91 : 89) * day));
    });
    const pieces: number[] = [];
    const removeOldest = store.removeOldest.bind(store);
    store.removeOldest = async (...of) => {
      const removed = await removeOldest(...of);
      pieces.push(removed);
      return removed;
    };
    await gateway.app.get(AuditRetention).sweep();
    store.removeOldest = removeOldest;
    expect(pieces).toEqual([500, 500, 234]);
    expect(gateway.logs('audit.not-removed')).toEqual([]);
    expect(await idsOf()).toEqual([...young, agedEvent(1235, 0).id, agedEvent(1234, 0).id]);
    expect(await eventsOf(gateway)).toEqual(kept);
  });

  it('[sink-one] is sent by one process at a time, until that releases it or is silent for too long', async () => {
    const outbox = gateway.app.get(AuditOutbox);
    expect(await outbox.hold('one', 1000, 2000)).toBe(true);
    expect(await outbox.hold('two', 1999, 3000)).toBe(false);
    expect(await outbox.hold('one', 1999, 3000)).toBe(true);
    expect(await outbox.hold('two', 3000, 4000)).toBe(true);
    await outbox.release('one');
    expect(await outbox.hold('one', 3500, 4500)).toBe(false);
    await outbox.release('two');
    expect(await outbox.hold('one', 3500, 4500)).toBe(true);
  });

  it('[audit-events] are not there when what they tell of did not come about', async () => {
    const before = await actionsOf(gateway);
    const audit = gateway.app.get(Audit);
    const work = gateway.app.get(Database).write(async () => {
      await audit.append({ accountId: 'acc_none', action: 'test.undone' });
      throw new Error('undone');
    });
    await expect(work).rejects.toThrow('undone');
    expect(await actionsOf(gateway)).toEqual(before);
  });
});

describe('Two accounts', () => {
  it('[account-isolation] do not see each other’s people and tokens', async () => {
    const { body } = await gateway.json('/api/cli/auth/tokens');
    const ids = (body['tokens'] as Json[]).map(({ id }) => String(id));
    const theirs = (await acmeOwner.json('/api/cli/auth/tokens')).body['tokens'] as Json[];
    expect(theirs.filter(({ id }) => ids.includes(String(id)))).toEqual([]);
    for (const id of ids)
      expect((await acmeOwner.json(`/api/cli/auth/tokens/${id}`, { method: 'DELETE' })).status).toBe(404);
    expect((await gateway.json('/api/cli/auth/me')).status).toBe(200);
    expect(anasBrowser.cookies.size).toBeGreaterThan(0);
  });
});
