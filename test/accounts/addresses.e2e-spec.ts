import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { GatewayClient, type Json } from '../support/clients/gateway-client.js';
import { hiddenFields, PageVisitor, textOf } from '../support/clients/page-visitor.js';
import { invite, logIn, mintOperatorToken, signIn } from '../support/people.js';

const open = closeAfterAll();
const password = 'a password for everybody';
let gateway: TestGateway;
let acmeOwner: GatewayClient;
let acmeBrowser: PageVisitor;

beforeAll(async () => {
  gateway = await open(startGateway({ env: { LOGINS_PER_MINUTE: 1000 } }));
  const founder = { email: 'olga@acme.example', newAccount: { name: 'Acme' } };
  acmeBrowser = await invite(gateway, founder, { name: 'Olga', password });
  acmeOwner = await logIn(gateway, acmeBrowser);
  const { body } = await inviteAs(acmeOwner, { email: 'bo@acme.example', role: 'admin' });
  const bo = new PageVisitor(gateway.url);
  await bo.submit(await bo.get(String(body['url'])), '/invite', { name: 'Bo', password });
});

const inviteAs = (client: GatewayClient, body: Json) => client.json('/api/cli/invitations', { body });

describe('An address', () => {
  const page = async (url: unknown) => (await new PageVisitor(gateway.url).get(String(url))).text;
  /** Without what differs from one invitation to the next. */
  const skeleton = (text: string) =>
    text.replace(/value="[^"]*"|href="\/login[^"]*"/g, '').replace(/[\w.]+@[\w.]+/g, '');
  const meOf = async (browser: PageVisitor) =>
    (await (await logIn(gateway, browser)).json('/api/cli/auth/me')).body as {
      user: { id: string; emailVerified: boolean };
      account: { id: string };
    };

  it('[invitation-no-oracle] of an invitation tells nobody whether it has a user: not the page, and not what is sent to it', async () => {
    await invite(gateway, { email: 'known@example.com' }, { name: 'Known', password });
    const [known, unknown] = await Promise.all(
      ['known@example.com', 'nobody@example.com'].map((email) => inviteAs(acmeOwner, { email })),
    );
    const [one, other] = [await page(known?.body['url']), await page(unknown?.body['url'])];
    expect(skeleton(one)).toBe(skeleton(other));
    expect(one).not.toContain('current-password');
    const browser = new PageVisitor(gateway.url);
    const wrong = await browser.submit(await browser.get(String(known?.body['url'])), '/invite', {
      ...{ name: 'Ana', password: 'short' },
    });
    expect([wrong.status, wrong.text.includes('At least')]).toEqual([422, true]);
    const trivial = await browser.submit(wrong, '/invite', { name: 'Ana', password: 'known@example.com' });
    expect([trivial.status, trivial.text.includes('among the first passwords')]).toEqual([422, true]);
  });

  it('[address-claim-blocks-no-one] that a member only claims keeps the real person from no invitation', async () => {
    const email = 'boss@acme.example';
    const first = await inviteAs(acmeOwner, { email });
    const impostor = new PageVisitor(gateway.url);
    await impostor.submit(await impostor.get(String(first.body['url'])), '/invite', {
      ...{ name: 'Mallory', password },
    });
    const second = await inviteAs(acmeOwner, { email, role: 'admin' });
    expect(second.status).toBe(201);
    const boss = new PageVisitor(gateway.url);
    const welcome = await boss.submit(await boss.get(String(second.body['url'])), '/invite', {
      ...{ name: 'Boss', password: 'a password of the boss' },
    });
    expect(welcome.heading).toBe('You are all set');
    const [mallory, real] = [await meOf(impostor), await meOf(boss)];
    expect(mallory.user.id).not.toBe(real.user.id);
    expect(mallory.account.id).toBe(real.account.id);
    const verified = await inviteAs(acmeOwner, { email: 'olga@acme.example' });
    expect([verified.status, verified.body['code']]).toEqual([409, 'already-member']);
  });

  it('[address-claimed] that somebody else claimed elsewhere asks nobody for the password of that user, and leads it nowhere', async () => {
    const email = 'victim@corp.example';
    const impostors = await invite(
      gateway,
      { email: 'mallory@evil.example', newAccount: { name: 'Evil' } },
      {
        ...{ name: 'Mallory', password },
      },
    );
    const mallory = await logIn(gateway, impostors);
    const claimed = await inviteAs(mallory, { email });
    const impostor = new PageVisitor(gateway.url);
    const first = await impostor.get(String(claimed.body['url']));
    await impostor.submit(first, '/invite', { name: 'Not Vic', password: 'known to mallory' });
    const { body } = await inviteAs(acmeOwner, { email, role: 'admin' });
    // Signed in as the impostor, the invitation cannot be joined as that user.
    const seen = await impostor.get(String(body['url']));
    expect(seen.text).toContain('This makes a user of its own');
    const forced = await impostor.post('/invite/join', hiddenFields(seen, '/invite'));
    expect([forced.url.endsWith('/device'), forced.text.includes('New password')]).toEqual([false, true]);

    const victim = new PageVisitor(gateway.url);
    const shown = await victim.get(String(body['url']));
    await victim.submit(shown, '/invite', { name: 'Vic', password: 'the password of vic' });
    const [real, fake] = [await meOf(victim), await meOf(impostor)];
    expect([real.user.id === fake.user.id, real.account.id === fake.account.id]).toEqual([false, false]);
    expect([real.user.emailVerified, fake.user.emailVerified]).toEqual([false, false]);
    const again = await signIn(gateway, { email, password: 'the password of vic' });
    expect((await meOf(again)).account.id).toBe(real.account.id);
    const stranger = await signIn(gateway, { email, password: 'known to mallory' });
    expect((await meOf(stranger)).account.id).toBe(fake.account.id);
  });

  it('[address-claimed] of somebody who left and is invited again belongs to a new user, whom no old password leads to', async () => {
    const email = 'back@acme.example';
    const join = async (chosen: string) => {
      const { body } = await inviteAs(acmeOwner, { email });
      const browser = new PageVisitor(gateway.url);
      await browser.submit(await browser.get(String(body['url'])), '/invite', {
        name: 'Back',
        password: chosen,
      });
      return browser;
    };
    const before = (await meOf(await join('the first password'))).user.id;
    expect((await acmeOwner.json(`/api/cli/members/${before}`, { method: 'DELETE' })).status).toBe(204);
    expect((await meOf(await join('the second password'))).user.id).not.toBe(before);
    const old = await signIn(gateway, { email, password: 'the first password' });
    expect((await old.get('/device')).heading).toBe('Sign in');
  });

  it('[address-marked] is marked where nobody has verified it: to members, on pages, to programs', async () => {
    const { body } = await acmeOwner.json('/api/cli/members?limit=200');
    const verified = Object.fromEntries(
      (body['members'] as Json[]).map(({ email, emailVerified }) => [email, emailVerified]),
    );
    expect(verified).toMatchObject({ 'olga@acme.example': true, 'bo@acme.example': false });
    const bo = await signIn(gateway, { email: 'bo@acme.example', password });
    expect(textOf(await bo.get('/device'))).toContain('bo@acme.example, not verified');
    expect(textOf(await bo.get('/logout'))).toContain('bo@acme.example, not verified');
    const { body: invitation } = await inviteAs(await logIn(gateway, bo), { email: 'z@acme.example' });
    expect(await page(invitation['url'])).toContain('Bo (bo@acme.example, not verified)');
    expect(textOf(await acmeBrowser.get('/device'))).toContain('olga@acme.example · account');
  });

  it('[founding-operator] accounts takes the scope operator and the role owner', async () => {
    const body = { email: 'founder@example.com', newAccount: { name: 'F' } };
    const limited = new GatewayClient(gateway.url, await mintOperatorToken(gateway, ['account']));
    expect((await inviteAs(limited, body)).body['code']).toBe('insufficient-scope');
    const browser = await invite(
      gateway,
      { email: 'op-admin@example.com', role: 'admin' },
      {
        ...{ name: 'Admin', password },
      },
    );
    const admin = await logIn(gateway, browser, 'account operator');
    expect((await inviteAs(admin, body)).status).toBe(403);
    expect((await inviteAs(gateway, body)).status).toBe(201);
  });
});
