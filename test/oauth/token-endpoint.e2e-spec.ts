import { closeAfterEach } from '../support/closing.js';
import { startGateway } from '../support/gateway.js';
import { OAuthProgram, pkce, postForm, tokensOf } from '../support/oauth-flow.js';
import { grantsIn, isGood, oauthStage } from '../support/oauth-stage.js';
import { begin, decide, setUpOperator } from '../support/people.js';

const open = closeAfterEach();

describe('The token endpoint', () => {
  it('[oauth-token-errors] says in OAuth’s terms what is wrong, 401 for clients only, never a 5xx', async () => {
    const { gateway, browser, program } = await oauthStage(open);
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
    const { gateway, browser } = await oauthStage(open);
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
    const { gateway, browser, program } = await oauthStage(open);
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
    expect(await grantsIn(gateway)).toEqual([]);
    expect((await program.revoke(two.refresh)).status).toBe(200);
    const nothing = await program.post('/oauth/revoke', {});
    expect([nothing.status, nothing.body['error']]).toEqual([400, 'invalid_request']);
    expect(await isGood(gateway, gateway.token)).toBe(true);
  });

  it('[oauth-server-off] is not there with MCP_OAUTH=off, nor is the page', async () => {
    const gateway = await open(startGateway({ env: { MCP_OAUTH: 'off' } }));
    await setUpOperator(gateway);
    for (const path of ['/oauth/token', '/oauth/revoke'])
      expect((await postForm(gateway, path, { token: 'x' })).status).toBe(404);
    expect((await fetch(`${gateway.url}/oauth/authorize`)).status).toBe(404);
  });
});
