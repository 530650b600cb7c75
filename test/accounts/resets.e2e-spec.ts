import { PeopleStore } from '../../src/accounts/people/people-store.port.js';
import { operatorOf, personIn } from '../support/clients/apps-client.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { GatewayClient, type Json } from '../support/clients/gateway-client.js';
import { PageVisitor, textOf, type ShownPage } from '../support/clients/page-visitor.js';
import { invite, logIn, mintOperatorToken, signIn } from '../support/people.js';
import { TestClock } from '../support/test-clock.js';

const open = closeAfterAll();
const clock = new TestClock();
const password = 'a password for everybody';
const next = 'the next long password';
let gateway: TestGateway;
let owner: GatewayClient & { readonly accountId: string };
let admin: GatewayClient;

const idOf = async (client: GatewayClient): Promise<string> =>
  ((await client.json('/api/cli/auth/me')).body['user'] as { id: string }).id;
const reset = (by: GatewayClient, whom: string) => by.json(`/api/cli/members/${whom}/reset`, { body: {} });
const actionsOf = async (client: GatewayClient) =>
  ((await client.json('/api/audit?limit=5')).body['events'] as Json[]).map(
    ({ action, target }) => `${String(action)} ${String(target)}`,
  );

beforeAll(async () => {
  gateway = await open(startGateway({ clock, env: { LOGINS_PER_MINUTE: 1000, RESETS_PER_MINUTE: 20 } }));
  owner = await personIn(gateway, 'acme');
  admin = await personIn(gateway, owner.accountId, 'admin');
});

/** Somebody whom the owner of Acme has invited. */
async function newcomer(email: string) {
  const { body } = await owner.json('/api/cli/invitations', { body: { email } });
  const browser = new PageVisitor(gateway.url);
  await browser.submit(await browser.get(String(body['url'])), '/invite', { name: 'New', password });
  const client = await logIn(gateway, browser);
  return { email, browser, client, id: await idOf(client) };
}

async function follow(url: unknown, chosen = next): Promise<ShownPage> {
  const browser = new PageVisitor(gateway.url);
  const page = await browser.get(String(url));
  return page.status === 200 ? browser.submit(page, '/reset', { password: chosen }) : page;
}

