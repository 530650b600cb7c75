import { closeAfterEach } from '../../support/closing.js';
import { figure } from '../../support/measures/figures.js';
import { gatewayState, startGateway, type GatewayState } from '../../support/gateway.js';
import { spawnGateway, type GatewayProcess } from '../../support/processes/gateway-process.js';
import { stored } from '../../support/stored.js';
import { hiddenFields, PageVisitor } from '../../support/clients/page-visitor.js';
import { begin, decide, invite, operator, poll, setUpOperator, signIn } from '../../support/people.js';
import { TestClock } from '../../support/test-clock.js';

const open = closeAfterEach();

/** Keeps state for several gateways of one test. */
async function keepState(): Promise<GatewayState> {
  const state = await gatewayState();
  await open({ close: () => state.remove() });
  return state;
}

/** A gateway in a process of its own with an operator who can sign in. */
async function keepProcess(state: GatewayState): Promise<GatewayProcess> {
  const env = { ADMIN_EMAIL: operator.email, ADMIN_PASSWORD: operator.password, LOG_LEVEL: 'trace' };
  const process = await spawnGateway({ state, env });
  await open({ close: () => process.stop().then(() => undefined) });
  await process.ready();
  return process;
}

describe('An approved login', () => {
  it('[device-single-use] gives one token to 50 polls at the moment of approval, and none to a replay', async () => {
    const gateway = await open(startGateway());
    const browser = await setUpOperator(gateway);
    const { deviceCode, userCode } = await begin(gateway);
    const facts = await browser.submit(await browser.get('/device'), '/device', { user_code: userCode });
    const early = Array.from({ length: 25 }, () => poll(gateway, deviceCode));
    const approval = browser.submit(facts, '/device/decision', { decision: 'approve' });
    const late = Array.from({ length: 24 }, () => poll(gateway, deviceCode));
    await approval;
    const answers = [...(await Promise.all([...early, ...late])), await poll(gateway, deviceCode)];
    const tokens = answers.filter(({ status }) => status === 200).length;
    expect(tokens).toBe(1);
    const errors = new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body['error']));
    expect(
      [...errors].filter(
        (error) => !['authorization_pending', 'slow_down', 'invalid_grant'].includes(String(error)),
      ),
    ).toEqual([]);
    const replays = await Promise.all(Array.from({ length: 50 }, () => poll(gateway, deviceCode)));
    for (const replay of replays)
      expect(replay).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    figure('device-single-use', { polls: answers.length, tokens, 'replays refused': replays.length });
    const { body } = await gateway.json('/api/cli/auth/tokens');
    expect((body['tokens'] as unknown[]).length).toBe(2);
  });

  it('[device-survives-kill] is redeemed after kill -9 and a restart, once', async () => {
    const state = await keepState();
    const first = await keepProcess(state);
    const browser = await signIn(first.client, operator);
    const { deviceCode, userCode } = await begin(first.client);
    expect((await decide(browser, userCode, 'approve')).heading).toBe('Approved');
    expect(await first.stop('SIGKILL')).toBe('SIGKILL');
    const second = await keepProcess(state);
    const { status, body } = await poll(second.client, deviceCode);
    expect(status).toBe(200);
    expect((await poll(second.client, deviceCode)).body['error']).toBe('invalid_grant');
    const me = await second.client.json('/api/cli/auth/me', {
      headers: { authorization: `Bearer ${String(body['access_token'])}` },
    });
    expect(me.body).toMatchObject({ user: { email: operator.email } });
  });

  it('[device-kept-interval] remembers over a restart how slowly it must be polled', async () => {
    const state = await keepState();
    const clock = new TestClock();
    const first = await startGateway({ state, clock });
    const { deviceCode } = await begin(first);
    for (let i = 0; i < 3; i++) await poll(first, deviceCode);
    await first.close();
    clock.advance(1000);
    const second = await open(startGateway({ state, clock }));
    expect((await poll(second, deviceCode)).body).toMatchObject({ error: 'slow_down', interval: 20 });
  });

  it('[device-decided-once] cannot be approved after it was denied, and a second click on the same button does no harm', async () => {
    const gateway = await open(startGateway());
    const browser = await setUpOperator(gateway);
    const { deviceCode, userCode } = await begin(gateway);
    const one = await browser.submit(await browser.get('/device'), '/device', { user_code: userCode });
    await decide(browser, userCode, 'deny');
    for (let i = 0; i < 7; i++) {
      const again = await browser.submit(one, '/device/decision', { decision: 'approve' });
      expect([again.status, again.heading]).toEqual([200, 'Denied']);
    }
    expect((await poll(gateway, deviceCode)).body['error']).toBe('access_denied');
  });
});

/** `npm run test:soak` makes it 10,000. */
const guesses = Number(process.env['GUESSES'] ?? 300);

