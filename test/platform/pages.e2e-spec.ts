import { changeSettings } from '../support/changed-settings.js';
import { closeAfterAll, closeAfterEach } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { hiddenFields, PageVisitor } from '../support/clients/page-visitor.js';
import { begin, operator, poll, setUpOperator, signedInPerson, signIn } from '../support/people.js';

const open = closeAfterAll();
const keep = closeAfterEach();
let gateway: TestGateway;
let browser: PageVisitor;
/** The usual limit for passwords, and low ones for logins of devices. */
let strict: TestGateway;

beforeAll(async () => {
  gateway = await open(
    startGateway({
      env: {
        LOGINS_PER_MINUTE: 1000,
        ALLOWED_ORIGINS: ['https://app.example'],
        TRUST_PROXY: ['127.0.0.1'],
      },
    }),
  );
  browser = await setUpOperator(gateway);
  const admin = { ADMIN_EMAIL: operator.email, ADMIN_PASSWORD: operator.password };
  strict = await open(startGateway({ env: { ...admin, DEVICE_LOGINS_PER_MINUTE: 2, POLLS_PER_MINUTE: 2 } }));
});

describe('Every page', () => {
  it.each(['/login', '/device', '/logout', '/setup', '/invite', '/nothing', '/'])(
    '[pages-headers] cannot be framed, stored or scripted: %s',
    async (path) => {
      // These lead whoever is signed in to the console, which has a policy of its own.
      const visitor = ['/login', '/'].includes(path) ? new PageVisitor(gateway.url) : browser;
      const { headers, text } = await visitor.get(path);
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;connect-src 'self';form-action 'self';base-uri 'none';frame-ancestors 'none'",
      );
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      // Where there is a password to show, there is a file of ours.
      expect(text.replace('<script src="/pages.js" defer></script>', '')).not.toMatch(
        /<script|<style|\sstyle=|\son[a-z]+=/i,
      );
    },
  );

  it('[pages-stylesheet] takes its one stylesheet, of less than 6 KB, from a file with an ETag', async () => {
    const { text } = await browser.get('/device');
    const links = [...text.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href);
    expect(links).toEqual(['/pages.css']);
    const first = await fetch(`${gateway.url}/pages.css`);
    expect(first.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect((await first.text()).length).toBeLessThan(6 * 1024);
    const etag = first.headers.get('etag') ?? '';
    const again = await fetch(`${gateway.url}/pages.css`, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });

  it('[pages-problems] tells people of problems as a page, and programs as a problem object', async () => {
    const page = await browser.get('/setup?code=wrong');
    expect([page.status, page.heading]).toEqual([410, 'This link does not work any more']);
    const { status, body } = await gateway.json('/setup?code=wrong');
    expect([status, body['code']]).toEqual([410, 'link-expired']);
    const form = hiddenFields(await browser.get('/device'), '/device');
    const wrong = await browser.post('/device', { ...form, user_code: 'x' }, { accept: 'application/json' });
    expect(JSON.parse(wrong.text)).toMatchObject({ status: 422, code: 'invalid-form' });
    expect((await browser.get('/api/servers')).headers.get('content-type')).toContain('problem+json');
  });

  it('[pages-way-back] links back to the sign-in from a problem of it, and on to where somebody wanted to go', async () => {
    const visitor = new PageVisitor(gateway.url);
    const back = '/login?next=%2Fdevice%3Fuser_code%3DX';
    const expired = await visitor.post('/login', { csrf: 'old', next: '/device?user_code=X' });
    expect([expired.status, expired.text]).toEqual([403, expect.stringContaining(`href="${back}"`)]);
    expect((await visitor.get(back)).text).toContain('value="/device?user_code=X"');
    const unknown = await visitor.get('/oauth/sign-in/nobody?next=%2Fpassword');
    expect([unknown.status, unknown.text]).toEqual([
      404,
      expect.stringContaining('href="/login?next=%2Fpassword"'),
    ]);
    const evil = await visitor.post('/login', { csrf: 'old', next: '//evil.example' });
    expect(evil.text).toContain('href="/login?next=%2Fconsole"');
    const elsewhere = await visitor.get('/setup?code=wrong');
    expect(elsewhere.text).not.toContain('href="/login');
  });

  it('[links-not-stored] are in answers that are not stored', async () => {
    const invited = await gateway.json('/api/cli/invitations', { body: { email: 'link@example.com' } });
    const owner = await signedInPerson(gateway, 'linked');
    const { userId } = await signedInPerson(gateway, 'forgetful', { in: owner.accountId, role: 'member' });
    const reset = await owner.client.json(`/api/cli/members/${userId}/reset`, { body: {} });
    for (const { status, headers } of [invited, reset])
      expect([status, headers.get('cache-control')]).toEqual([201, 'no-store']);
  });

  it('[pages-prefix] points below the path of PUBLIC_URL', async () => {
    await keep(changeSettings(gateway, { PUBLIC_URL: 'http://127.0.0.1:1/tools/gantry' }));
    const response = await fetch(`${gateway.url}/device`, {
      redirect: 'manual',
      headers: { accept: 'text/html' },
    });
    expect(response.headers.get('location')).toBe('/tools/gantry/login?next=%2Fdevice');
    const page = await new PageVisitor(gateway.url).get('/login');
    expect(page.text).toContain('href="/tools/gantry/pages.css"');
    expect(page.text).toContain('action="/tools/gantry/login"');
    const { body } = await begin(gateway);
    expect(body['verification_uri']).toBe('http://127.0.0.1:1/tools/gantry/device');
  });
});

describe('A form', () => {
  const decide = { decision: 'approve' };

  it('[pages-csrf] is refused without the token of this browser, whoever it is from', async () => {
    const { deviceCode, userCode } = await begin(gateway);
    const mine = await browser.submit(await browser.get('/device'), '/device', { user_code: userCode });
    const other = hiddenFields(await new PageVisitor(gateway.url).get('/login'), '/login');
    const forms: Record<string, string>[] = [{}, { csrf: '' }, { csrf: 'x' }, { csrf: other['csrf'] ?? '' }];
    for (const form of forms)
      for (const path of ['/device', '/device/decision', '/login', '/logout', '/setup', '/invite']) {
        const page = await browser.post(path, { user_code: userCode, ...decide, ...form });
        expect([path, page.status, page.heading]).toEqual([path, 403, 'This form is out of date']);
      }
    expect((await poll(gateway, deviceCode)).body['error']).toBe('authorization_pending');
    expect((await browser.submit(mine, '/device/decision', decide)).heading).toBe('Approved');
  });

  it('[pages-csrf] is refused when another site sent it', async () => {
    const page = await browser.get('/device');
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: '', 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of foreign)
      expect((await browser.submit(page, '/device', { user_code: 'x' }, headers)).status).toBe(403);
    // A site that may read answers may not send forms either.
    const cors = await browser.submit(page, '/device', { user_code: 'x' }, { origin: 'https://app.example' });
    expect([cors.status, cors.heading]).toEqual([403, 'This form is out of date']);
  });

  it('[pages-led-here] of a link on another site waits for a click before the code is looked up', async () => {
    const { userCode, body } = await begin(gateway);
    const led = { 'sec-fetch-site': 'cross-site' };
    const page = await browser.get(String(body['verification_uri_complete']), led);
    expect(page.heading).toBe('Which code does the terminal show?');
    expect(page.text).toContain(`value="${userCode}"`);
    expect((await browser.submit(page, '/device', { user_code: userCode })).heading).toBe(
      'Is this you, at a terminal?',
    );
  });
});

