import { PeopleStore } from '../../src/accounts/people/people-store.port.js';
import { SessionUpkeep } from '../../src/accounts/sessions/session-upkeep.service.js';
import { personIn } from '../support/clients/apps-client.js';
import { browserOf, ConsoleClient, operatorsBrowser } from '../support/clients/console-client.js';
import { EventReader } from '../support/clients/event-reader.js';
import type { PageVisitor } from '../support/clients/page-visitor.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { invite, signIn } from '../support/people.js';
import { TestClock } from '../support/test-clock.js';
import { echo, ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';
import { doing, listen } from '../support/workflows/workflow-app.js';

const open = closeAfterAll();
/** Ahead of the time at which people join accounts. */
const clock = new TestClock(Date.now() + 3_600_000);
const config = {
  mcpServers: { desk: { use: 'desk' } },
  workflows: {
    wait: doing([{ wait: listen('go') }, { ask: { call: 'echo@desk', with: { text: 'hi' } } }]),
  },
};
/** Calls of `hang` that the server has not been left alone with. */
let waiting = 0;
const hang = tool('hang', ({ res }) => {
  waiting++;
  res.on('close', () => waiting--);
});
let upstream: ScriptedHttp;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await open(ScriptedHttp.start([echo, hang]));
  gateway = await open(
    startGateway({ clock, mcpServers: { desk: { url: upstream.url } }, env: { LOGINS_PER_MINUTE: 1000 } }),
  );
});

/** The round that would come within two seconds by itself. */
const lookNow = () => gateway.app.get(SessionUpkeep, { strict: false }).run();
const statusOf = async (client: ConsoleClient) => (await client.json('/api/me')).status;

describe('All that is open under a session', () => {
  /** A stream, a plain call and the events of the account, all of them open. */
  async function openSome(browser: ConsoleClient): Promise<Promise<string>[]> {
    const stream = await browser.stream('desk', 'hang');
    const call = browser
      .fetch('/api/servers/desk/mcp/call', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'hang', arguments: {} }),
      })
      .then((response) => response.text());
    await waitFor('the calls at the server', () => waiting === 2);
    const news = new EventReader(await browser.fetch('/api/events'));
    return [...[stream, news].map(({ done, events }) => done.then(() => JSON.stringify(events))), call];
  }

  async function expectEnd(browser: ConsoleClient, kill: () => Promise<unknown>) {
    const things = await openSome(browser);
    await kill();
    await lookNow();
    for (const end of await Promise.all(things)) expect(end).toContain('"unauthorized"');
    await waitFor('the calls to be cancelled', () => waiting === 0);
  }

  it('[session-ends] [session-logout] ends when the browser is signed out by the API, which takes the cookie away', async () => {
    const { userId } = await personIn(gateway, 'signs-out');
    const browser = await browserOf(gateway, userId);
    await expectEnd(browser, async () => {
      const out = await browser.json('/api/cli/auth/logout', { method: 'POST', body: {} });
      expect(out.status).toBe(204);
      expect(out.headers.getSetCookie().join()).toMatch(/^gantry-session=;.*Max-Age=0/);
    });
    expect(await statusOf(browser)).toBe(401);
  });

  it('[session-ends] ends when somebody signs out at the page, and when the password changes', async () => {
    const page = await invite(
      gateway,
      { email: 'cy@example.com', newAccount: { name: 'Cy' } },
      { name: 'Cy', password: 'a password of cy' },
    );
    const consoleOf = (browser: PageVisitor) =>
      new ConsoleClient(gateway.url, browser.cookies.get('gantry-session') ?? '');
    await expectEnd(consoleOf(page), async () => page.submit(await page.get('/logout'), '/logout', {}));
    const again = await signIn(gateway, { email: 'cy@example.com', password: 'a password of cy' });
    const browser = consoleOf(again);
    const body = { currentPassword: 'a password of cy', newPassword: 'another password of cy' };
    await expectEnd(browser, () => browser.json('/api/cli/auth/password', { method: 'PUT', body }));
    expect(await statusOf(browser)).toBe(401);
  });

  it('[session-ends] ends when the person is taken out, in that account alone; that of others goes on', async () => {
    const owner = await personIn(gateway, 'takes-out');
    const member = await personIn(gateway, owner.accountId, 'member');
    const people = gateway.app.get(PeopleStore, { strict: false });
    const { accountId } = await personIn(gateway, 'stays-in');
    await people.join(accountId, member.userId, 'member', Date.now() + 1000);
    const browser = await browserOf(gateway, member.userId);
    const leaving = new AbortController();
    const stays = await browser.in('stays-in').stream('desk', 'hang', {}, { signal: leaving.signal });
    await waitFor('the call that stays', () => waiting === 1);
    const stream = await browser.stream('desk', 'hang');
    await waitFor('both calls', () => waiting === 2);
    const gone = await owner.json(`/api/cli/members/${member.userId}`, { method: 'DELETE' });
    expect(gone.status).toBe(204);
    await lookNow();
    await stream.done;
    expect(stream.named('error')[0]?.data).toMatchObject({ code: 'unauthorized' });
    expect(stays.ended).toBeUndefined();
    expect((await browser.in('takes-out').json('/api/me')).body['code']).toBe('account-not-found');
    expect(await statusOf(browser)).toBe(200);
    leaving.abort();
    await stays.done;
  });

  it('[session-runs] leaves runs alone, until their person leaves the account', async () => {
    const owner = await personIn(gateway, 'runs-on');
    const member = await personIn(gateway, owner.accountId, 'member');
    await owner.newApp('Shop', config, { slug: 'runs' });
    const browser = await browserOf(gateway, member.userId);
    const start = async () => {
      const body = { workflow: 'wait', input: {}, mode: 'async' };
      return String((await browser.json('/api/sdk/workflows/execute?app=runs', { body })).body['runId']);
    };
    const runs = [await start(), await start()];
    const told = async (run: string | undefined) => {
      const path = `/api/sdk/workflows/runs/${String(run)}`;
      await owner.json(`${path}/signals/go?app=runs`, { body: {} });
      return waitFor('the end of the run', async () => {
        const { body } = await owner.json(`${path}?app=runs`);
        return ['completed', 'failed'].includes(String(body['status'])) ? body : undefined;
      });
    };
    await browser.json('/api/cli/auth/logout', { method: 'POST', body: {} });
    expect(await told(runs[0])).toMatchObject({ status: 'completed' });
    await owner.json(`/api/cli/members/${member.userId}`, { method: 'DELETE' });
    expect(JSON.stringify(await told(runs[1]))).toContain('run-not-permitted');
  });

  it('[session-ends] ends when the time of the session is over', async () => {
    const browser = await operatorsBrowser(gateway);
    await expectEnd(browser, () => {
      clock.advance(1000 * 3_600_000);
      return Promise.resolve();
    });
    expect(await statusOf(browser)).toBe(401);
  });
});
