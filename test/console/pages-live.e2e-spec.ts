import type { AddressInfo } from 'node:net';
import { browserTests } from '../support/clients/browser-tests.js';
import { closeAfterEach } from '../support/closing.js';
import { builtConsole, goTo, signInAt } from '../support/console.js';
import { forecast, seed } from '../support/console-stage.js';
import type { TestGateway } from '../support/gateway.js';
import { setUpOperator } from '../support/people.js';
import { ScriptedHttp } from '../support/upstreams/scripted-http.js';

const open = closeAfterEach();
const inBrowser = browserTests(open);
const wide = { viewport: { width: 1280, height: 800 } };
builtConsole();

interface Listener {
  address(): AddressInfo;
  close(): void;
  closeAllConnections(): void;
  listen(port: number, host: string, onListening: () => void): void;
}

/** Takes the gateway off the network; the result brings it back to the same place. */
function takeAway(gateway: TestGateway): () => Promise<void> {
  const listener = gateway.app.getHttpServer() as Listener;
  const { port } = listener.address();
  listener.close();
  listener.closeAllConnections();
  return () =>
    new Promise((resolve) => {
      listener.listen(port, '127.0.0.1', resolve);
    });
}

describe('A page that is open', () => {
  it(
    '[console-away] keeps what it shows while the gateway is away, says so, and goes on by itself',
    inBrowser(async ({ gateway, page }) => {
      await setUpOperator(gateway);
      await seed(gateway, open);
      await signInAt(page, gateway);
      const table = page.getByRole('table', { name: 'Servers' });
      const reconnecting = page.getByRole('status').filter({ hasText: 'Reconnecting' });
      const bringBack = takeAway(gateway);
      await reconnecting.waitFor();
      expect(await table.getByRole('row').count()).toBe(4);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Workflows' }).click();
      await bringBack();
      await reconnecting.waitFor({ state: 'detached' });
      await page.getByRole('table', { name: 'Workflows' }).waitFor();
    }, wide),
  );

  it(
    '[console-shut-out] tells somebody who has signed out in another tab, without a press',
    inBrowser(async ({ gateway, page }) => {
      await setUpOperator(gateway);
      await signInAt(page, gateway, '/console/servers?q=wea');
      const other = await page.context().newPage();
      await goTo(other, gateway, '/apps');
      await other.getByRole('button', { name: 'Account' }).click();
      await other.getByRole('menuitem', { name: 'Sign out' }).click();
      await other.waitForURL(/\/login/);
      const link = page.getByRole('alert').getByRole('link', { name: 'Sign in' });
      expect(await link.getAttribute('href')).toBe(
        `/login?next=${encodeURIComponent('/console/servers?q=wea')}`,
      );
    }, wide),
  );

  it(
    '[console-news] shows a server that came into the file, and that the file is broken, by itself',
    inBrowser(async ({ gateway, page }) => {
      await setUpOperator(gateway);
      const { url } = await open(ScriptedHttp.start([forecast]));
      await signInAt(page, gateway);
      await page.getByText('No server yet').waitFor();
      gateway.writeMcpConfig({ mcpServers: { weather: { url } } });
      await page.getByRole('table', { name: 'Servers' }).getByRole('link', { name: 'weather' }).waitFor();
      gateway.writeMcpConfig({ mcpServers: { weather: { url, timeoutMS: 1 } } });
      await page
        .getByRole('alert')
        .getByText(/timeoutMS/)
        .waitFor();
      expect(await page.getByRole('table', { name: 'Servers' }).getByRole('row').count()).toBe(2);
    }, wide),
  );
});
