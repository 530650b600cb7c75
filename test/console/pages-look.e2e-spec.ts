import { browserTests, picture } from '../support/clients/browser-tests.js';
import { closeAfterEach } from '../support/closing.js';
import { axeFaults, builtConsole, goTo, signInAt } from '../support/console.js';
import { seed } from '../support/console-stage.js';
import { lowBorders } from '../support/page-checks.js';
import { setUpOperator } from '../support/people.js';

const open = closeAfterEach();
const inBrowser = browserTests(open);
builtConsole();

const paths = [
  '/servers',
  '/servers/new',
  '/servers/weather/tools',
  '/servers/weather/tools/forecast',
  '/servers/weather/resources',
  '/servers/weather/prompts/greet',
  '/servers/weather/log',
  '/servers/weather/settings',
  '/apps',
  '/apps/new',
  '/apps/shop/config',
  '/apps/shop/secrets',
  '/apps/shop/keys',
  '/apps/shop/versions',
  '/connect?client=cursor&to=app:shop',
  '/calls',
  '/calls/usage',
  '/approvals',
  '/workflows',
  '/workflows/shop/refund',
  '/chat',
  '/people',
  '/people/grants',
  '/people/sign-in',
  '/people/programs',
  '/people/you',
  '/people/audit',
  '/settings',
  '/doctor',
  '/nowhere',
];

const schemes = ['light', 'dark'] as const;

it.each([
  ['wide', { width: 1280, height: 800 }],
  ['as on a phone', { width: 375, height: 740 }],
])(
  '[console-axe] no page has a fault for axe-core, light and dark, and none is wider than the window: %s',
  (_, size) =>
    inBrowser(
      async ({ gateway, page }) => {
        await setUpOperator(gateway);
        await seed(gateway, open);
        await gateway.json('/api/servers/weather/mcp/call', {
          body: { name: 'forecast', arguments: { city: 'x' } },
        });
        // What is on its way from one colour to another has neither.
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await signInAt(page, gateway);
        const faults: string[] = [];
        for (const path of paths) {
          await goTo(page, gateway, path);
          for (const colorScheme of schemes) {
            await page.emulateMedia({ colorScheme });
            const isColourOnly = colorScheme === 'dark';
            const found = [...(await axeFaults(page, { isColourOnly })), ...(await lowBorders(page))];
            const width = await page.evaluate<number>('document.documentElement.scrollWidth');
            if (width > size.width) found.push(`${String(width)} px wide`);
            const shown = `${colorScheme}-${String(size.width)}`;
            faults.push(...found.map((fault) => `${path} ${shown}: ${fault}`));
            await picture(page, `console${path.replaceAll(/\W+/g, '-')}-${shown}`);
          }
        }
        expect(faults).toEqual([]);
      },
      { viewport: size },
    )(),
);
