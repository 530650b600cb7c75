import type { Page } from 'playwright-core';
import { PeopleStore } from '../../../src/accounts/people/people-store.port.js';
import { newId } from '../../../src/kernel/id.js';
import { browserTests, picture } from '../../support/browser/browser-tests.js';
import type { AppsClient } from '../../support/clients/apps-client.js';
import { closeAfterAll } from '../../support/closing.js';
import { axeFaults, goTo, openConsole, settled } from '../../support/console.js';
import { consoleStage, shopConfig } from '../../support/console-stage.js';
import type { TestGateway } from '../../support/gateway.js';
import { signedInPerson, type SignedInPerson } from '../../support/people.js';

const open = closeAfterAll();
const inBrowser = browserTests(async () => (await consoleStage(open)).gateway);

it(
  '[console-grants] are added, told to have changed meanwhile, shown at a tool, and removed',
  inBrowser(
    async ({ gateway, page }) => {
      const { browser, client: api } = await signedInPerson(gateway, 'granter');
      await api.newApp('Shop', shopConfig, { slug: 'shop' });
      await openConsole(page, gateway, browser, '/people');
      await page.getByRole('link', { name: 'Grants' }).click();
      await page.getByText('Everybody may use everything').waitFor();
      expect(await axeFaults(page)).toEqual([]);

      const dialog = page.getByRole('dialog', { name: 'Add grant' });
      const servers = dialog.getByRole('textbox', { name: 'Servers' });
      const tell = page.getByText('The grant holds from now on.');
      await page.getByRole('button', { name: 'Add grant' }).click();
      await dialog.getByRole('button', { name: 'Add' }).click();
      await dialog.getByText('At least one is needed.').waitFor();
      await page.waitForFunction('document.activeElement?.getAttribute("aria-invalid") === "true"');
      await servers.fill('weather, docs.*');
      await dialog.getByRole('textbox', { name: 'Only these tools' }).fill('fore*');
      expect(await axeFaults(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Add' }).click();
      await tell.waitFor();
      const table = page.getByRole('table', { name: 'Grants' });
      const member = table.getByRole('row').filter({ hasText: 'role member' });
      await member.getByText('weather, docs.*').waitFor();
      await member.getByText('fore*').waitFor();
      const first = { role: 'member', servers: ['weather', 'docs.*'], tools: { allow: ['fore*'] } };
      expect(await grantsOf(api)).toEqual([first]);

      const meanwhile = { group: 'corp:eng-*', servers: ['weather'] };
      await api.json('/api/cli/grants', { method: 'PATCH', body: { add: [meanwhile] } });
      await page.getByRole('button', { name: 'Add grant' }).click();
      await dialog.getByRole('combobox', { name: 'Who' }).selectOption('app');
      await dialog.getByRole('textbox', { name: 'App' }).fill('shop');
      await servers.fill('shop.*');
      await dialog.getByRole('button', { name: 'Add' }).click();
      await dialog.getByRole('alert').getByText('The grants have changed meanwhile').waitFor();
      expect(await grantsOf(api)).toEqual([first, meanwhile]);
      // Behind the dialog is the list as it is now; what was typed stands, and builds on that.
      await page.locator('table', { hasText: 'group corp:eng-*' }).waitFor();
      await dialog.getByRole('button', { name: 'Add' }).click();
      await table.getByText('keys of shop').waitFor();
      expect(await axeFaults(page)).toEqual([]);
      await picture(page, 'grants');

      await goTo(page, gateway, '/servers/weather/tools/forecast');
      await page.getByText('role member: fore*').waitFor();
      await page.getByText('group corp:eng-*').waitFor();
      expect(await page.getByText('keys of shop').count()).toBe(0);
      expect(await axeFaults(page)).toEqual([]);
      await picture(page, 'grants-tool');

      await goTo(page, gateway, '/people/grants');
      await settled(page);
      await member.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
      await page.getByText('The grant of role member is removed.').waitFor();
      expect(await grantsOf(api)).toEqual([meanwhile, { app: 'shop', servers: ['shop.*'] }]);
    },
    { viewport: { width: 1280, height: 800 } },
  ),
);

async function grantsOf(api: AppsClient): Promise<unknown> {
  return (await api.json('/api/cli/grants')).body['grants'];
}

const many = 450;

/** Adds many members to an account, and a grant for each. Returns their ids. */
async function addMembers(
  gateway: TestGateway,
  { accountId: account, client }: SignedInPerson,
): Promise<readonly string[]> {
  const people = gateway.app.get(PeopleStore, { strict: false });
  const ids: string[] = [];
  for (let index = 0; index < many; index++) {
    const user = { id: newId('usr'), email: `person${String(index)}@example.com`, realm: account };
    await people.insertUser(
      { ...user, name: `Person ${String(index)}`, passwordHash: null, securedAt: null },
      1,
    );
    await people.join(account, user.id, 'member', 1);
    ids.push(user.id);
  }
  const add = ids.map((member, index) => ({ member, servers: [`own-${String(index)}`] }));
  const body = { add: [...add, { role: 'owner', servers: ['*'] }] };
  const changed = await client.json('/api/cli/grants', { method: 'PATCH', body });
  if (changed.status !== 200) throw new Error(changed.text);
  return ids;
}

const filter = (page: Page, text: string) => page.getByRole('searchbox', { name: 'Filter' }).fill(text);

it.each([
  ['wide and light', { viewport: { width: 1280, height: 800 }, colorScheme: 'light' as const }],
  ['narrow and dark', { viewport: { width: 375, height: 740 }, colorScheme: 'dark' as const }],
])(
  '[console-long-lists] members and grants come in pages, and are looked for at the gateway: %s',
  (name, look) =>
    inBrowser(async ({ gateway, page }) => {
      const owner = await signedInPerson(gateway, name.replaceAll(' ', '-'));
      const ids = await addMembers(gateway, owner);
      await openConsole(page, gateway, owner.browser, '/people');
      await page.getByText('200 members so far').waitFor();
      const table = page.getByRole('table', { name: 'Members' });
      expect(await table.getAttribute('aria-rowcount')).toBe('-1');
      await picture(page, `members-${name}`);
      await filter(page, 'person449@');
      await page.getByText('1 member', { exact: true }).waitFor();
      await table.getByText('Person 449').waitFor();
      expect(await axeFaults(page)).toEqual([]);
      await filter(page, 'nobody at all');
      await page.getByText('Nobody fits this filter').waitFor();

      await goTo(page, gateway, `/people?member=${ids.at(-1) ?? ''}`);
      await page.getByRole('dialog').getByText('person449@example.com').first().waitFor();

      await goTo(page, gateway, '/people/grants');
      await settled(page);
      await page.getByText('200 grants so far').waitFor();
      await picture(page, `grants-${name}`);
      await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
      await page.getByText('400 grants so far').waitFor();
      await filter(page, 'person 449');
      await page.getByText('1 grant', { exact: true }).waitFor();
      await page.getByRole('table', { name: 'Grants' }).getByText('own-449').waitFor();
      expect(await axeFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('alertdialog').getByText('What no other grant gives them').waitFor();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
      await page.getByText('The grant of Person 449 is removed.').waitFor();
      await page.getByText('No grant fits this filter').waitFor();

      await page.getByRole('button', { name: 'Add grant' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add grant' });
      await dialog.getByRole('combobox', { name: 'Who' }).selectOption('member');
      await dialog.getByRole('textbox', { name: 'Find member' }).fill('person448');
      const member = dialog.getByRole('combobox', { name: 'Member' });
      await member.getByRole('option', { name: 'Person 448' }).waitFor({ state: 'attached' });
      expect(await member.getByRole('option').count()).toBe(2);
      expect(await axeFaults(page)).toEqual([]);
    }, look)(),
);
