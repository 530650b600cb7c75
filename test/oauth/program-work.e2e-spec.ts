import { AccessTokens } from '../../src/accounts/tokens/access-tokens.service.js';
import { GrantTokenRetention } from '../../src/accounts/tokens/grant-token-retention.service.js';
import { newId } from '../../src/kernel/id.js';
import { grantScopes } from '../../src/kernel/principal.js';
import { TokenStore } from '../../src/accounts/tokens/token-store.port.js';
import { Database } from '../../src/platform/database/database.js';
import { TokenUpkeep } from '../../src/accounts/tokens/token-upkeep.service.js';
import { operatorOf, personIn } from '../support/clients/apps-client.js';
import { answered, ChatClient, toolParts, user } from '../support/clients/chat-client.js';
import { GatewayClient, type Json } from '../support/clients/gateway-client.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { openEverything } from '../support/clients/open-under-token.js';
import { asksThenSays, hangsAfter, ModelServer } from '../support/models/model-server.js';
import { programOf } from '../support/oauth/programs.js';
import { TestClock } from '../support/test-clock.js';
import { text } from '../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { stdioServer } from '../support/upstreams/stdio.js';
import { waitFor } from '../support/wait-for.js';
import { doing, listen, Workflows } from '../support/workflows/workflow-app.js';

const open = closeAfterAll();
const clock = new TestClock(Date.now());
const hour = 3_600_000;
const day = 24 * hour;
const act = (name: string) => ({ act: { call: `${name}@desk`, with: {} } });
const config = {
  mcpServers: { desk: { use: 'desk' }, files: { use: 'files' } },
  workflows: {
    wait: doing([{ wait: listen('go') }, act('echo')]),
    guarded: doing([{ ask: listen('approval') }, act('delete_all')]),
  },
  policies: { requireApproval: ['desk__delete_*'] },
};
/** Calls of `hang` that the server has not been left alone with. */
let waiting = 0;
const hang = tool('hang', ({ res }) => {
  waiting++;
  res.on('close', () => waiting--);
});
const deletes = tool('delete_all', (exchange) => {
  exchange.result(text('gone'));
});
let upstream: ScriptedHttp;
let model: ModelServer;
let gateway: TestGateway;

beforeAll(async () => {
  model = await open(ModelServer.start());
  upstream = await open(ScriptedHttp.start([echo, hang, deletes]));
  gateway = await open(
    startGateway({
      clock,
      mcpServers: { desk: { url: upstream.url }, files: stdioServer() },
      env: { CHAT_PROVIDERS: { tiny: { baseUrl: model.url } }, CHAT_DEFAULT_MODEL: 'tiny/one' },
    }),
  );
});

type Person = Awaited<ReturnType<typeof personIn>>;

async function owner(name: string): Promise<Person> {
  const person = await personIn(gateway, name);
  await person.newApp('shop', config, { slug: 'shop' });
  return person;
}

/** The same person with a token that has not been left unused for weeks. */
async function withNewToken({ accountId, userId }: Person): Promise<GatewayClient> {
  const { text: token } = await gateway.app.get(AccessTokens, { strict: false }).issueToUser({
    ...{ accountId, userId, name: 'test', source: 'device', scopes: ['tools:read', 'tools:call'] },
  });
  return new GatewayClient(gateway.url, token);
}

/** The round that would come within two seconds by itself. */
const lookNow = () => gateway.app.get(TokenUpkeep, { strict: false }).run();
const echoed = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'desk__echo', arguments: {} } };

