import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from './browser.js';
import type { PageVisitor } from '../clients/page-visitor.js';
import { closeAfterEach } from '../closing.js';
import type { TestGateway } from '../gateway.js';

/** What a test works with: the gateway of the file, and a page of a new browser context that has loaded nothing yet. */
interface Stage {
  readonly gateway: TestGateway;
  readonly page: Page;
  /** Errors and warnings of the browser: refused scripts, missing files. */
  readonly complaints: string[];
}

type InBrowser = (
  test: (stage: Stage) => Promise<void>,
  options?: BrowserContextOptions,
) => () => Promise<void>;

/** A way to run the tests of a file in a browser, all of them with the gateway that `start` returns. Without a browser the tests do nothing. */
export function browserTests(start: () => Promise<TestGateway>): InBrowser {
  let browser: Browser | undefined;
  let gateway: TestGateway;
  const openOnce = closeAfterEach();
  beforeAll(async () => {
    browser = await launchBrowser();
    if (browser !== undefined) gateway = await start();
  });
  afterAll(() => browser?.close());
  return (test, options = {}) =>
    async () => {
      if (browser === undefined) return;
      const context = await openOnce(
        browser.newContext({ viewport: { width: 560, height: 760 }, ...options }),
      );
      // Late enough that only a page that hangs reaches it.
      context.setDefaultTimeout(60_000);
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('requestfailed', (request) => {
        // A page that closes aborts its streams.
        if (request.failure()?.errorText !== 'net::ERR_ABORTED') complaints.push(request.url());
      });
      await test({ gateway, page, complaints });
    };
}

/** Signs the browser in with the session of a `PageVisitor`, which costs less than the sign-in form. */
export async function useSession(page: Page, { url }: TestGateway, { cookies }: PageVisitor): Promise<void> {
  const session = [...cookies].map(([name, value]) => ({ name, value, url, httpOnly: true }));
  await page.context().addCookies(session.map((cookie) => ({ ...cookie, sameSite: 'Lax' })));
}

/** Does something that leads to another page, and waits until that page has loaded. */
export async function leadingOn(page: Page, act: () => Promise<void>): Promise<void> {
  const arrived = page.waitForEvent('load');
  await act();
  await arrived;
}

export const headingOf = (page: Page): Promise<string> => page.locator('h1').innerText();

/** Saves a screenshot for the documentation if SCREENSHOTS names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) });
}
