import { Clients } from '../../src/oauth/clients/clients.service.js';
import type { RequestContext } from '../../src/platform/http/request-context.js';
import { register } from '../support/clients/registering.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { OAuthProgram, pkce, postForm, tokensOf } from '../support/oauth/oauth-flow.js';
import { eventsIn, grantsIn, isGood, oauthAccounts, twoServers } from '../support/oauth/oauth-stage.js';
import { begin, decide } from '../support/people.js';
import { TestClock } from '../support/test-clock.js';

const open = closeAfterAll();
const clock = new TestClock();
const minute = 60_000;
let gateway: TestGateway;
let clients: Clients;
/** A request of somebody, as far as clients are concerned. */
const context = { address: '203.0.113.7', setHeader: () => undefined } as unknown as RequestContext;
const newAccount = oauthAccounts(() => gateway);

beforeAll(async () => {
  gateway = await open(startGateway({ clock, mcpServers: await twoServers(open) }));
  clients = gateway.app.get(Clients, { strict: false });
});

describe('An authorization code', () => {
  it('[oauth-exchange] is exchanged for an access and a refresh token, whatever the client said of refreshing', async () => {
    const { browser, program } = await newAccount({ grant_types: ['authorization_code'] });
    const { verifier, challenge } = pkce();
    const answer = await program.exchange(await program.authorize(browser, challenge), verifier);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.body).toEqual({
      access_token: expect.stringMatching(/^gto_[0-9A-Za-z]{38}$/),
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^gtr_[0-9A-Za-z]{38}$/),
      scope: 'tools:read tools:call',
    });
    expect(await isGood(gateway, tokensOf(answer).access)).toBe(true);
    expect(await isGood(gateway, tokensOf(answer).refresh)).toBe(false);
  });

  it('[oauth-code-once] is exchanged once when fifty requests send it at the same time', async () => {
    const { owner, browser, program } = await newAccount();
    const { verifier, challenge } = pkce();
    const code = await program.authorize(browser, challenge);
    const answers = await Promise.all(Array.from({ length: 50 }, () => program.exchange(code, verifier)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers)
      if (status !== 200) expect([status, body['error']]).toEqual([400, 'invalid_grant']);
    expect(await grantsIn(owner)).toHaveLength(1);
  });

  it('[oauth-code-replay] ends its grant when it is sent again after more than ten seconds with the right verifier', async () => {
    const { owner, browser, program } = await newAccount();
    const { verifier, challenge } = pkce();
    const code = await program.authorize(browser, challenge);
    const { access } = tokensOf(await program.exchange(code, verifier));
    clock.advance(10_000);
    expect((await program.exchange(code, verifier)).body['error']).toBe('invalid_grant');
    clock.advance(1);
    expect((await program.exchange(code, pkce().verifier)).body['error']).toBe('invalid_grant');
    expect(await isGood(gateway, access)).toBe(true);
    expect((await program.exchange(code, verifier)).body['error']).toBe('invalid_grant');
    expect(await isGood(gateway, access)).toBe(false);
    expect(await grantsIn(owner)).toEqual([]);
    const actions = (await eventsIn(owner)).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['oauth.code.replayed', 'oauth.grant.revoked']));
  });

  it('[oauth-code-verifier] stays valid for up to four wrong verifiers, and ends with the fifth or after a minute', async () => {
    const { browser, program } = await newAccount();
    const one = pkce();
    const code = await program.authorize(browser, one.challenge);
    for (let i = 0; i < 4; i++)
      expect((await program.exchange(code, pkce().verifier)).body['error']).toBe('invalid_grant');
    expect((await program.exchange(code, one.verifier)).status).toBe(200);
    const two = pkce();
    const guessed = await program.authorize(browser, two.challenge);
    for (let i = 0; i < 5; i++) await program.exchange(guessed, pkce().verifier);
    expect((await program.exchange(guessed, two.verifier)).body['error']).toBe('invalid_grant');
    const three = pkce();
    const late = await program.authorize(browser, three.challenge);
    clock.advance(minute);
    expect((await program.exchange(late, three.verifier)).body['error']).toBe('invalid_grant');
  });

  it('[oauth-code-bound] is bound to its client, redirect URI and resource, and a mismatch does not use it up', async () => {
    const { owner, browser, program } = await newAccount();
    const other = await OAuthProgram.register(gateway, { client_name: 'Other' });
    const { verifier, challenge } = pkce();
    const one = `${gateway.url}/api/servers/one/mcp`;
    const code = await program.authorize(browser, challenge, { resource: one });
    expect((await other.exchange(code, verifier)).body['error']).toBe('invalid_grant');
    const elsewhere = await program.exchange(code, verifier, {
      redirect_uri: 'https://program.example/else',
    });
    expect(elsewhere.body['error']).toBe('invalid_grant');
    const two = await program.exchange(code, verifier, { resource: `${gateway.url}/api/servers/two/mcp` });
    expect([two.status, two.body['error']]).toEqual([400, 'invalid_target']);
    const both = await postForm(gateway, '/oauth/token', [
      ...Object.entries({ grant_type: 'authorization_code', code, code_verifier: verifier }),
      ...[['client_id', program.clientId] as const, ['resource', one] as const, ['resource', one] as const],
    ]);
    expect([both.status, both.body['error']]).toEqual([400, 'invalid_target']);
    const { access } = tokensOf(await program.exchange(code, verifier, { resource: `${one}/` }));
    const headers = { authorization: `Bearer ${access}` };
    expect((await owner.json('/api/servers/one/mcp/tools', { headers })).status).toBe(200);
    expect((await owner.json('/api/servers/two/mcp/tools', { headers })).status).not.toBe(200);
    expect(await grantsIn(owner)).toMatchObject([{ resource: one }]);
  });
});

