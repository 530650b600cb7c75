import { closeAfterEach } from '../support/closing.js';
import { OAuthProgram, pkce, postForm, tokensOf } from '../support/oauth-flow.js';
import { eventsIn, grantsIn, isGood, oauthStage, twoServers } from '../support/oauth-stage.js';

const open = closeAfterEach();
const minute = 60_000;

describe('A code', () => {
  it('[oauth-exchange] is exchanged for an access and a refresh token, whatever the client said of refreshing', async () => {
    const { gateway, browser, program } = await oauthStage(open, {}, { grant_types: ['authorization_code'] });
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

  it('[oauth-code-once] is exchanged once by fifty who send it at the same time', async () => {
    const { gateway, browser, program } = await oauthStage(open);
    const { verifier, challenge } = pkce();
    const code = await program.authorize(browser, challenge);
    const answers = await Promise.all(Array.from({ length: 50 }, () => program.exchange(code, verifier)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers)
      if (status !== 200) expect([status, body['error']]).toEqual([400, 'invalid_grant']);
    expect(await grantsIn(gateway)).toHaveLength(1);
  });

  it('[oauth-code-replay] ends what it gave when it comes again after ten seconds with the right verifier, and only then', async () => {
    const { gateway, browser, program, clock } = await oauthStage(open);
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
    expect(await grantsIn(gateway)).toEqual([]);
    const actions = (await eventsIn(gateway)).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['oauth.code.replayed', 'oauth.grant.revoked']));
  });

  it('[oauth-code-verifier] takes five wrong verifiers, which use nothing up', async () => {
    const { browser, program, clock } = await oauthStage(open);
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

  it('[oauth-code-bound] is good for its client, its return address and its resource, and not used up by others', async () => {
    const { gateway, browser, program } = await oauthStage(open, { mcpServers: await twoServers(open) });
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
    expect((await gateway.json('/api/servers/one/mcp/tools', { headers })).status).toBe(200);
    expect((await gateway.json('/api/servers/two/mcp/tools', { headers })).status).not.toBe(200);
    expect(await grantsIn(gateway)).toMatchObject([{ resource: one }]);
  });
});
