import { FirstStart } from '../../../src/accounts/joining/first-start.service.js';
import { browserTests, headingOf, leadingOn } from '../../support/browser/browser-tests.js';
import { closeAfterAll } from '../../support/closing.js';
import { goTo, heading, openConsole, settled } from '../../support/console.js';
import { forecast, patience, shopConfig, untilServed } from '../../support/console-stage.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { operator, signedInPerson } from '../../support/people.js';
import { operatorOf } from '../../support/clients/apps-client.js';
import { ScriptedHttp } from '../../support/upstreams/scripted-http.js';
import { waitFor } from '../../support/wait-for.js';

const open = closeAfterAll();
let upstream: ScriptedHttp;
const inBrowser = browserTests(async () => {
  upstream = await open(ScriptedHttp.start([forecast]));
  // An unreachable server is tried again only on request.
  return open(startGateway({ env: { ...patience, BACKOFF_BASE_MS: 600_000, BACKOFF_MAX_MS: 600_000 } }));
});
const wide = { viewport: { width: 1280, height: 800 } };

async function serveWeather(gateway: TestGateway): Promise<void> {
  gateway.writeMcpConfig({ mcpServers: { weather: { url: upstream.url } } });
  await untilServed(gateway, 'weather');
}

describe('A person in the console', () => {
  it(
    '[console-first-journey] comes from the setup link to a server, runs a tool, connects a client and sees its first call',
    inBrowser(async ({ gateway, page, complaints }) => {
      await page.goto(gateway.app.get(FirstStart).takeBanner().setupUrl ?? '');
      await page.fill('#email', operator.email);
      await page.fill('#name', operator.name);
      await page.fill('#password', operator.password);
      await leadingOn(page, () => page.click('text="Set up"'));
      await leadingOn(page, () => page.getByRole('link', { name: 'Open the console' }).click());
      await settled(page);
      expect(await headingOf(page)).toBe('Servers');
      await page.getByText('No server yet').waitFor();

      await page.getByRole('link', { name: 'Add server' }).click();
      await heading(page, 'Add server').waitFor();
      await page.getByRole('textbox', { name: 'Address or command' }).fill(upstream.url);
      await page.getByRole('textbox', { name: 'Name' }).fill('rain');
      await page.getByRole('button', { name: 'Test' }).click();
      await page
        .getByRole('status')
        .filter({ hasText: /2025-11-25, 1 tool/ })
        .waitFor();
      await page.getByRole('button', { name: 'Save' }).click();
      await heading(page, 'rain').waitFor();

      await page.getByRole('list', { name: 'Tools' }).getByRole('link', { name: 'Weather forecast' }).click();
      await heading(page, 'Weather forecast').waitFor();
      await page.getByRole('button', { name: 'Run' }).click();
      const city = page.getByRole('textbox', { name: 'City' });
      expect(await city.getAttribute('aria-invalid')).toBe('true');
      await city.fill('Rome');
      await page.getByRole('button', { name: 'Run' }).click();
      await page.getByRole('region', { name: 'Result' }).getByText('sunny in Rome').waitFor();
      expect(await page.getByRole('region', { name: 'Command' }).locator('code').first().innerText()).toMatch(
        /^gantry call forecast '\{"city":"Rome","days":3\}' --server rain --url http:\/\/[\d.:]+$/,
      );

      await operatorOf(gateway).newApp('Shop', { mcpServers: { rain: { use: 'rain' } } }, { slug: 'shop' });
      await goTo(page, gateway, '/connect?client=curl&to=app:shop');
      await page.getByRole('status').filter({ hasText: 'Waiting for the first call' }).waitFor();
      await page.getByRole('button', { name: 'Make a key' }).click();
      const step = page.getByRole('listitem').locator('code').filter({ hasText: 'gta_' });
      const [key = ''] = /gta_\w+/.exec(await step.innerText()) ?? [];
      await fetch(`${gateway.url}/api/sdk/tools/call`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'rain__forecast', arguments: { city: 'Oslo' } }),
      });
      await page.getByRole('status').filter({ hasText: 'First call seen: forecast' }).waitFor();
      expect(complaints).toEqual([]);
    }, wide),
  );

  it(
    '[console-app-journey] comes from nothing to an app with a config, a secret and a key that works',
    inBrowser(async ({ gateway, page }) => {
      const { browser } = await signedInPerson(gateway, 'app-maker');
      await openConsole(page, gateway, browser, '/apps');
      await page.getByRole('link', { name: 'New app' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Shop');
      await page.getByRole('button', { name: 'Create' }).click();
      await heading(page, 'Shop').waitFor();

      const config = page.getByRole('textbox', { name: 'Config' });
      const text = (server: object) => JSON.stringify({ mcpServers: { files: server } }, null, 2);
      await config.fill(text({ url: 'https://files.example/mcp', timeoutMS: 1000 }));
      await page.getByRole('button', { name: 'Dry run' }).click();
      await page
        .getByRole('list', { name: 'Faults' })
        .getByRole('button', { name: /^Line 5: / })
        .click();
      expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Config');
      await config.fill(text({ url: 'https://files.example/mcp', timeoutMs: 1000 }));
      await page.getByRole('button', { name: 'Dry run' }).click();
      await page
        .getByRole('region', { name: 'Changes' })
        .getByText(/adds mcpServers/)
        .waitFor();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('status').filter({ hasText: 'Saved as version 2' }).waitFor();

      await page.getByRole('link', { name: 'Secrets' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('TOKEN');
      await page.getByRole('textbox', { name: 'Value' }).fill('hush-hush');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('table', { name: 'Secrets' }).getByText('TOKEN').waitFor();
      expect(await page.content()).not.toContain('hush-hush');

      await page.getByRole('link', { name: 'Keys' }).click();
      await page.getByRole('button', { name: 'New key' }).click();
      const dialog = page.getByRole('dialog', { name: 'New key' });
      await dialog.getByRole('textbox', { name: 'Name' }).fill('till');
      await dialog.getByRole('button', { name: 'Create' }).click();
      const key = await dialog.locator('code').innerText();
      const { status } = await fetch(`${gateway.url}/api/sdk/tools`, {
        headers: { authorization: `Bearer ${key}` },
      });
      expect(status).toBe(200);
      await dialog.getByRole('button', { name: 'Done' }).click();
      const keys = page.getByRole('table', { name: 'Keys' });
      await keys.getByRole('button', { name: 'Revoke' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
      await keys.waitFor({ state: 'detached' });
    }, wide),
  );

  it(
    '[console-conflict] who saves a config that somebody changed meanwhile sees both texts and chooses',
    inBrowser(async ({ gateway, page }) => {
      const { browser, client: apps } = await signedInPerson(gateway, 'editor');
      await apps.newApp('Shop', {}, { slug: 'shop' });
      await openConsole(page, gateway, browser, '/apps/shop/config');
      const config = page.getByRole('textbox', { name: 'Config' });
      const saveMine = async () => {
        await config.fill('{"chat": {"maxSteps": 3}}');
        await page.getByRole('button', { name: 'Save' }).click();
      };
      await config.waitFor();
      await apps.save('shop', { chat: { maxSteps: 5 } });
      await saveMine();
      const dialog = page.getByRole('dialog', { name: 'Changed meanwhile' });
      await dialog.getByRole('region', { name: 'Theirs' }).getByText('"maxSteps": 5').waitFor();
      expect(await dialog.getByRole('region', { name: 'Yours' }).innerText()).toContain('"maxSteps": 3');
      await dialog.getByRole('button', { name: 'Go on editing' }).click();
      expect(await config.innerText()).toContain('"maxSteps": 3');
      await page.getByRole('button', { name: 'Save' }).click();
      await dialog.getByRole('button', { name: 'Take theirs' }).click();
      expect(await config.innerText()).toContain('"maxSteps": 5');
      await apps.save('shop', { chat: { maxSteps: 6 } });
      await saveMine();
      await dialog.getByRole('button', { name: 'Overwrite' }).click();
      await page.getByRole('status').filter({ hasText: 'Saved as version 4' }).waitFor();
      expect((await apps.app('shop', '/config')).body['config']).toEqual({ chat: { maxSteps: 3 } });
    }, wide),
  );

  it(
    '[console-repair] sees why a server fails and what to do, mends it and tries it now',
    inBrowser(async ({ gateway, page }) => {
      const { account } = (await gateway.json('/api/me')).body as { account: { id: string } };
      const { browser } = await signedInPerson(gateway, 'repairer', { in: account.id });
      const late = await open(ScriptedHttp.start([forecast]));
      await late.close();
      const { url } = late;
      gateway.writeMcpConfig({ mcpServers: { weather: { url: upstream.url }, late: { url } } });
      await openConsole(page, gateway, browser);
      const row = page.getByRole('table', { name: 'Servers' }).getByRole('row').filter({ hasText: 'late' });
      await row.getByText('Unavailable').waitFor();
      expect(await row.innerText()).toMatch(/ECONNREFUSED.*start the server/is);
      await goTo(page, gateway, '/doctor');
      await page.getByRole('list', { name: 'Findings' }).getByRole('link', { name: 'late' }).click();
      await page.getByRole('button', { name: 'Try now' }).waitFor();
      await goTo(page, gateway, '/servers');
      await open(ScriptedHttp.start([forecast], Number(new URL(url).port)));
      await row.getByRole('button', { name: 'Try now' }).click();
      await row.getByText('Ready').waitFor();
      await goTo(page, gateway, '/doctor');
      expect(await page.locator('main').innerText()).not.toContain('late');
    }, wide),
  );

  it(
    '[console-approval] approves a run that waits, which the title counts, and sees it end',
    inBrowser(async ({ gateway, page }) => {
      await serveWeather(gateway);
      const { browser, client } = await signedInPerson(gateway, 'approver');
      await client.newApp('Shop', shopConfig, { slug: 'shop' });
      await openConsole(page, gateway, browser, '/workflows');
      await page
        .getByRole('table', { name: 'Workflows' })
        .getByRole('link', { name: /refund/ })
        .click();
      await page.getByRole('img', { name: 'Graph' }).waitFor();
      await page.getByRole('textbox', { name: 'City' }).fill('Rome');
      await page.getByRole('button', { name: 'Start' }).click();
      await heading(page, 'Run').waitFor();
      await page.getByRole('list', { name: 'Timeline' }).getByText('Waiting').waitFor();
      await waitFor('the title to count', async () => (await page.title()) === '(1) Run · Gantry');
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Approvals' }).click();
      const waiting = page.getByRole('list', { name: 'Waiting' }).getByRole('listitem').first();
      await waiting.getByRole('textbox', { name: 'Note' }).fill('fine');
      await waiting.getByRole('button', { name: 'Approve' }).click();
      await page.getByText('Nothing waits').waitFor();
      await page.goBack();
      await heading(page, 'Run').waitFor();
      await page.getByRole('list', { name: 'Timeline' }).getByText('sunny in Rome').waitFor();
      await page.getByRole('button', { name: 'Cancel run' }).waitFor({ state: 'detached' });
      expect(await page.title()).toBe('Run · Gantry');
    }, wide),
  );

  it(
    '[console-approval] approves a call that waits, which the title counts, and which then runs once',
    inBrowser(async ({ gateway, page }) => {
      await serveWeather(gateway);
      const { browser, client } = await signedInPerson(gateway, 'guard');
      await client.newApp(
        'Guarded',
        { mcpServers: { weather: { use: 'weather' } }, policies: { requireApproval: ['*'] } },
        { slug: 'guarded' },
      );
      await openConsole(page, gateway, browser, '/approvals');
      await page.getByText('Nothing waits').waitFor();
      const before = upstream.executions('forecast');
      const call = client.call(
        'guarded.weather',
        'forecast',
        { city: 'Rome' },
        {},
        { headers: { prefer: 'wait=60' } },
      );
      const waiting = page.getByRole('list', { name: 'Waiting' }).getByRole('listitem').first();
      await waiting.getByText('guarded.weather').waitFor();
      await waitFor('the title to count', async () => (await page.title()) === '(1) Approvals · Gantry');
      await waiting.getByRole('textbox', { name: 'Note' }).fill('fine');
      await waiting.getByRole('button', { name: 'Change the arguments' }).click();
      const args = waiting.getByRole('textbox', { name: 'Arguments' });
      await args.fill('{ "city": ');
      await waiting.getByRole('button', { name: 'Approve' }).click();
      await waiting.getByText('This is not JSON').waitFor();
      await args.fill('{ "city": "Oslo" }');
      await waiting.getByRole('button', { name: 'Approve' }).click();
      await page.getByText('Nothing waits').waitFor();
      expect(await call).toMatchObject({ status: 200 });
      expect((await call).text).toContain('Oslo');
      expect(upstream.executions('forecast')).toBe(before + 1);
      await page.goto(`${gateway.url}/console/calls/${String((await call).headers.get('x-request-id'))}`);
      const why = page.getByRole('region', { name: 'Why' });
      await why.getByText('/policies/requireApproval/0').first().waitFor();
    }, wide),
  );

  it(
    '[console-less] who was invited as a member sees less, and is told so where they may not be',
    inBrowser(async ({ gateway, page }) => {
      const { browser } = await signedInPerson(gateway, 'host');
      await openConsole(page, gateway, browser, '/people');
      await page.getByRole('button', { name: 'Invite' }).click();
      const dialog = page.getByRole('dialog', { name: 'Invite' });
      await dialog.getByRole('textbox', { name: 'E-mail address' }).fill('bo@example.com');
      await dialog.getByRole('combobox', { name: 'Role' }).selectOption('member');
      await dialog.getByRole('button', { name: 'Make the link' }).click();
      const link = await dialog.getByRole('textbox', { name: 'Invitation link' }).inputValue();
      await dialog.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.locator('#email').waitFor();

      await page.goto(link);
      await page.fill('#name', 'Bo');
      await page.fill('#password', 'a password of bo');
      await leadingOn(page, () => page.click('button.main'));
      await goTo(page, gateway, '/servers');
      const names = await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts();
      expect(names).toContain('Servers');
      for (const name of ['Settings', 'Doctor']) expect(names).not.toContain(name);
      expect(await page.getByRole('link', { name: 'Add server' }).count()).toBe(0);
      await goTo(page, gateway, '/settings');
      expect(await headingOf(page)).toBe('Not allowed');
    }, wide),
  );
});