describe('What programs begin', () => {
  it('[program-apart] as sessions is neither another program’s nor that of their person', async () => {
    const person = await owner('apart');
    const one = await programOf(gateway, person);
    const other = await programOf(gateway, person);
    for (const what of ['servers/shop.desk', 'servers/shop.files', 'apps/shop']) {
      const native = one.native(what);
      await native.initialize();
      for (const token of [other.token, person.token]) {
        const headers = { authorization: `Bearer ${token}` };
        expect((await native.send({ jsonrpc: '2.0', id: 1, method: 'ping' }, headers)).status).toBe(404);
        for (const method of ['GET', 'DELETE'])
          expect((await fetch(native.url, { method, headers: native.headers(headers) })).status).toBe(404);
      }
      expect((await native.request('ping')).status).toBe(200);
    }
  });

  it('[program-apart] as keys of idempotency is each program’s own', async () => {
    const person = await owner('keys');
    const programs = [await programOf(gateway, person), await programOf(gateway, person), person];
    const before = upstream.executions('echo');
    for (const client of programs) {
      const send = () =>
        client.call('shop.desk', 'echo', { a: 1 }, {}, { headers: { 'idempotency-key': 'same' } });
      expect((await send()).status).toBe(200);
      expect((await send()).status).toBe(200);
    }
    expect(upstream.executions('echo')).toBe(before + 3);
  });

  it('[program-approves-nothing] in a chat runs nothing that the app wants approved, and answers for no other', async () => {
    const person = await owner('asks');
    const one = await programOf(gateway, person);
    const other = await programOf(gateway, person);
    model.otherwise = asksThenSays({ name: 'delete_all', args: {} }, 'Done.');
    const before = upstream.executions('delete_all');
    const question = user('delete');
    const refused = await new ChatClient(one, 'shop.desk').turn([question]);
    expect(toolParts(refused.message)).toMatchObject([{ state: 'output-error' }]);
    expect(upstream.executions('delete_all')).toBe(before);

    const asked = await new ChatClient(person, 'shop.desk').turn([question]);
    const messages = [question, answered(asked.message, true)];
    await expect(new ChatClient(one, 'shop.desk').turn(messages)).rejects.toThrow('approval-invalid');
    expect(upstream.executions('delete_all')).toBe(before);
    await new ChatClient(person, 'shop.desk').turn(messages);
    expect(upstream.executions('delete_all')).toBe(before + 1);

    model.otherwise = asksThenSays({ name: 'echo', args: {} }, 'Done.');
    const harmless = await new ChatClient(one, 'shop.desk').turn([question]);
    expect(toolParts(harmless.message)).toMatchObject([{ state: 'approval-requested' }]);
    const agreed = [question, answered(harmless.message, true)];
    await expect(new ChatClient(other, 'shop.desk').turn(agreed)).rejects.toThrow('approval-invalid');
    const ran = await new ChatClient(one, 'shop.desk').turn(agreed);
    expect(toolParts(ran.message)).toMatchObject([{ state: 'output-available' }]);
  });

  it('[program-approves-nothing] as a signal to a run is nobody’s word', async () => {
    const person = await owner('signals');
    const program = new Workflows(await programOf(gateway, person));
    const people = new Workflows(person);
    const path = '/api/sdk/workflows/execute?app=shop';
    const start = async () =>
      String((await person.json(path, { body: { workflow: 'guarded', mode: 'async' } })).body['runId']);
    const before = upstream.executions('delete_all');
    const alone = await start();
    expect((await program.approve(alone)).status).toBe(202);
    await people.reaches(alone, 'waiting');
    await people.reachesStep(alone, 'act', 'waiting');
    expect(upstream.executions('delete_all')).toBe(before);
    const approved = await start();
    await people.approve(approved);
    await people.reaches(approved, 'completed');
  });

  it('[program-renewed] goes on when its token’s hour is over, and its streams are taken up with the next', async () => {
    model.otherwise = hangsAfter('Once');
    const person = await owner('renews');
    const first = await programOf(gateway, person, { seconds: 60 });
    const native = first.native('apps/shop');
    await native.initialize();
    const things = await openEverything(first);
    await waitFor('the calls at the server', () => waiting === 2);
    const ended = new Set<string>();
    for (const { what, end } of things) void end.then(() => ended.add(what));
    clock.advance(61_000);
    await lookNow();
    const streams = things.map(({ what }) => what).filter((what) => /session|listen|run events/.test(what));
    await waitFor('the streams to end', () => streams.every((what) => ended.has(what)));
    expect([...ended].sort()).toEqual([...streams].sort());
    expect((await native.send(echoed)).status).toBe(401);

    const next = await programOf(gateway, person, { grantId: first.grantId });
    const again = next.native('apps/shop');
    again.session = native.session;
    expect((await again.send(echoed)).messages).toMatchObject([{ result: {} }]);
    const stream = await open(again.stream());
    expect(stream.response.status).toBe(200);

    await next.revokeGrant();
    await lookNow();
    await Promise.all(things.map(({ end }) => end));
    await waitFor('the stream to end', () => stream.ended);
    await waitFor('the calls to be cancelled', () => waiting === 0);
    expect((await again.send(echoed)).status).toBe(401);
    const { body } = await gateway.json(`/api/usage/limits?account=${person.accountId}`);
    const used = Object.fromEntries((body['limits'] as Json[]).map(({ name, used: now }) => [name, now]));
    expect(used).toMatchObject({ sessions: 0, streams: 0 });
  });

  it('[program-runs] as runs goes on with the grant, not with the token, and ends with it', async () => {
    const person = await owner('runs');
    const people = new Workflows(person);
    const first = await programOf(gateway, person);
    const path = '/api/sdk/workflows/execute?app=shop';
    const start = async () =>
      String((await first.json(path, { body: { workflow: 'wait', mode: 'async' } })).body['runId']);
    const [goesOn, ends] = [await start(), await start()];
    clock.advance(3 * day);
    await gateway.app.get(GrantTokenRetention, { strict: false }).sweep();
    await people.post(goesOn, 'signals/go');
    await people.reaches(goesOn, 'completed');
    await first.revokeGrant();
    await people.post(ends, 'signals/go');
    expect(await people.reaches(ends, 'failed')).toMatchObject({ error: { code: 'run-not-permitted' } });
  });

  it('[program-runs] as runs ends when its program has not come back in OAUTH_REFRESH_DAYS', async () => {
    const person = await owner('forgets');
    const program = await programOf(gateway, person);
    const path = '/api/sdk/workflows/execute?app=shop';
    const { body } = await program.json(path, { body: { workflow: 'wait', mode: 'async' } });
    clock.advance(31 * day);
    const people = new Workflows(await withNewToken(person));
    await people.post(String(body['runId']), 'signals/go');
    expect(await people.reaches(String(body['runId']), 'failed')).toMatchObject({
      error: { code: 'run-not-permitted' },
    });
  });

  it('[program-tokens-removed] leaves no token behind a day after its end but the newest of each grant', async () => {
    const person = operatorOf(gateway);
    const store = gateway.app.get(TokenStore, { strict: false });
    const sweep = () => gateway.app.get(GrantTokenRetention, { strict: false }).sweep();
    const old = await programOf(gateway, person);
    const renewed = await programOf(gateway, person, { grantId: old.grantId });
    const dead = await programOf(gateway, person);
    await dead.revokeGrant();
    const left = async () =>
      (await store.listByIds([old, renewed, dead].map(({ tokenId }) => tokenId))).map(
        ({ token }) => token.id,
      );
    clock.advance(day);
    await sweep();
    expect((await left()).length).toBe(3);
    clock.advance(2 * hour);
    await sweep();
    expect(await left()).toEqual([renewed.tokenId]);
    clock.advance(30 * day);
    await sweep();
    expect(await left()).toEqual([]);
  });

  it('[program-tokens-removed] leaves no more than 500 tokens of one grant, and the newest are good', async () => {
    const person = await owner('greedy');
    const first = await programOf(gateway, person);
    const { body } = await first.json('/api/cli/auth/me');
    const tokens = gateway.app.get(AccessTokens, { strict: false });
    const more = {
      ...{ accountId: person.accountId, userId: person.userId, name: 'Program', binding: {} },
      oauthClient: 'gci_program',
      ...{ scopes: grantScopes, grantId: first.grantId, expiresAt: clock.now() + hour },
    };
    const store = gateway.app.get(TokenStore, { strict: false });
    const [row] = await store.listByIds([first.tokenId]);
    if (row === undefined) throw new Error('no token');
    await gateway.app.get(Database, { strict: false }).write(async () => {
      for (let i = 0; i < 498; i++)
        await store.insert({ ...row.token, id: newId('tok'), digest: `none ${String(i)}` });
    });
    await tokens.issueToGrant(more);
    expect((await first.json('/api/servers')).status).toBe(200);
    await tokens.issueToGrant(more);
    expect([body['token'], (await first.json('/api/servers')).status]).toMatchObject([
      { kind: 'grant' },
      401,
    ]);
    const last = await programOf(gateway, person, { grantId: first.grantId });
    expect((await last.json('/api/servers')).status).toBe(200);
  });

  it('[program-ends] with the membership of its person', async () => {
    const boss = await owner('boss');
    const member = await personIn(gateway, boss.accountId, 'member');
    const program = await programOf(gateway, member);
    const native = program.native('apps/shop');
    await native.initialize();
    const stream = await open(native.stream());
    const { status } = await boss.json(`/api/cli/members/${member.userId}`, { method: 'DELETE' });
    expect(status).toBeLessThan(300);
    await lookNow();
    await waitFor('the stream to end', () => stream.ended);
    expect((await native.send(echoed)).status).toBe(401);
    const { body } = await gateway.json(`/api/usage/limits?account=${boss.accountId}`);
    expect(body['limits']).toContainEqual(expect.objectContaining({ name: 'sessions', used: 0 }));
  });
});

describe('The calls of a program', () => {
  it('[program-calls] stand in the account’s record under its grant', async () => {
    const person = await owner('records');
    const program = await programOf(gateway, person);
    await program.call('shop.desk', 'echo', {});
    const { body } = await person.json('/api/calls');
    const { calls } = body as { calls: Json[] };
    expect(calls[0]).toMatchObject({ caller: { userId: person.userId, grantId: program.grantId } });
  });
});
