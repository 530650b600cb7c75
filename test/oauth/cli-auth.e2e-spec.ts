import * as oidc from 'openid-client';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { PageVisitor } from '../support/clients/page-visitor.js';
import { begin, decide, poll, setUpOperator } from '../support/people.js';
import { TestClock } from '../support/test-clock.js';

const grantType = 'urn:ietf:params:oauth:grant-type:device_code';
/** The client insists on https otherwise; its typings cross the way out of it out. */
const { allowInsecureRequests: overPlainHttp } = oidc as Readonly<
  Record<'allowInsecureRequests', (config: oidc.Configuration) => void>
>;
const open = closeAfterAll();
const clock = new TestClock();
let gateway: TestGateway;
let browser: PageVisitor;

beforeAll(async () => {
  gateway = await open(startGateway({ clock }));
  browser = await setUpOperator(gateway);
});

async function send(path: string, body: string, type: string): Promise<Response> {
  return fetch(`${gateway.url}/api/cli/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  });
}
const form = (path: string, members: Record<string, string>) =>
  send(path, new URLSearchParams(members).toString(), 'application/x-www-form-urlencoded');
const json = (path: string, members: object) => send(path, JSON.stringify(members), 'application/json');
const errorOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { error: string }).error,
];

describe('POST /api/cli/auth/device', () => {
  it('[device-start] gives both codes, the address to go to, the time and the interval', async () => {
    const { body } = await begin(gateway, { client_id: 'gantry-cli', device: { name: 'mbp', os: 'macOS' } });
    expect(body).toEqual({
      device_code: expect.stringMatching(/^[0-9A-Za-z]{43}$/),
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: `${gateway.url}/device`,
      verification_uri_complete: `${gateway.url}/device?user_code=${String(body['user_code'])}`,
      expires_in: 600,
      interval: 5,
    });
  });

  it('[device-start] needs nothing in the request, and passes over what it does not know', async () => {
    expect((await fetch(`${gateway.url}/api/cli/auth/device`, { method: 'POST' })).status).toBe(200);
    expect(
      (await json('device', { client_id: 'x', resource: 'https://r', device: { name: 'n', x: 1 } })).status,
    ).toBe(200);
  });

  it('[device-start] takes empty parameters for absent ones', async () => {
    expect((await form('device', { client_id: '', scope: '' })).status).toBe(200);
    expect(await errorOf(await form('poll', { device_code: 'x', grant_type: '', client_id: '' }))).toEqual([
      400,
      'invalid_grant',
    ]);
  });

  it('[device-no-store] is not stored on the way, whatever the answer', async () => {
    const { deviceCode } = await begin(gateway);
    for (const answer of [
      await form('device', { client_id: 'gantry-cli' }),
      await json('device', { scope: 'unknown' }),
      await json('poll', { device_code: deviceCode }),
      await json('poll', {}),
    ])
      expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['an unknown scope', { scope: 'tools:read root' }, 'invalid_scope'],
    ['a client_id with odd characters', { client_id: '<b>cli</b>' }, 'invalid_client'],
    ['a client_id that is too long', { client_id: 'x'.repeat(101) }, 'invalid_client'],
    ['a number as client_id', { client_id: 7 }, 'invalid_request'],
    ['a list as device', { device: [] }, 'invalid_request'],
  ])('[device-errors] refuses %s in the terms of the RFC', async (_, members, error) => {
    expect(await errorOf(await json('device', members))).toEqual([400, error]);
  });

  it.each([
    ['broken JSON', '{', 'application/json'],
    ['repeated parameters', 'scope=a&scope=b', 'application/x-www-form-urlencoded'],
    ['another media type', 'scope=a', 'text/plain'],
    ['a body that is too large', JSON.stringify({ scope: 'x'.repeat(70_000) }), 'application/json'],
  ])('[device-errors] refuses %s in the terms of the RFC too', async (_, body, type) => {
    for (const path of ['device', 'poll'])
      expect(await errorOf(await send(path, body, type))).toEqual([400, 'invalid_request']);
  });
});

describe('POST /api/cli/auth/poll', () => {
  it('[device-flow] goes from pending to a token that works', async () => {
    const { deviceCode, userCode } = await begin(gateway, { client_id: 'gantry-cli' });
    const pending = await poll(gateway, deviceCode);
    expect([pending.status, pending.body]).toEqual([
      400,
      { error: 'authorization_pending', error_description: expect.any(String), interval: 5 },
    ]);
    expect((await decide(browser, userCode, 'approve')).heading).toBe('Approved');
    const { status, body } = await poll(gateway, deviceCode, {
      grant_type: grantType,
      client_id: 'gantry-cli',
    });
    expect([status, body]).toEqual([
      200,
      {
        access_token: expect.stringMatching(/^gtu_[0-9A-Za-z]{38}$/),
        token_type: 'Bearer',
        expires_in: 90 * 86_400,
        scope: 'tools:read tools:call apps:read apps:write account',
      },
    ]);
    const me = await gateway.json('/api/cli/auth/me', {
      headers: { authorization: `Bearer ${String(body['access_token'])}` },
    });
    expect(me.body).toMatchObject({ user: { email: 'ana@example.com' }, token: { name: 'gantry-cli' } });
  });

  it('[device-form-body] takes forms as well as JSON', async () => {
    const begun = (await (await form('device', { client_id: 'cli', scope: 'tools:read' })).json()) as Record<
      string,
      string
    >;
    const members = { device_code: begun['device_code'] ?? '', grant_type: grantType, client_id: 'cli' };
    expect(await errorOf(await form('poll', members))).toEqual([400, 'authorization_pending']);
    await decide(browser, begun['user_code'] ?? '', 'approve');
    const answer = await form('poll', members);
    expect(await answer.json()).toMatchObject({ token_type: 'Bearer', scope: 'tools:read' });
  });

  it('[device-slow-down] tells who polls every 100 ms to slow down, more each time, and gives the token in the end', async () => {
    const { deviceCode, userCode } = await begin(gateway);
    const seen: unknown[] = [];
    for (let i = 0; i < 5; i++) {
      const { status, body } = await poll(gateway, deviceCode);
      seen.push([status, body['error'], body['interval']]);
      clock.advance(100);
    }
    expect(seen).toEqual([
      [400, 'authorization_pending', 5],
      ...[10, 15, 20, 25].map((interval) => [400, 'slow_down', interval]),
    ]);
    clock.advance(20_000);
    expect((await poll(gateway, deviceCode)).body).toMatchObject({ error: 'slow_down', interval: 30 });
    clock.advance(30_000);
    expect((await poll(gateway, deviceCode)).body).toMatchObject({
      error: 'authorization_pending',
      interval: 30,
    });
    await decide(browser, userCode, 'approve');
    clock.advance(100);
    expect((await poll(gateway, deviceCode)).status).toBe(200);
  });

  it('[device-denied] says that the login was denied, again and again', async () => {
    const { deviceCode, userCode } = await begin(gateway);
    expect((await decide(browser, userCode, 'deny')).heading).toBe('Denied');
    for (let i = 0; i < 2; i++)
      expect(await errorOf(await json('poll', { device_code: deviceCode }))).toEqual([400, 'access_denied']);
  });

  it('[device-expired] says that the time is over, also when it was approved in time', async () => {
    const waiting = await begin(gateway);
    const approved = await begin(gateway);
    await decide(browser, approved.userCode, 'approve');
    clock.advance(600_000);
    for (const { deviceCode } of [waiting, approved])
      expect(await errorOf(await json('poll', { device_code: deviceCode }))).toEqual([400, 'expired_token']);
    expect((await decideOn(waiting.userCode)).text).toContain('No device waits with this code');
  });

  async function decideOn(userCode: string) {
    return browser.submit(await browser.get('/device'), '/device', { user_code: userCode });
  }

  it.each([
    ['an unknown code', { device_code: 'x'.repeat(43) }, 'invalid_grant'],
    ['no code', {}, 'invalid_request'],
    ['a code that is not text', { device_code: 7 }, 'invalid_request'],
    ['another grant_type', { device_code: 'x', grant_type: 'password' }, 'unsupported_grant_type'],
    ['a malformed client_id', { device_code: 'x', client_id: 'a b' }, 'invalid_client'],
  ])('[device-errors] answers %s as the RFC says', async (_, members, error) => {
    expect(await errorOf(await json('poll', members))).toEqual([400, error]);
  });

  it('[device-client-bound] gives nothing to another client', async () => {
    const { deviceCode, userCode } = await begin(gateway, { client_id: 'one' });
    await decide(browser, userCode, 'approve');
    expect((await poll(gateway, deviceCode, { client_id: 'two' })).body['error']).toBe('invalid_grant');
    expect((await poll(gateway, deviceCode, { client_id: 'one' })).status).toBe(200);
  });

  it('[device-user-code] takes the user code in any case and punctuation', async () => {
    const { deviceCode, userCode } = await begin(gateway);
    const typed = ` ${userCode.toLowerCase().replace('-', ' ')}.`;
    await decide(browser, typed, 'approve');
    expect((await poll(gateway, deviceCode)).status).toBe(200);
  });
});

describe('A stock OAuth client', () => {
  it('[device-no-secret] that authenticates by HTTP Basic learns that there is nothing to authenticate with', async () => {
    const authorization = `Basic ${Buffer.from('stock-client:').toString('base64')}`;
    for (const path of ['/api/cli/auth/device', '/api/cli/auth/poll']) {
      const { status, body } = await gateway.json(path, { body: {}, headers: { authorization } });
      expect([status, body['error']]).toEqual([401, 'invalid_client']);
      expect(body['error_description']).toContain('client_id in the body');
    }
  });

  it('[device-stock-client] completes the device flow of openid-client with nothing but the two addresses', async () => {
    const config = new oidc.Configuration(
      {
        issuer: gateway.url,
        device_authorization_endpoint: `${gateway.url}/api/cli/auth/device`,
        token_endpoint: `${gateway.url}/api/cli/auth/poll`,
      },
      'stock-client',
      undefined,
      oidc.None(),
    );
    overPlainHttp(config);
    const begun = await oidc.initiateDeviceAuthorization(config, { scope: 'tools:read tools:call' });
    const errors: unknown[] = [];
    // The person approves after the first poll, and the pause before the second one is over at once.
    config[oidc.customFetch] = async (url, init) => {
      const answer = await fetch(url, init);
      if (answer.ok) return answer;
      errors.push(((await answer.clone().json()) as { error: string }).error);
      await decide(browser, begun.user_code, 'approve');
      clock.advance(begun.interval === undefined ? 0 : begun.interval * 1000);
      return answer;
    };
    const tokens = await oidc.pollDeviceAuthorizationGrant(config, { ...begun, interval: 0 });
    expect(errors).toEqual(['authorization_pending']);
    expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'tools:read tools:call' });
    const me = await gateway.json('/api/cli/auth/me', {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(me.body).toMatchObject({ token: { name: 'stock-client', scopes: ['tools:read', 'tools:call'] } });
  });
});
