import { ScriptedNpm } from '../../support/catalog/scripted-npm.js';
import { npmEntry, ScriptedRegistry } from '../../support/catalog/scripted-registry.js';
import { browserTests, picture } from '../../support/browser/browser-tests.js';
import type { Json } from '../../support/clients/gateway-client.js';
import type { PageVisitor } from '../../support/clients/page-visitor.js';
import { closeAfterAll } from '../../support/closing.js';
import { axeFaults, heading, openConsole } from '../../support/console.js';
import { startGateway } from '../../support/gateway.js';
import { setUpOperator } from '../../support/people.js';

const open = closeAfterAll();
let npm: ScriptedNpm;
let ana: PageVisitor;
const inBrowser = browserTests(async () => {
  npm = await open(ScriptedNpm.start());
  const inputs = {
    packageArguments: [{ type: 'named', name: '--unit', default: 'metric', choices: ['metric', 'imperial'] }],
    environmentVariables: [
      { name: 'WEATHER_KEY', description: 'A key of the weather', isRequired: true, isSecret: true },
    ],
  };
  const registry = await open(ScriptedRegistry.start(npmEntry('io.example/weather', 'weather', inputs)));
  npm.put('weather', '1.0.0', { more: { scripts: { postinstall: 'true' } } });
  const env = { CATALOG_SOURCES: [registry.origin], NPM_REGISTRY: npm.origin };
  const gateway = await open(startGateway({ env }));
  ana = await setUpOperator(gateway);
  return gateway;
});

it(
  '[console-catalog] the page Add server searches the catalog, shows the plan with its command, and adds the server',
  inBrowser(
    async ({ gateway, page, complaints }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await openConsole(page, gateway, ana, '/servers/new');
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
    { viewport: { width: 1280, height: 900 } },
  ),
);
