import { browserTests } from '../support/clients/browser-tests.js';
import { closeAfterEach } from '../support/closing.js';
import { builtConsole, goTo, settled, signInAt } from '../support/console.js';
import { seed } from '../support/console-stage.js';
import { setUpOperator } from '../support/people.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterEach();
const inBrowser = browserTests(open);
const wide = { viewport: { width: 1280, height: 800 } };
builtConsole();

describe('Usage', () => {
  it(
    '[console-usage] shows what was called over time, by server, tool, app and person, at an address of its own',
    inBrowser(async ({ gateway, page, complaints }) => {
      await setUpOperator(gateway);
      await seed(gateway, open);
      await signInAt(page, gateway, '/console/calls');
      await page.getByRole('link', { name: 'Usage' }).click();
      await settled(page);
      await page.getByText('Nothing was called in this time').waitFor();
      for (const city of ['Rome', 'Oslo']) await gateway.call('weather', 'forecast', { city });
      await gateway.call('weather', 'missing');
      await waitFor('the calls to be counted', async () => {
        const { body } = await gateway.json('/api/usage?by=server');
        return (body['rows'] as { calls: number }[]).some(({ calls }) => calls >= 2);
      });
      await page.reload();
      const table = page.getByRole('table', { name: 'Usage' });
      await table.getByRole('cell', { name: 'weather', exact: true }).waitFor();
      await page.getByRole('img', { name: /^Calls by day: \d in 30 days/ }).waitFor();
      await page.getByLabel('By', { exact: true }).selectOption({ label: 'Tool' });
      await table.getByRole('cell', { name: 'weather__forecast' }).waitFor();
      expect(new URL(page.url()).search).toBe('?by=tool');
      await page.getByLabel('Time', { exact: true }).selectOption({ label: '7 days' });
      await page.getByRole('img', { name: /in 7 days/ }).waitFor();
      await goTo(page, gateway, '/calls/usage?by=user');
      await table.getByRole('columnheader', { name: 'Person' }).waitFor();
      await page.goBack();
      await table.getByRole('columnheader', { name: 'Tool' }).waitFor();
      expect(complaints).toEqual([]);
    }, wide),
  );
});