describe('The login page', () => {
  it('[pages-login] says what is wrong without saying which of the two, and keeps what was typed but the password', async () => {
    const visitor = new PageVisitor(gateway.url);
    const texts: string[] = [];
    for (const email of [operator.email, 'nobody@example.com']) {
      const page = await visitor.submit(await visitor.get('/login'), '/login', {
        email,
        password: 'wrong one',
      });
      expect(page.status).toBe(422);
      expect(page.text).toMatch(/role="alert">\s*The e-mail address or the password is wrong\./);
      expect(page.text).toContain(`value="${email}"`);
      expect(page.text).not.toContain('wrong one');
      texts.push(page.text.replaceAll(email, '').replace(/value="[0-9a-f]{8}\.[^"]*"/g, ''));
    }
    expect(texts[0]).toBe(texts[1]);
  });

  it('[pages-session] gives a session that no one else can set or read, new at each login, and dead after sign-out', async () => {
    const visitor = new PageVisitor(gateway.url);
    visitor.cookies.set('gantry-session', 'planted-by-somebody-else');
    await visitor.submit(await visitor.get('/login'), '/login', operator);
    const first = visitor.cookies.get('gantry-session') ?? '';
    expect(first).toMatch(/^[0-9A-Za-z]{32}$/);
    expect(visitor.setCookies.get('gantry-session')).toBe('Path=/; HttpOnly; SameSite=Lax; Max-Age=43200');
    const page = await visitor.get('/device');
    const out = await visitor.submit(page, '/logout', {});
    expect(out.heading).toBe('Sign in');
    visitor.cookies.set('gantry-session', first);
    expect((await visitor.get('/device')).heading).toBe('Sign in');
  });

  it('[pages-session] has the __Host- prefix and Secure on https', async () => {
    await keep(changeSettings(gateway, { PUBLIC_URL: 'https://127.0.0.1' }));
    const visitor = await signIn(gateway, operator);
    expect([...visitor.cookies.keys()].sort()).toEqual([
      '__Host-gantry-browser',
      '__Host-gantry-form',
      '__Host-gantry-session',
    ]);
    expect(visitor.setCookies.get('__Host-gantry-session')).toMatch(
      /^Path=\/; HttpOnly; SameSite=Lax; .*; Secure$/,
    );
  });

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/%5Cevil.example',
    'javascript:alert(1)',
    '\thttps://evil.example',
  ])('[pages-open-redirect] never leads away from here: %s', async (next) => {
    const visitor = new PageVisitor(gateway.url);
    const page = await visitor.get(`/login?next=${encodeURIComponent(next)}`);
    const url = new URL('/login', gateway.url);
    const body = new URLSearchParams({ ...hiddenFields(page, '/login'), next, ...operator });
    const sent = await visitor.send(url, { method: 'POST', headers: { origin: url.origin }, body });
    const location = new URL(sent.headers.get('location') ?? '', url);
    expect([sent.status, location.origin]).toEqual([303, url.origin]);
    const again = await visitor.send(new URL(`/login?next=${encodeURIComponent(next)}`, url), {});
    expect(new URL(again.headers.get('location') ?? '', url).origin).toBe(url.origin);
  });
});

