import { TokenUpkeep } from '../../src/accounts/tokens/token-upkeep.service.js';
import { personIn, type AppsClient } from '../support/clients/apps-client.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { GatewayClient, Json } from '../support/clients/gateway-client.js';
import { hangsAfter, ModelServer } from '../support/models/model-server.js';
import { openEverything } from '../support/clients/open-under-token.js';
import { PageVisitor } from '../support/clients/page-visitor.js';
import { TestClock } from '../support/test-clock.js';
import { echo, ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { stdioServer } from '../support/upstreams/stdio.js';
import { waitFor } from '../support/wait-for.js';
import { doing, listen } from '../support/workflows/workflow-app.js';

const open = closeAfterAll();
const clock = new TestClock(Date.now());
const config = {
  mcpServers: { desk: { use: 'desk' }, files: { use: 'files' } },
  workflows: { wait: doing([{ wait: listen('go') }]) },
};
/** Calls of `hang` that the server has not been left alone with. */
let waiting = 0;
const hang = tool('hang', ({ res }) => {
  waiting++;
  res.on('close', () => waiting--);
});
let model: ModelServer;
let gateway: TestGateway;

beforeAll(async () => {
  model = await open(ModelServer.start());
  model.otherwise = hangsAfter('Once');
  const upstream = await open(ScriptedHttp.start([echo, hang]));
  gateway = await open(
    startGateway({
      clock,
      mcpServers: { desk: { url: upstream.url }, files: stdioServer() },
      env: { CHAT_PROVIDERS: { tiny: { baseUrl: model.url } }, CHAT_DEFAULT_MODEL: 'tiny/one' },
    }),
  );
});

/** Somebody with an account of their own, and its app. */
async function owner(name: string): Promise<AppsClient & { readonly accountId: string }> {
  const person = await personIn(gateway, name);
  await person.newApp('shop', config, { slug: 'shop' });
  return person;
}

async function usedBy(accountId: string): Promise<Record<string, unknown>> {
  const { body } = await gateway.json(`/api/usage/limits?account=${accountId}`);
  const limits = body['limits'] as Json[];
  return Object.fromEntries(limits.map(({ name, used }) => [name, used]));
}

/** The round that would come within two seconds by itself, as it does in the test that moves the clock. */
const lookNow = () => gateway.app.get(TokenUpkeep, { strict: false }).run();

/** Opens all that can be open under the token, and expects `kill` to end it here and at the servers. */
async function expectEnd(
  client: GatewayClient,
  accountId: string,
  kill: () => Promise<{ status: number } | undefined>,
): Promise<void> {
  const things = await openEverything(client);
  await waitFor('the calls at the server', () => waiting === 2);
  expect(await usedBy(accountId)).toMatchObject({ streams: 9, sessions: 3, chats: 1 });
  const killed = await kill();
  if (killed !== undefined) {
    expect(killed.status).toBeLessThan(300);
    await lookNow();
  }
  const ends = Object.fromEntries(
    await Promise.all(things.map(async ({ what, end }) => [what, await end] as const)),
  );
  for (const what of ['streamed call', 'run events'])
    expect(ends[what]).toMatch(/event: error\ndata: \{.*"code":"unauthorized".*\}\n\n$/);
  expect(ends['chat']).toMatch(/"type":"error".*"code":"unauthorized"/);
  expect(JSON.parse(ends['plain call'] as string)).toMatchObject({ code: 'unauthorized', status: 401 });
  expect(Object.values(ends)).not.toContain('cut off');
  expect((await client.json('/api/cli/apps')).status).toBe(401);
  await waitFor('the places', async () => {
    const { streams, sessions, chats } = await usedBy(accountId);
    return streams === 0 && sessions === 0 && chats === 0;
  });
  await waitFor('the calls to be cancelled', () => waiting === 0 && model.answering === 0);
}

describe('All that is open under a token ends', () => {
  it('[open-ends] [open-ends-told] when it is revoked by its own owner, who is told that it was', async () => {
    const person = await owner('revokes');
    await expectEnd(person, person.accountId, () =>
      person.json('/api/cli/auth/logout', { method: 'POST', body: {} }),
    );
  });

  it('[open-ends] when it expires', async () => {
    const person = await owner('expires');
    const expiresAt = new Date(clock.now() + 60_000).toISOString();
    const key = await person.withKey('shop', { expiresAt });
    await expectEnd(key, person.accountId, async () => {
      clock.advance(61_000);
      return Promise.resolve(undefined);
    });
  });

  it('[open-ends] when its key is deleted', async () => {
    const person = await owner('deletes');
    const key = await person.withKey('shop');
    const [{ id } = {}] = (await person.app('shop', '/keys')).body['keys'] as Json[];
    await expectEnd(key, person.accountId, () =>
      person.app('shop', `/keys/${String(id)}`, { method: 'DELETE' }),
    );
  });

  it('[open-ends] when its app is deleted', async () => {
    const person = await owner('forgets');
    const key = await person.withKey('shop');
    await expectEnd(key, person.accountId, () => person.app('shop', '', { method: 'DELETE' }));
  });

  it.each(['removed', 'given a new password'])(
    '[open-ends] when its member is %s, and that of others goes on',
    async (fate) => {
      const person = await owner(`boss-${fate.slice(0, 3)}`);
      const member = await personIn(gateway, person.accountId, 'member');
      const { userId } = member;
      const stays = await person.stream('shop.desk', 'hang');
      const kill = () =>
        fate === 'removed'
          ? person.json(`/api/cli/members/${userId}`, { method: 'DELETE' })
          : setNewPassword(person, userId);
      const things = await openEverything(member);
      const killed = await kill();
      expect(killed.status).toBeLessThan(300);
      await lookNow();
      await Promise.all(things.map(({ end }) => end));
      expect(await usedBy(person.accountId)).toMatchObject({ streams: 1, sessions: 0, chats: 0 });
      expect(stays.ended).toBeUndefined();
    },
  );
});

/** By the link that an owner makes for a member, later than the member came. */
async function setNewPassword(owner: AppsClient, userId: string): Promise<{ readonly status: number }> {
  clock.advance(60_000);
  const { body } = await owner.json(`/api/cli/members/${userId}/reset`, { method: 'POST' });
  const browser = new PageVisitor(gateway.url);
  const page = await browser.get(String(body['url']));
  return browser.submit(page, '/reset', { password: 'a new password of theirs' });
}
