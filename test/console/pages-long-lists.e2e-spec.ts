import type { Page } from 'playwright-core';
import { PeopleStore } from '../../src/accounts/people/people-store.port.js';
import { newId } from '../../src/kernel/id.js';
import { operatorOf } from '../support/clients/apps-client.js';
import { browserTests, picture } from '../support/clients/browser-tests.js';
import type { Json } from '../support/clients/gateway-client.js';
import { closeAfterEach } from '../support/closing.js';
import { axeFaults, builtConsole, goTo, settled, signInAt } from '../support/console.js';
import type { TestGateway } from '../support/gateway.js';
import { setUpOperator } from '../support/people.js';

const open = closeAfterEach();
const inBrowser = browserTests(open);
builtConsole();

const many = 450;

/** Many members in the operator's account, and a grant for each. */
async function crowd(gateway: TestGateway): Promise<readonly string[]> {
  const api = operatorOf(gateway);
  const account = String(((await api.json('/api/me')).body['account'] as Json)['id']);
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
  const changed = await api.json('/api/cli/grants', { method: 'PATCH', body });
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
      await setUpOperator(gateway);
      const ids = await crowd(gateway);
      await signInAt(page, gateway, '/console/people');
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
