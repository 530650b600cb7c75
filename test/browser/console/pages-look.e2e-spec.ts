import type { Page } from 'playwright-core';
import { browserTests, picture } from '../../support/browser/browser-tests.js';
import type { PageVisitor } from '../../support/clients/page-visitor.js';
import { closeAfterAll } from '../../support/closing.js';
import { axeFaults, openConsole } from '../../support/console.js';
import { consoleStage } from '../../support/console-stage.js';
import { lowBorders } from '../../support/browser/page-checks.js';

const open = closeAfterAll();
let ana: PageVisitor;
const inBrowser = browserTests(async () => {
  const { gateway, ana: operator } = await consoleStage(open);
  ana = operator;
  await gateway.call('weather', 'forecast', { city: 'x' });
  return gateway;
});

const paths = {
  servers: ['/servers', '/servers/new', '/doctor'],
  'one server': [
    '/servers/weather/tools',
    '/servers/weather/tools/forecast',
    '/servers/weather/resources',
    '/servers/weather/prompts/greet',
    '/servers/weather/log',
    '/servers/weather/settings',
  ],
  apps: [
    '/apps',
    '/apps/new',
    '/apps/shop/config',
    '/apps/shop/secrets',
    '/apps/shop/keys',
    '/apps/shop/versions',
    '/connect?client=cursor&to=app:shop',
  ],
  calls: [
    '/calls',
    '/calls/usage',
    '/approvals',
    '/workflows',
    '/workflows/shop/refund',
    '/chat',
    '/nowhere',
  ],
  people: [
    '/people',
    '/people/grants',
    '/people/sign-in',
    '/people/programs',
    '/people/you',
    '/people/audit',
    '/settings',
  ],
};

const sizes = [
  { width: 1280, height: 800 },
  { width: 375, height: 740 },
];

/** Goes to another page of the console as its links do, without loading the console again. A new page focuses its heading. */
async function followLink(page: Page, path: string): Promise<void> {
  await page.evaluate(`document.activeElement.blur(); history.pushState({}, '', '/console${path}')`);
  await page.locator('main[aria-busy="false"] h1:focus').waitFor();
}

async function faultsOf(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const found = [
        ...(await axeFaults(page, { colorsOnly: colorScheme === 'dark' })),
        ...(await lowBorders(page)),
      ];
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      if (width > size.width) found.push(`${String(width)} px wide`);
      const look = `${colorScheme}-${String(size.width)}`;
      const path = new URL(page.url()).pathname;
      faults.push(...found.map((fault) => `${path} ${look}: ${fault}`));
      await picture(page, `${path.slice(1).replaceAll(/\W+/g, '-')}-${look}`);
    }
  }
  return faults;
}

it.each(Object.entries(paths))(
  '[console-axe] no page has axe-core violations or is wider than the window, on a wide screen and a phone, light and dark: %s',
  (_, pages) =>
    inBrowser(async ({ gateway, page }) => {
      // A color in transition has no stable contrast.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await openConsole(page, gateway, ana, pages[0]);
      const faults = await faultsOf(page);
      for (const path of pages.slice(1)) {
        await followLink(page, path);
        faults.push(...(await faultsOf(page)));
      }
      expect(faults).toEqual([]);
    })(),
);
