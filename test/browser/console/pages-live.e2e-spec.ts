import type { AddressInfo } from 'node:net';
import { browserTests } from '../../support/browser/browser-tests.js';
import type { PageVisitor } from '../../support/clients/page-visitor.js';
import { closeAfterAll } from '../../support/closing.js';
import { goTo, openConsole } from '../../support/console.js';
import { consoleStage } from '../../support/console-stage.js';
import type { TestGateway } from '../../support/gateway.js';
import { signedInPerson } from '../../support/people.js';
import type { ScriptedHttp } from '../../support/upstreams/scripted-http.js';

const open = closeAfterAll();
let ana: PageVisitor;
let upstream: ScriptedHttp;
const inBrowser = browserTests(async () => {
  const stage = await consoleStage(open);
  ({ ana, upstream } = stage);
  return stage.gateway;
});
const wide = { viewport: { width: 1280, height: 800 } };

interface Listener {
  address(): AddressInfo;
  close(): void;
  closeAllConnections(): void;
  listen(port: number, host: string, onListening: () => void): void;
}

/** Takes the gateway off the network. The returned function brings it back on the same port. */
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

describe('An open page', () => {
  it(
    '[console-away] keeps its content while the gateway is unreachable, says that it is reconnecting, and recovers by itself',
    inBrowser(async ({ gateway, page }) => {
      await openConsole(page, gateway, ana);
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
    '[console-shut-out] offers to sign in again when the person has signed out in another tab',
    inBrowser(async ({ gateway, page }) => {
      const { browser } = await signedInPerson(gateway, 'lil');
      await openConsole(page, gateway, browser, '/servers?q=wea');
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
    '[console-news] shows a new server of the configuration file, and an error in the file, without a reload',
    inBrowser(async ({ gateway, page }) => {
      const fine = { url: upstream.url };
      const servers = { weather: fine, broken: fine, rain: fine };
      await openConsole(page, gateway, ana);
      const table = page.getByRole('table', { name: 'Servers' });
      expect(await table.getByRole('row').count()).toBe(4);
      gateway.writeMcpConfig({ mcpServers: servers });
      await table.getByRole('link', { name: 'rain' }).waitFor();
      gateway.writeMcpConfig({ mcpServers: { ...servers, rain: { ...fine, timeoutMS: 1 } } });
      await page
        .getByRole('alert')
        .getByText(/timeoutMS/)
        .waitFor();
      expect(await table.getByRole('row').count()).toBe(5);
    }, wide),
  );
});
