import { operatorOf } from '../support/clients/apps-client.js';
import { browserTests, picture } from '../support/clients/browser-tests.js';
import { closeAfterEach } from '../support/closing.js';
import { axeFaults, builtConsole, goTo, settled, signInAt } from '../support/console.js';
import { seed } from '../support/console-stage.js';
import { setUpOperator } from '../support/people.js';

const open = closeAfterEach();
const inBrowser = browserTests(open);
builtConsole();

it(
  '[console-grants] are added, told to have changed meanwhile, shown at a tool, and removed',
  inBrowser(
    async ({ gateway, page }) => {
      await setUpOperator(gateway);
      await seed(gateway, open);
      const api = operatorOf(gateway);
      await signInAt(page, gateway, '/console/people');
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

      const meanwhile = { group: 'eng-*', servers: ['weather'] };
      await api.json('/api/cli/grants', { method: 'PATCH', body: { add: [meanwhile] } });
      await page.getByRole('button', { name: 'Add grant' }).click();
      await dialog.getByRole('combobox', { name: 'Who' }).selectOption('app');
      await dialog.getByRole('textbox', { name: 'App' }).fill('shop');
      await servers.fill('shop.*');
      await dialog.getByRole('button', { name: 'Add' }).click();
      await dialog.getByRole('alert').getByText('The grants have changed meanwhile').waitFor();
      expect(await grantsOf(api)).toEqual([first, meanwhile]);
      // Behind the dialog is the list as it is now; what was typed stands, and builds on that.
      await page.locator('table', { hasText: 'group eng-*' }).waitFor();
      await dialog.getByRole('button', { name: 'Add' }).click();
      await table.getByText('keys of shop').waitFor();
      expect(await axeFaults(page)).toEqual([]);
      await picture(page, 'grants');

      await goTo(page, gateway, '/servers/weather/tools/forecast');
      await page.getByText('role member: fore*').waitFor();
      await page.getByText('group eng-*').waitFor();
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

async function grantsOf(api: ReturnType<typeof operatorOf>): Promise<unknown> {
  return (await api.json('/api/cli/grants')).body['grants'];
}
