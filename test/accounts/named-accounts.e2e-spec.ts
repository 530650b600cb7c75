import { PeopleStore } from '../../src/accounts/people/people-store.port.js';
import { operatorOf, personIn, type AppsClient } from '../support/clients/apps-client.js';
import { browserOf, type ConsoleClient } from '../support/clients/console-client.js';
import type { GatewayClient, Json } from '../support/clients/gateway-client.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { programOf } from '../support/oauth/programs.js';
import { echo, ScriptedHttp } from '../support/upstreams/scripted-http.js';

const open = closeAfterAll();
let gateway: TestGateway;
let home: AppsClient & { readonly userId: string; readonly accountId: string };
let guild: AppsClient & { readonly accountId: string };
let browser: ConsoleClient;

beforeAll(async () => {
  const upstream = await open(ScriptedHttp.start([echo]));
  gateway = await open(startGateway({ mcpServers: { desk: { url: upstream.url } } }));
  home = await personIn(gateway, 'home');
  guild = await personIn(gateway, 'guild');
  await gateway.app
    .get(PeopleStore, { strict: false })
    .join(guild.accountId, home.userId, 'member', Date.now() + 1000);
  browser = await browserOf(gateway, home.userId);
  await home.newApp('At home', {}, { slug: 'at-home' });
  await guild.newApp('At the guild', {}, { slug: 'at-guild' });
});

const ask = async (client: GatewayClient, path: string, account?: string) => {
  const { status, body } = await client.json(
    path,
    account === undefined ? {} : { headers: { 'x-account': account } },
  );
  const errors = body['errors'] as Json[] | undefined;
  return {
    status,
    body,
    said: status === 200 ? (body['account'] as Json)['slug'] : (errors?.[0]?.['detail'] ?? body['code']),
  };
};
const said = async (...of: Parameters<typeof ask>) => (await ask(...of)).said;

describe('The account that a request is for', () => {
  it('[account-named] is one of the person’s, by slug or id, in the header or the query', async () => {
    expect((await ask(browser, '/api/me')).body['accounts']).toEqual([
      { id: home.accountId, slug: 'home', name: 'home', role: 'owner' },
      { id: guild.accountId, slug: 'guild', name: 'guild', role: 'member' },
    ]);
    for (const named of ['guild', guild.accountId]) {
      expect(await said(browser, '/api/me', named)).toBe('guild');
      expect(await said(browser, `/api/me?account=${named}`)).toBe('guild');
      expect(await said(browser, `/api/me?account=${named}`, 'guild')).toBe('guild');
    }
    const apps = (await browser.json('/api/cli/apps?account=guild')).body['apps'];
    expect(apps).toMatchObject([{ slug: 'at-guild' }]);
    const events = await browser.fetch('/api/events?account=guild');
    expect(events.status).toBe(200);
    await events.body?.cancel();
  });

  it('[account-named] is refused with 400 when header and query name two, and as unknown when it is not theirs', async () => {
    const both = await ask(browser, '/api/me?account=home', 'guild');
    expect([both.status, both.said]).toEqual([400, 'X-Account and ?account= name two accounts.']);
    const [others, missing, odd] = [
      await ask(browser, '/api/me', 'operator'),
      await ask(browser, '/api/me?account=nobody-has-this'),
      await ask(browser, '/api/me?account=home&account=guild'),
    ];
    expect([others.status, missing.status, odd.status]).toEqual([404, 404, 404]);
    expect([others.said, others.body['detail']]).toEqual(['account-not-found', missing.body['detail']]);
    expect(await said(browser, '/api/servers/desk/mcp/tools?account=operator')).toBe('account-not-found');
  });

  it('[account-bound] is for a token, a key and a program the one that they are bound to, and never silently that', async () => {
    const key = await home.withKey('at-home');
    const program = await programOf(gateway, home, {});
    for (const bound of [home, key, program]) {
      expect(await said(bound, '/api/me', 'home')).toBe('home');
      expect(await said(bound, `/api/me?account=${home.accountId}`)).toBe('home');
      for (const path of [
        '/api/me?account=guild',
        '/api/me?acc%6funt=guild',
        '/api/servers/desk/mcp/tools?account=guild',
      ])
        expect(await said(bound, path)).toBe('account-not-found');
      expect(await said(bound, '/api/me', guild.accountId)).toBe('account-not-found');
      expect(await said(bound, '/api/me?account=guild', 'home')).toBe(
        'X-Account and ?account= name two accounts.',
      );
    }
    const call = await home.json('/api/servers/desk/mcp/call?account=guild', {
      body: { name: 'echo', arguments: {} },
    });
    expect(call.status).toBe(404);
    expect(
      (await home.json('/api/me', { headers: { authorization: 'Bearer gtu_none', 'x-account': 'guild' } }))
        .status,
    ).toBe(401);
  });

  it('[account-bound] is any for operators, where an operation is for that, and nowhere else', async () => {
    const operator = operatorOf(gateway);
    for (const path of ['/api/audit', '/api/calls', '/api/usage', '/api/usage/limits', '/api/grants'])
      expect((await operator.json(`${path}?account=guild`)).status).toBe(200);
    expect((await home.json('/api/audit?account=guild')).status).toBe(404);
    for (const path of ['/api/cli/apps', '/api/me', '/api/servers/desk/mcp/tools'])
      expect((await operator.json(`${path}?account=guild`)).body['code']).toBe('account-not-found');
    expect((await operator.json('/api/audit', { headers: { 'x-account': 'guild' } })).status).toBe(404);
  });

  it('[account-vary] is told to whoever keeps answers', async () => {
    for (const path of [
      '/api/servers/desk/mcp/tools',
      '/api/cli/apps/at-home/config',
      '/api/apps/at-home/resolve',
    ]) {
      const { headers } = await home.json(path);
      expect([headers.get('cache-control'), headers.get('vary')]).toEqual([
        expect.stringMatching(/^private/),
        expect.stringContaining('X-Account'),
      ]);
    }
    expect((await browser.json('/api/cli/apps/at-home/config')).headers.get('cache-control')).toBe(
      'no-store',
    );
  });
});