describe('A forgotten password', () => {
  it('[password-reset] is replaced by who has it, by a link that works once and ends every sign-in and token', async () => {
    const cy = await newcomer('cy@example.com');
    expect((await reset(cy.client, cy.id)).status).toBe(403);
    const { status, body } = await reset(owner, cy.id);
    expect([status, body]).toEqual([
      201,
      {
        url: expect.stringMatching(`^${gateway.url}/reset\\?code=[0-9A-Za-z]{32}$`),
        expiresAt: new Date(clock.now() + 86_400_000).toISOString(),
      },
    ]);
    const browser = new PageVisitor(gateway.url);
    const page = await browser.get(String(body['url']));
    expect(textOf(page)).toContain('For New (cy@example.com) Account acme');
    expect((await cy.client.json('/api/cli/auth/me')).status).toBe(200);
    const weak = await browser.submit(page, '/reset', { password: 'short' });
    expect([weak.status, weak.text.includes('At least')]).toEqual([422, true]);
    const trivial = await browser.submit(weak, '/reset', { password: 'password2026' });
    expect([trivial.status, trivial.text.includes('among the first passwords')]).toEqual([422, true]);
    const set = await browser.submit(trivial, '/reset', { password: next });
    expect(set.heading).toBe('Your new password is set');
    expect((await cy.client.json('/api/cli/auth/me')).status).toBe(401);
    expect((await cy.browser.get('/device')).heading).toBe('Sign in');
    const again = await signIn(gateway, { email: cy.email, password: next });
    expect((await again.get('/device')).heading).not.toBe('Sign in');
    expect((await follow(body['url'])).status).toBe(410);
    const path = `/api/cli/members/${cy.id}/reset`;
    expect((await owner.json(path, { method: 'POST' })).status).toBe(201);
    expect((await owner.json(path, { body: { password: next } })).status).toBe(400);
    expect((await actionsOf(owner)).slice(0, 5)).toEqual(
      expect.arrayContaining([`user.password-reset ${cy.id}`, `member.reset ${cy.id}`]),
    );
  });

  it('[reset-void] is replaced by the newest link only, in time, and while maker and person are where they were', async () => {
    const di = await newcomer('di@example.com');
    const maker = await personIn(gateway, owner.accountId, 'admin');
    const [old, newer] = [await reset(owner, di.id), await reset(maker, di.id)];
    expect((await follow(old.body['url'])).status).toBe(410);
    await owner.json(`/api/cli/members/${await idOf(maker)}`, { method: 'DELETE' });
    expect((await follow(newer.body['url'])).status).toBe(410);
    const late = await reset(owner, di.id);
    clock.advance(86_400_000);
    expect((await follow(late.body['url'])).status).toBe(410);
    const joins = await reset(owner, di.id);
    const umbrella = await personIn(gateway, 'umbrella');
    const people = gateway.app.get(PeopleStore, { strict: false });
    await people.join(umbrella.accountId, di.id, 'member', clock.now() + 1);
    expect((await follow(joins.body['url'])).status).toBe(410);
    await people.leave(umbrella.accountId, di.id);
    const leaves = await reset(owner, di.id);
    expect((await owner.json(`/api/cli/members/${di.id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await follow(leaves.body['url'])).status).toBe(410);
  });

  it('[reset-void] of an invited person is no more once they have joined another account', async () => {
    const founder = { email: 'ed@example.com', newAccount: { name: 'Ed' } };
    const browser = await invite(gateway, founder, { name: 'Ed', password });
    const id = await idOf(await logIn(gateway, browser));
    const { body } = await reset(gateway, id);
    const invitation = await owner.json('/api/cli/invitations', { body: { email: 'ed@example.com' } });
    await browser.submit(await browser.get(String(invitation.body['url'])), '/invite/join', {});
    expect((await follow(body['url'])).status).toBe(410);
    expect((await reset(owner, id)).status).toBe(403);
  });

  it('[password-reset] of an owner, of oneself and of a stranger is not for an admin', async () => {
    expect((await reset(admin, await idOf(owner))).status).toBe(403);
    expect((await reset(admin, await idOf(admin))).status).toBe(403);
    expect((await reset(admin, await idOf(gateway))).body['code']).toBe('member-not-found');
  });

  it('[reset-operator] of other accounts and of operators takes an owner of the operator’s account with the scope operator', async () => {
    const fay = await newcomer('fay@example.com');
    const limited = new GatewayClient(gateway.url, await mintOperatorToken(gateway, ['account']));
    expect((await reset(limited, fay.id)).body['code']).toBe('insufficient-scope');
    const staff = await invite(
      gateway,
      { email: 'staff@example.com', role: 'admin' },
      { name: 'S', password },
    );
    const colleague = await invite(gateway, { email: 'mate@example.com' }, { name: 'M', password });
    const helper = await logIn(gateway, staff, 'account operator');
    const mate = await idOf(await logIn(gateway, colleague));
    expect([(await reset(helper, fay.id)).status, (await reset(helper, mate)).status]).toEqual([404, 403]);
    expect((await reset(operatorOf(gateway), mate)).status).toBe(201);
    const { body } = await reset(operatorOf(gateway), fay.id);
    expect((await follow(body['url'])).status).toBe(200);
    for (const client of [owner, operatorOf(gateway)])
      expect(await actionsOf(client)).toEqual(
        expect.arrayContaining([`member.reset ${fay.id}`, `user.password-reset ${fay.id}`]),
      );
  });

  it('[reset-unverified] set by a link of a tenant leaves the address unverified: no password that others chose leads elsewhere', async () => {
    const founder = { email: 'gus@example.com', newAccount: { name: 'Gus' } };
    const browser = await invite(gateway, founder, { name: 'Gus', password });
    const gus = await logIn(gateway, browser);
    const people = gateway.app.get(PeopleStore, { strict: false });
    const me = (await gus.json('/api/cli/auth/me')).body as { account: { id: string } };
    const partner = await personIn(gateway, me.account.id);
    const { body } = await reset(partner, await idOf(gus));
    const id = await idOf(gus);
    expect((await people.findUser(id))?.realm).toBe('');
    expect((await follow(body['url'])).status).toBe(200);
    expect((await people.findUser(id))?.realm).toBe(me.account.id);
  });

  it('[reset-limit] has as many links made as RESETS_PER_MINUTE allow', async () => {
    const hal = await newcomer('hal@example.com');
    const busy = await personIn(gateway, owner.accountId, 'admin');
    const statuses: number[] = [];
    for (let i = 0; i < 21; i++) statuses.push((await reset(busy, hal.id)).status);
    expect(statuses).toEqual([...Array<number>(20).fill(201), 429]);
  });
});