describe('User codes', () => {
  it('[device-code-guessing] are safe from hundreds of guesses: 5 are looked at, the user is locked, others are not', async () => {
    const clock = new TestClock();
    const gateway = await open(startGateway({ clock }));
    const neighbour = await setUpOperator(gateway);
    const guesser = await invite(
      gateway,
      { email: 'eve@example.com', newAccount: { name: 'Eve' } },
      { name: 'Eve', password: 'a password of eve' },
    );
    const { deviceCode, userCode } = await begin(gateway);
    const { csrf = '' } = hiddenFields(await guesser.get('/device'), '/device');
    const statuses = new Map<number, number>();
    const letters = 'BCDFGHJKLMNPQRSTVWXZ';
    const guess = async (n: number) => {
      const code = Array.from({ length: 8 }, (_, i) => letters[Math.floor(n / 20 ** i) % 20]).join('');
      const { status } = await guesser.post('/device', { csrf, user_code: code });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    };
    for (let n = 0; n < guesses; n += 50)
      await Promise.all(Array.from({ length: 50 }, (_, i) => guess(n + i)));
    expect(Object.fromEntries(statuses)).toEqual({ 422: 5, 429: guesses - 5 });

    const right = await guesser.post('/device', { csrf, user_code: userCode });
    expect(right.status).toBe(429);
    expect(right.heading).toBe('Too many wrong codes');
    expect(right.text).toContain('at 12:10 UTC (in 10 minutes)');
    expect(right.headers.get('retry-after')).toBe('600');

    await decide(neighbour, userCode, 'approve');
    expect((await poll(gateway, deviceCode)).status).toBe(200);

    clock.advance(600_000);
    const later = await begin(gateway);
    await decide(guesser, later.userCode, 'approve');
    expect((await poll(gateway, later.deviceCode)).status).toBe(200);
  });

  it('[device-code-guessing] count also when right ones of one’s own are entered between', async () => {
    const gateway = await open(startGateway());
    const browser = await setUpOperator(gateway);
    const { userCode } = await begin(gateway);
    const { csrf = '' } = hiddenFields(await browser.get('/device'), '/device');
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) {
      statuses.push((await browser.post('/device', { csrf, user_code: 'BBBB-BBBB' })).status);
      if (i < 4) expect((await browser.post('/device', { csrf, user_code: userCode })).status).toBe(200);
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
    const { body } = await gateway.json('/api/audit?limit=1');
    expect(body['events']).toMatchObject([{ action: 'device.code-entry-locked', address: '127.0.0.1' }]);
  });

  it('[device-sign-in-first] are not looked at before somebody signs in', async () => {
    const gateway = await open(startGateway());
    await setUpOperator(gateway);
    const { userCode, body } = await begin(gateway);
    const stranger = new PageVisitor(gateway.url);
    const shown = await stranger.get(String(body['verification_uri_complete']));
    expect(new URL(shown.url).pathname).toBe('/login');
    const back = await stranger.submit(shown, '/login', operator);
    expect(back.heading).toBe('Is this you, at a terminal?');
    expect(back.text).toContain(userCode);
    expect(
      (
        await new PageVisitor(gateway.url).post('/device/decision', {
          user_code: userCode,
          decision: 'approve',
        })
      ).url,
    ).toContain('/login');
  });
});

describe('A device login from beginning to end', () => {
  it('[login-canary] leaves no token, code, password or cookie in database, files, logs or addresses', async () => {
    const state = await keepState();
    const process = await keepProcess(state);
    const { client } = process;
    const browser = await signIn(client, operator);
    await new PageVisitor(client.url).post('/login', {
      email: operator.email,
      password: 'canary-wrong-password',
    });
    const wrong = await browser.get('/login?next=/device');
    expect(wrong.heading).toBe('Which code does the terminal show?');
    const { deviceCode, userCode } = await begin(client);
    await poll(client, deviceCode);
    await decide(browser, userCode, 'approve');
    const { body } = await poll(client, deviceCode);
    const token = String(body['access_token']);
    const asToken = { headers: { authorization: `Bearer ${token}` } };
    const invited = await client.json('/api/cli/invitations', {
      body: { email: 'bo@example.com' },
      ...asToken,
    });
    const code = new URL(String(invited.body['url'])).searchParams.get('code') ?? '';
    const guest = new PageVisitor(client.url);
    const page = await guest.get(`/invite?code=${code}`);
    await guest.submit(page, '/invite', { name: 'Bo', password: 'canary-bo-password' });
    await client.json('/api/cli/auth/logout', { method: 'POST', ...asToken });
    const cookies = [...browser.cookies.values(), ...guest.cookies.values()];
    const addresses = [...browser.visited].join('\n');
    await process.stop();

    const canaries = [
      ...[operator.password, 'canary-wrong-password', 'canary-bo-password', state.token, token],
      ...[deviceCode, userCode, userCode.replace('-', ''), code, ...cookies],
    ];
    expect(canaries.filter((canary) => canary.length < 8)).toEqual([]);
    const places = { output: process.output, addresses, ...(await stored(state)) };
    const hits = Object.values(places).flatMap((content) => canaries.filter((it) => content.includes(it)));
    figure('login-canary', {
      ...{ 'canaries of logins': canaries.length, 'places searched': Object.keys(places).length },
      ...{ bytes: Object.values(places).join('').length, found: hits.length },
    });
    for (const [place, content] of Object.entries(places))
      expect({ place, found: canaries.filter((canary) => content.includes(canary)) }).toEqual({
        place,
        found: [],
      });
    // The search would have found them: what is no secret is there.
    expect(Object.values(places).join('')).toContain(operator.email);
    expect(process.output).toContain('gateway.ready');
  });
});
