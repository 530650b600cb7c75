import { ScriptedNpm } from '../support/catalog/scripted-npm.js';
import { npmEntry, ScriptedRegistry } from '../support/catalog/scripted-registry.js';
import { browserTests, picture } from '../support/clients/browser-tests.js';
import type { Json } from '../support/clients/gateway-client.js';
import { closeAfterEach } from '../support/closing.js';
import { axeFaults, builtConsole, goTo, heading, signInAt } from '../support/console.js';
import { setUpOperator } from '../support/people.js';

const open = closeAfterEach();
const inBrowser = browserTests(open);
builtConsole();

/** Where the registries are is known only when they listen: a test sets them before its gateway starts. */
const sources: string[] = [];
const env = { CATALOG_SOURCES: sources, NPM_REGISTRY: 'http://127.0.0.1:9' };

describe('The catalogue in the console', () => {
  let npm: ScriptedNpm;

  beforeEach(async () => {
    npm = await open(ScriptedNpm.start());
    const asked = {
      packageArguments: [
        { type: 'named', name: '--unit', default: 'metric', choices: ['metric', 'imperial'] },
      ],
      environmentVariables: [
        { name: 'WEATHER_KEY', description: 'A key of the weather', isRequired: true, isSecret: true },
      ],
    };
    const registry = await open(ScriptedRegistry.start(npmEntry('io.example/weather', 'weather', asked)));
    npm.put('weather', '1.0.0', { more: { scripts: { postinstall: 'true' } } });
    sources.splice(0, sources.length, registry.origin);
    env.NPM_REGISTRY = npm.origin;
  });

  it(
    '[console-catalog] is searched, planned and added from, with what would run before the eyes',
    inBrowser(
      async ({ gateway, page, complaints }) => {
        await setUpOperator(gateway);
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await signInAt(page, gateway);
        await goTo(page, gateway, '/servers/new');
        const catalog = page.getByRole('region', { name: 'From the catalogue' });
        await catalog.getByRole('link', { name: 'Filesystem' }).waitFor();
        await picture(page, 'catalog-list');
        await catalog.getByRole('searchbox', { name: 'Search the catalogue' }).fill('weather');
        await catalog.getByRole('link', { name: 'Filesystem' }).waitFor({ state: 'detached' });
        expect(new URL(page.url()).searchParams.get('search')).toBe('weather');
        await catalog.getByRole('link', { name: 'io.example/weather' }).click();

        const plan = page.getByRole('region', { name: 'Plan' });
        await plan.getByText('npx -y weather@1.0.0 --unit {--unit}').waitFor();
        await plan.getByText(/^sha512-/).waitFor();
        await plan.getByText('They are not run.').waitFor();
        expect(await axeFaults(page)).toEqual([]);
        await picture(page, 'catalog-plan');
        await page.getByRole('button', { name: 'Add', exact: true }).click();
        const key = page.getByLabel('WEATHER_KEY');
        expect([await key.getAttribute('aria-invalid'), await key.getAttribute('type')]).toEqual([
          'true',
          'password',
        ]);
        await key.fill('key-of-the-weather');
        await page.getByLabel('--unit').selectOption('imperial');
        const name = page.getByRole('textbox', { name: 'Name' });
        await name.fill('Blue Sky');
        await page.getByRole('button', { name: 'Add', exact: true }).click();
        await page.getByText('It must be lower-case letters, digits and single hyphens').waitFor();
        expect(await name.getAttribute('aria-invalid')).toBe('true');
        await picture(page, 'catalog-fault');
        await name.fill('sky');

        npm.put('weather', '1.0.0', { more: { description: 'Another one' } });
        await page.getByRole('button', { name: 'Add', exact: true }).click();
        await page.getByRole('button', { name: 'Plan again' }).click();
        await plan.getByText('They are not run.').waitFor({ state: 'detached' });
        await page.getByLabel('WEATHER_KEY').fill('key-of-the-weather');
        await page.getByRole('textbox', { name: 'Name' }).fill('sky');
        await page.getByRole('button', { name: 'Add', exact: true }).click();
        await heading(page, 'sky').waitFor();
        const { body } = await gateway.json('/api/servers/published');
        expect((body['servers'] as Json[])[0]).toMatchObject({
          name: 'sky',
          definition: { command: 'npx', env: { WEATHER_KEY: null } },
        });
        // Requests that were answered with a fault and with a conflict.
        expect(complaints.filter((text) => !/409|422/.test(text))).toEqual([]);
      },
      { viewport: { width: 1280, height: 900 }, env: { env } },
    ),
  );
});
