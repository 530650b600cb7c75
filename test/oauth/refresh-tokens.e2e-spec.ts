import { closeAfterEach } from '../support/closing.js';
import { OAuthProgram, tokensOf } from '../support/oauth-flow.js';
import { eventsIn, grantsIn, isGood, oauthStage, twoServers } from '../support/oauth-stage.js';

const open = closeAfterEach();
const minute = 60_000;
const day = 86_400_000;

describe('A refresh token', () => {
  it('[oauth-refresh-rotation] is replaced at each use, and inherits what was granted', async () => {
    const { gateway, browser, program, clock } = await oauthStage(open);
    const first = await program.comeIn(browser);
    clock.advance(3600 * 1000);
    expect(await isGood(gateway, first.access)).toBe(false);
    const answer = await program.refresh(first.refresh);
    const second = tokensOf(answer);
    expect(answer.body).toMatchObject({ expires_in: 3600, scope: 'tools:read tools:call' });
    expect(second.refresh).not.toBe(first.refresh);
    expect(await isGood(gateway, second.access)).toBe(true);
    const less = await program.refresh(second.refresh, { scope: 'tools:read unknown' });
    expect(less.body['scope']).toBe('tools:read');
    const all = await program.refresh(tokensOf(less).refresh);
    expect(all.body['scope']).toBe('tools:read tools:call');
    const narrow = await program.comeIn(browser, { scope: 'tools:read' });
    const more = await program.refresh(narrow.refresh, { scope: 'tools:read tools:call' });
    expect([more.status, more.body['error']]).toEqual([400, 'invalid_scope']);
  });

  it('[oauth-refresh-parallel] serves fifty who send it at the same time, and is rotated once', async () => {
    const { gateway, browser, program } = await oauthStage(open);
    const { refresh } = await program.comeIn(browser);
    const answers = await Promise.all(Array.from({ length: 50 }, () => program.refresh(refresh)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
    expect(answers.filter(({ body }) => 'refresh_token' in body)).toHaveLength(1);
    for (const { body } of answers.slice(0, 5))
      expect(await isGood(gateway, String(body['access_token']))).toBe(true);
  });

  it('[oauth-refresh-grace] is served for a minute after it was replaced, with an access token only, unless its successor was used', async () => {
    const { gateway, browser, program, clock } = await oauthStage(open);
    const one = await program.comeIn(browser);
    const two = tokensOf(await program.refresh(one.refresh));
    clock.advance(minute - 1);
    const again = await program.refresh(one.refresh);
    expect([again.status, 'refresh_token' in again.body]).toEqual([200, false]);
    const three = tokensOf(await program.refresh(two.refresh));
    expect(await isGood(gateway, three.access)).toBe(true);
    expect((await program.refresh(one.refresh)).body['error']).toBe('invalid_grant');
    expect(await isGood(gateway, three.access)).toBe(false);
    expect((await program.refresh(three.refresh)).body['error']).toBe('invalid_grant');
    expect(await grantsIn(gateway)).toEqual([]);
  });

  it('[oauth-refresh-replay] ends its grant when it comes back after that, with an event', async () => {
    const { gateway, browser, program, clock } = await oauthStage(open);
    const one = await program.comeIn(browser);
    const two = tokensOf(await program.refresh(one.refresh));
    clock.advance(minute);
    expect((await program.refresh(one.refresh)).body['error']).toBe('invalid_grant');
    expect(await isGood(gateway, two.access)).toBe(false);
    expect((await program.refresh(two.refresh)).body['error']).toBe('invalid_grant');
    expect((await eventsIn(gateway)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['oauth.refresh.replayed', 'oauth.grant.revoked']),
    );
  });

  it('[oauth-refresh-end] ends after thirty days without use, and with all others a year after the consent', async () => {
    const { browser, program, clock } = await oauthStage(open);
    const idle = await program.comeIn(browser);
    let used = await program.comeIn(browser);
    for (let at = 0; at < 12; at++) {
      clock.advance(29 * day);
      used = tokensOf(await program.refresh(used.refresh));
    }
    expect((await program.refresh(idle.refresh)).body['error']).toBe('invalid_grant');
    clock.advance(17 * day);
    expect((await program.refresh(used.refresh)).body['error']).toBe('invalid_grant');
  });

  it('[oauth-refresh-bound] is its client’s and its resource’s, and lost to nobody who gets that wrong', async () => {
    const { gateway, browser, program } = await oauthStage(open, { mcpServers: await twoServers(open) });
    const other = await OAuthProgram.register(gateway, { client_name: 'Other' });
    const one = `${gateway.url}/api/servers/one/mcp`;
    const { refresh } = await program.comeIn(browser, { resource: one });
    expect((await other.refresh(refresh)).body['error']).toBe('invalid_grant');
    const wrong = await program.refresh(refresh, { resource: `${gateway.url}/api/servers/two/mcp` });
    expect(wrong.body['error']).toBe('invalid_target');
    expect((await program.refresh(`${refresh.slice(0, -1)}!`)).body['error']).toBe('invalid_grant');
    const { access } = tokensOf(await program.refresh(refresh));
    const headers = { authorization: `Bearer ${access}` };
    expect((await gateway.json('/api/servers/two/mcp/tools', { headers })).status).not.toBe(200);
  });

  it('[oauth-families] lives beside those of other machines: one grant, twenty at most, the oldest ends', async () => {
    const { gateway, browser, program, clock } = await oauthStage(open);
    const machines: string[] = [];
    for (let at = 0; at < 21; at++) {
      machines.push((await program.comeIn(browser)).refresh);
      clock.advance(1);
    }
    expect(await grantsIn(gateway)).toHaveLength(1);
    const [oldest = '', second = ''] = machines;
    expect((await program.refresh(second)).status).toBe(200);
    expect((await program.refresh(machines[20] ?? '')).status).toBe(200);
    expect((await program.refresh(oldest)).body['error']).toBe('invalid_grant');
  });

  it('[oauth-refresh-limit] is refreshed so often in a minute', async () => {
    const { browser, program } = await oauthStage(open, { env: { OAUTH_REFRESHES_PER_MINUTE: 2 } });
    const { refresh } = await program.comeIn(browser);
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await program.refresh(refresh)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });
});