describe('The device page', () => {
  it('[pages-xss] shows what a device says of itself as text, in one line', async () => {
    const evil = `<img src=x onerror=alert(1)>"'&`;
    const { userCode } = await begin(gateway, {
      client_id: 'cli',
      device: {
        name: `${evil}\nApproved\u202e`,
        os: '</dd><script>alert(1)</script>',
        version: '\u0000\u200b1',
      },
    });
    const { text } = await browser.submit(await browser.get('/device'), '/device', { user_code: userCode });
    expect(text).not.toMatch(/<img|<script/);
    expect(text).toContain(
      '&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp; Approved · &lt;/dd&gt;&lt;script&gt;alert(1)&lt;/script&gt;',
    );
    expect(text).toContain('cli 1');
    const reflected = await browser.get(`/device?user_code=${encodeURIComponent('"><script>alert(1)')}`);
    expect(reflected.text).not.toContain('<script');
  });

  it('[pages-address-warning] warns when the device is in another network than the person', async () => {
    const from = async (address: string) => {
      const response = await fetch(`${gateway.url}/api/cli/auth/device`, {
        method: 'POST',
        headers: { 'x-forwarded-for': address },
      });
      const { user_code: userCode } = (await response.json()) as { user_code: string };
      const headers = { 'x-forwarded-for': '2001:db8:1:2::1' };
      const entry = await browser.get('/device');
      return (await browser.submit(entry, '/device', { user_code: userCode }, headers)).text;
    };
    expect(await from('203.0.113.7')).toContain('came from another network than yours');
    expect(await from('203.0.113.7')).toContain('203.0.113.7');
    expect(await from('2001:db8:1:2::99')).not.toContain('another network');
  });

  it('[pages-nothing-grantable] has no way to approve a program that asks for what the person does not have', async () => {
    const { deviceCode, userCode } = await begin(gateway, { scope: 'operator' });
    const member = await inviteMember();
    const page = await member.submit(await member.get('/device'), '/device', { user_code: userCode });
    expect(page.text).toContain('nothing: you have none of the rights that it asks for');
    expect(page.text).not.toContain('value="approve"');
    const forced = await member.submit(page, '/device/decision', { decision: 'approve' });
    expect(forced.status).toBe(403);
    expect((await poll(gateway, deviceCode)).body['error']).toBe('authorization_pending');
  });

  async function inviteMember(): Promise<PageVisitor> {
    const { body } = await gateway.json('/api/cli/invitations', {
      body: { email: 'max@example.com', newAccount: { name: 'Max' } },
    });
    const visitor = new PageVisitor(gateway.url);
    const page = await visitor.get(String(body['url']));
    await visitor.submit(page, '/invite', { name: 'Max', password: 'the password of max' });
    return visitor;
  }
});

describe('Limits', () => {
  it('[login-rate-limit] stop who tries passwords, also when the general limit is off, and say until when', async () => {
    const visitor = new PageVisitor(strict.url);
    const page = await visitor.get('/login');
    const wrong = { email: operator.email, password: 'wrong' };
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) statuses.push((await visitor.submit(page, '/login', wrong)).status);
    expect(statuses.slice(0, 9)).toEqual(Array(9).fill(422));
    expect(statuses.slice(-2)).toEqual([429, 429]);
    const refused = await visitor.submit(page, '/login', operator);
    expect(refused.heading).toBe('Too many requests');
    expect(refused.text).toMatch(/Try again at \d\d:\d\d UTC \(in (1 minute|\d+ seconds?)\)/);
    expect(refused.headers.get('ratelimit-policy')).toBe('"login";q=10;w=60');
    expect(refused.headers.get('ratelimit')).toMatch(/^"login";r=0;t=\d+$/);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('[device-rate-limit] answer too many logins and polls in the terms of OAuth', async () => {
    for (const path of ['device', 'poll']) {
      const answers = await Promise.all(
        [1, 2, 3].map(() => strict.json(`/api/cli/auth/${path}`, { body: { device_code: 'x' } })),
      );
      const refused = answers.find(({ status }) => status === 429);
      expect(refused?.body['error']).toBe('slow_down');
      expect(refused?.headers.get('retry-after')).toMatch(/^(5\d|60)$/);
      expect(refused?.headers.get('ratelimit-policy')).toContain(`"${path}";q=2;w=60`);
    }
  });
});
