import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from './browser.js';
import type { Keeper } from '../closing.js';
import { startGateway, type GatewayOptions, type TestGateway } from '../gateway.js';

/** What a test works with: a fresh gateway, and a page of a fresh browser that has loaded nothing yet. */
interface Stage {
  readonly gateway: TestGateway;
  readonly page: Page;
  /** What the browser complained about: refused scripts, missing files. */
  readonly complaints: string[];
}

type InBrowser = (
  test: (stage: Stage) => Promise<void>,
  options?: BrowserContextOptions & { readonly env?: GatewayOptions },
) => () => Promise<void>;

/** A way to run tests in a browser, which is that of the file; without one they prove nothing, as is said then. */
export function browserTests(open: Keeper): InBrowser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  return (test, { env, ...options } = {}) =>
    async () => {
      if (browser === undefined) return;
      const gateway = await open(startGateway(env));
      const context = await open(browser.newContext({ viewport: { width: 560, height: 760 }, ...options }));
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('requestfailed', (request) => {
        // The page itself left that one: streams end with their page.
        if (request.failure()?.errorText !== 'net::ERR_ABORTED') complaints.push(request.url());
      });
      await test({ gateway, page, complaints });
    };
}

/** Does something that leads to another page, and waits for it. */
export async function leadingOn(page: Page, act: () => Promise<void>): Promise<void> {
  const arrived = page.waitForEvent('load');
  await act();
  await arrived;
}

export const headingOf = (page: Page): Promise<string> => page.locator('h1').innerText();

/** Keeps a picture for the documentation when SCREENSHOTS names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) });
}
