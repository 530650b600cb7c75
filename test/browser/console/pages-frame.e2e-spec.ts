import { browserTests, headingOf } from '../../support/browser/browser-tests.js';
import type { PageVisitor } from '../../support/clients/page-visitor.js';
import { closeAfterAll } from '../../support/closing.js';
import { goTo, heading, openConsole, settled, signInAt } from '../../support/console.js';
import { consoleStage } from '../../support/console-stage.js';
import { focused } from '../../support/browser/page-checks.js';
import { signedInPerson } from '../../support/people.js';
import { waitFor } from '../../support/wait-for.js';

const open = closeAfterAll();
let ana: PageVisitor;
const inBrowser = browserTests(async () => {
  const stage = await consoleStage(open);
  ana = stage.ana;
  return stage.gateway;
});
const wide = { viewport: { width: 1280, height: 800 } };

describe('The frame of the console', () => {
  it(
    '[console-files] is a page with a strict policy and files of its own that never change, asks no other host and has no inline script',
    inBrowser(async ({ gateway, page, complaints }) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await signInAt(page, gateway);
      expect(asked.filter((url) => !url.startsWith(gateway.url))).toEqual([]);
      const answer = await fetch(`${gateway.url}/console/servers`);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const policy = answer.headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/default-src 'none'.*script-src 'self';.*frame-ancestors 'none'/);
      expect(policy).not.toMatch(/unsafe/);
      const html = await answer.text();
      expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
      const [script = ''] = /\/console\/assets\/[\w.-]+\.js/.exec(html) ?? [];
      const file = await fetch(gateway.url + script, { headers: { 'accept-encoding': 'br' } });
      expect(file.headers.get('cache-control')).toMatch(/immutable/);
      expect(file.headers.get('content-encoding')).toBe('br');
      expect((await fetch(`${gateway.url}/console/assets/none.js`)).status).toBe(404);
      expect(complaints).toEqual([]);
    }, wide),
  );

  it(
    '[console-home] `/` leads there who is signed in, and all others to where one signs in',
    inBrowser(async ({ gateway, page }) => {
      await page.goto(gateway.url);
      expect(await headingOf(page)).toBe('Sign in');
      await signInAt(page, gateway);
      await page.goto(gateway.url);
      await settled(page);
      expect(await headingOf(page)).toBe('Servers');
      expect(new URL(page.url()).pathname).toBe('/console/servers');
    }, wide),
  );

  it(
    '[console-keyboard] is driven by keyboard: first the content, ⌘K anywhere, the focus on the heading of a new page and back to what opened a dialog',
    inBrowser(async ({ gateway, page }) => {
      await openConsole(page, gateway, ana);
      await page.keyboard.press('Tab');
      expect(await focused(page)).toBe('Skip to content: solid 2px 2px');
      await page.keyboard.press('Control+k');
      const dialog = page.getByRole('dialog', { name: 'Go to' });
      // Whoever types at once loses no letter.
      await page.keyboard.type('calls');
      await dialog.getByRole('option', { name: /Calls/ }).first().waitFor();
      await page.keyboard.press('Enter');
      await heading(page, 'Calls').waitFor();
      await waitFor('the heading to have the focus', () =>
        page.evaluate(`document.activeElement.tagName === 'H1'`),
      );
      expect(await page.title()).toBe('Calls · Gantry');
      expect(
        await page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]').allInnerTexts(),
      ).toEqual(['Calls']);
      await page.getByRole('button', { name: 'Search' }).click();
      await dialog.getByRole('combobox').fill('forecast');
      await dialog
        .getByRole('option', { name: /forecast/i })
        .first()
        .click();
      await heading(page, 'Weather forecast').waitFor();
      await page.getByRole('button', { name: 'Search' }).focus();
      await page.keyboard.press('Enter');
      await dialog.waitFor();
      await page.keyboard.press('Escape');
      await waitFor('the focus to be back', () =>
        page.evaluate(`document.activeElement.innerText.includes('Search')`),
      );
    }, wide),
  );

  it(
    '[console-address] shows the same after a reload, back and forward, and says what is not there',
    inBrowser(async ({ gateway, page }) => {
      await openConsole(page, gateway, ana, '/servers?q=wea');
      const filter = page.getByRole('searchbox', { name: 'Filter' });
      expect(await filter.inputValue()).toBe('wea');
      const names = page.getByRole('table', { name: 'Servers' }).getByRole('row').getByRole('link');
      expect(await names.allInnerTexts()).toEqual(['shop.weather', 'weather']);
      await filter.fill('nothing of this name');
      await page.waitForURL(/q=nothing/);
      await page.reload();
      await settled(page);
      expect(await filter.inputValue()).toBe('nothing of this name');
      await goTo(page, gateway, '/servers/weather/tools');
      await page.goBack();
      await settled(page);
      expect(await filter.inputValue()).toBe('nothing of this name');
      for (const path of ['/nowhere', '/servers/none/tools', '/apps/none/config', '/calls/none']) {
        await goTo(page, gateway, path);
        await heading(page, 'Not found').waitFor();
        expect(await page.locator('main a').count()).toBeGreaterThan(0);
      }
    }, wide),
  );

  it(
    '[console-no-session] tells somebody whose session has ended, and brings them back to where they were',
    inBrowser(async ({ gateway, page }) => {
      await openConsole(page, gateway, ana, '/apps/new');
      await page.context().clearCookies();
      await page.getByRole('textbox', { name: 'Name' }).fill('Shop');
      await page.getByRole('button', { name: 'Create' }).click();
      const link = page.getByRole('alert').getByRole('link', { name: 'Sign in' });
      expect(await link.getAttribute('href')).toBe(`/login?next=${encodeURIComponent('/console/apps/new')}`);
      expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Shop');
    }, wide),
  );

  it(
    '[console-unsaved] asks before a text that is not saved is left',
    inBrowser(async ({ gateway, page }) => {
      await openConsole(page, gateway, ana, '/apps/new');
      await page.getByRole('textbox', { name: 'Name' }).fill('Shop');
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Servers' }).click();
      const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
      await dialog.getByRole('button', { name: 'Stay' }).click();
      expect(await headingOf(page)).toBe('New app');
      expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Shop');
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Servers' }).click();
      await dialog.getByRole('button', { name: 'Leave' }).click();
      await heading(page, 'Servers').waitFor();
    }, wide),
  );

  it(
    '[console-live] shows a call in two tabs by itself, over one stream of the browser',
    inBrowser(async ({ gateway, page }) => {
      const { browser, client } = await signedInPerson(gateway, 'lil');
      const streams: string[] = [];
      page.context().on('request', (request) => {
        if (request.url().endsWith('/api/events')) streams.push(request.url());
      });
      await openConsole(page, gateway, browser, '/calls');
      const other = await page.context().newPage();
      await goTo(other, gateway, '/calls');
      await client.call('weather', 'forecast', { city: 'x' });
      for (const tab of [page, other])
        await tab.getByRole('table', { name: 'Calls' }).getByText('forecast').first().waitFor();
      expect(streams).toHaveLength(1);
    }, wide),
  );
});
