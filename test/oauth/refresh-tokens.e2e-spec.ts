import { newId } from '../../src/kernel/id.js';
import { GrantFamilyEntity } from '../../src/oauth/grants/grant-family.entity.js';
import { Database } from '../../src/platform/database/database.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { OAuthProgram, tokensOf } from '../support/oauth/oauth-flow.js';
import { eventsIn, grantsIn, isGood, oauthAccounts, twoServers } from '../support/oauth/oauth-stage.js';
import { TestClock } from '../support/test-clock.js';

const open = closeAfterAll();
let gateway: TestGateway;
const newAccount = oauthAccounts(() => gateway);
const clock = new TestClock();
const minute = 60_000;
const day = 86_400_000;
/** Two more than are sent in parallel. */
const refreshesPerMinute = 52;

beforeAll(async () => {
  gateway = await open(
    startGateway({
      clock,
      mcpServers: await twoServers(open),
      env: { OAUTH_REFRESHES_PER_MINUTE: refreshesPerMinute },
    }),
  );
});

describe('A refresh token', () => {
  it('[oauth-refresh-rotation] is replaced at each use, and inherits what was granted', async () => {
    const { browser, program } = await newAccount();
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

  it('[oauth-refresh-parallel] [oauth-refresh-limit] serves fifty parallel requests, rotates once, and refuses more than OAUTH_REFRESHES_PER_MINUTE', async () => {
    const { browser, program } = await newAccount();
    const { refresh } = await program.comeIn(browser);
    const answers = await Promise.all(Array.from({ length: 50 }, () => program.refresh(refresh)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
    expect(answers.filter(({ body }) => 'refresh_token' in body)).toHaveLength(1);
    for (const { body } of answers.slice(0, 5))
      expect(await isGood(gateway, String(body['access_token']))).toBe(true);
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await program.refresh(refresh)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('[oauth-refresh-grace] is served for a minute after it was replaced, with an access token only, unless its successor was used', async () => {
    const { owner, browser, program } = await newAccount();
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
    expect(await grantsIn(owner)).toEqual([]);
  });

  it('[oauth-refresh-replay] ends its grant, with an audit event, when it is sent again more than a minute after its rotation', async () => {
    const { owner, browser, program } = await newAccount();
    const one = await program.comeIn(browser);
    const two = tokensOf(await program.refresh(one.refresh));
    clock.advance(minute);
    expect((await program.refresh(one.refresh)).body['error']).toBe('invalid_grant');
    expect(await isGood(gateway, two.access)).toBe(false);
    expect((await program.refresh(two.refresh)).body['error']).toBe('invalid_grant');
    expect((await eventsIn(owner)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['oauth.refresh.replayed', 'oauth.grant.revoked']),
    );
  });

  it('[oauth-refresh-end] ends after thirty days without use, and a year after the consent at the latest', async () => {
    const { browser, program } = await newAccount();
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

  it('[oauth-refresh-bound] is bound to its client and resource, and a mismatch does not use it up', async () => {
    const { browser, program } = await newAccount();
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

  it('[oauth-families] coexists with up to twenty of other machines under one grant; beyond that the oldest ends', async () => {
    const { owner, browser, program } = await newAccount();
    const comeIn = async () => {
      clock.advance(1);
      return (await program.comeIn(browser)).refresh;
    };
    const [oldest, second] = [await comeIn(), await comeIn()];
    const [grant = {}] = await grantsIn(owner);
    const grantId = String(grant['id']);
    await gateway.app.get(Database, { strict: false }).write(async (manager) => {
      const [, family] = await manager.find(GrantFamilyEntity, {
        where: { grantId },
        order: { createdAt: 'ASC' },
      });
      for (let at = 3; at <= 20; at++)
        await manager.insert(
          GrantFamilyEntity,
          Object.assign(manager.create(GrantFamilyEntity, family), {
            id: newId('ogf'),
            handleDigest: `machine ${String(at)}`,
          }),
        );
    });
    expect((await program.refresh(oldest)).status).toBe(200);
    const newest = await comeIn();
    expect(await grantsIn(owner)).toHaveLength(1);
    expect((await program.refresh(second)).status).toBe(200);
    expect((await program.refresh(newest)).status).toBe(200);
    expect((await program.refresh(oldest)).body['error']).toBe('invalid_grant');
  });
});