describe('The token endpoint', () => {
  it('[oauth-token-errors] says in OAuth’s terms what is wrong, 401 for clients only, never a 5xx', async () => {
    const { browser, program } = await newAccount();
    const secretly = await OAuthProgram.register(gateway, {
      token_endpoint_auth_method: 'client_secret_basic',
    });
    const { verifier, challenge } = pkce();
    const code = await secretly.authorize(browser, challenge);
    const given = { grant_type: 'authorization_code', code, code_verifier: verifier };
    const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
    const table: [Record<string, string>, Record<string, string>, number, string][] = [
      [{}, {}, 400, 'invalid_request'],
      [{ grant_type: 'password' }, {}, 400, 'unsupported_grant_type'],
      [{ ...given, client_id: 'nobody' }, {}, 401, 'invalid_client'],
      [{ ...given }, {}, 401, 'invalid_client'],
      [{ ...given, client_id: secretly.clientId }, {}, 401, 'invalid_client'],
      [{ ...given, client_id: secretly.clientId, client_secret: 'wrong' }, {}, 401, 'invalid_client'],
      [given, basic(`${secretly.clientId}:wrong`), 401, 'invalid_client'],
      [given, basic('no colon'), 401, 'invalid_client'],
      [given, basic('%zz:%'), 401, 'invalid_client'],
      [given, { authorization: 'Basic !!!' }, 401, 'invalid_client'],
      [given, { authorization: 'Bearer gtu_x' }, 401, 'invalid_client'],
      [{ grant_type: 'authorization_code', client_id: program.clientId }, {}, 400, 'invalid_request'],
      [{ grant_type: 'authorization_code', client_id: program.clientId, code }, {}, 400, 'invalid_request'],
      [{ grant_type: 'refresh_token', client_id: program.clientId }, {}, 400, 'invalid_request'],
      [
        { grant_type: 'refresh_token', client_id: program.clientId, refresh_token: 'x' },
        {},
        400,
        'invalid_grant',
      ],
      [{ grant_type: 'urn:ietf:params:oauth:grant-type:device_code' }, {}, 400, 'invalid_request'],
    ];
    for (const [fields, headers, status, error] of table) {
      const answer = await postForm(gateway, '/oauth/token', fields, { accept: 'text/html', ...headers });
      expect([fields, headers, answer.status, answer.body['error']]).toEqual([
        fields,
        headers,
        status,
        error,
      ]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      if (status === 401 && headers['authorization'] !== undefined)
        expect(answer.headers.get('www-authenticate')).toContain('Basic');
    }
    const twice = await postForm(gateway, '/oauth/token', [
      ['grant_type', 'refresh_token'],
      ['grant_type', 'refresh_token'],
    ]);
    expect([twice.status, twice.body['error']]).toEqual([400, 'invalid_request']);
    const right = await postForm(
      gateway,
      '/oauth/token',
      given,
      basic(`${secretly.clientId}:${secretly.secret ?? ''}`),
    );
    expect(right.status).toBe(200);
  });

  it('[oauth-device-grant] takes the device grant too, of programs that never registered', async () => {
    const { browser } = await newAccount();
    const { deviceCode, userCode } = await begin(gateway, { client_id: 'some-cli', scope: 'tools:read' });
    const poll = () =>
      postForm(gateway, '/oauth/token', {
        ...{ grant_type: 'urn:ietf:params:oauth:grant-type:device_code' },
        ...{ device_code: deviceCode, client_id: 'some-cli' },
      });
    expect((await poll()).body).toMatchObject({ error: 'authorization_pending', interval: 5 });
    await decide(browser, userCode, 'approve');
    const { status, body } = await poll();
    expect([status, body['token_type'], body['scope']]).toEqual([200, 'Bearer', 'tools:read']);
    expect(body['access_token']).toMatch(/^gtu_/);
  });

  it('[oauth-revoke] is always 200 for tokens given back; a refresh token ends its grant, an access token itself', async () => {
    const { owner, browser, program } = await newAccount();
    const one = await program.comeIn(browser);
    const other = await OAuthProgram.register(gateway, { client_name: 'Other' });
    for (const token of ['x', 'gtr_', one.refresh.replace('gtr', 'gto'), gateway.token])
      expect((await program.revoke(token)).status).toBe(200);
    expect((await other.revoke(one.refresh)).status).toBe(200);
    expect((await other.revoke(one.access)).status).toBe(200);
    expect(await isGood(gateway, one.access)).toBe(true);
    expect((await program.revoke(one.access, { token_type_hint: 'refresh_token' })).status).toBe(200);
    expect(await isGood(gateway, one.access)).toBe(false);
    const two = tokensOf(await program.refresh(one.refresh));
    expect((await program.revoke(two.refresh)).status).toBe(200);
    expect(await isGood(gateway, two.access)).toBe(false);
    expect((await program.refresh(two.refresh)).body['error']).toBe('invalid_grant');
    expect(await grantsIn(owner)).toEqual([]);
    expect((await program.revoke(two.refresh)).status).toBe(200);
    const nothing = await program.post('/oauth/revoke', {});
    expect([nothing.status, nothing.body['error']]).toEqual([400, 'invalid_request']);
    expect(await isGood(gateway, gateway.token)).toBe(true);
  });
});

describe('Client authentication', () => {
  const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  const authenticate = (request: Parameters<Clients['authenticate']>[0]) =>
    clients.authenticate(request, context);

  it('[oauth-client-authentication] a secret is taken from the header or the body, form-encoded or not', async () => {
    const { body } = await register(gateway, { redirect_uris: ['https://a.example/cb'] });
    const [id, secret] = [String(body['client_id']), String(body['client_secret'])];
    const encoded = Buffer.from(id).toString('hex').replace(/../g, '%$&');
    for (const request of [
      { authorization: basic(id, secret) },
      { authorization: basic(encoded, secret).replace('Basic', 'basic') },
      { authorization: basic(id, secret), clientId: id },
      { clientId: id, clientSecret: secret },
    ])
      expect((await authenticate(request)).id).toBe(id);
    for (const request of [
      {},
      { clientId: '' },
      { clientId: id },
      { clientId: id, clientSecret: `${secret}x` },
      { authorization: basic(id, 'x') },
      { authorization: basic(id, '') },
      { authorization: basic(id, secret), clientSecret: secret },
      { authorization: basic(id, secret), clientId: 'other' },
      { clientId: 'gci_nobody', clientSecret: secret },
      { clientId: `gci_\0${'x'.repeat(600)}` },
    ])
      await expect(authenticate(request)).rejects.toMatchObject({ kind: 'unknown' });
  });

  it.each([
    'Basic',
    'Basic ',
    'Basic !!!',
    'Basic eA==',
    'Basic Og==',
    'Basic JSVhOng=',
    'Basic /////w==',
    'Bearer x',
    '',
  ])(
    '[oauth-client-authentication] the header %j is a wrong one, and nothing worse',
    async (authorization) => {
      await expect(authenticate({ authorization, clientId: 'x' })).rejects.toMatchObject({ kind: 'unknown' });
    },
  );

  it('[oauth-client-authentication] a client without a secret names itself, and no secret is its own', async () => {
    const { body } = await register(gateway, { redirect_uris: ['http://localhost/cb'] });
    const id = String(body['client_id']);
    for (const request of [
      { clientId: id },
      { clientId: id, clientSecret: '' },
      { authorization: basic(id, '') },
    ])
      expect((await authenticate(request)).id).toBe(id);
    await expect(authenticate({ clientId: id, clientSecret: 'x' })).rejects.toMatchObject({
      kind: 'unknown',
    });
  });
});
