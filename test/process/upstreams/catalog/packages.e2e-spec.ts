import { CatalogStage, said } from '../../../support/catalog/catalog-stage.js';
import { npmEntry } from '../../../support/catalog/scripted-registry.js';
import { tarballOf } from '../../../support/catalog/tarball.js';
import type { Json } from '../../../support/clients/gateway-client.js';
import { closeAfterAll } from '../../../support/closing.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { replaceOperatorFile } from '../../../support/upstreams/declared-servers.js';
import { linesOf } from '../../../support/upstreams/stdio.js';

const open = closeAfterAll();
const folder = temporaryFolder();
let stage: CatalogStage;

beforeAll(async () => {
  stage = await CatalogStage.start(open);
});
afterAll(() => {
  folder.remove();
});

describe('A package of the catalogue', () => {
  it('[catalog-plan] is planned without being got, and runs as it was planned', async () => {
    const integrity = stage.npm.put('@scripted/weather', '1.0.0');
    const starts = folder.file('weather');
    const name = stage.entry(
      npmEntry('io.example/weather', '@scripted/weather', {
        packageArguments: [
          { type: 'positional', value: 'serve' },
          { type: 'named', name: '--city', isRequired: true, description: 'Where' },
          { type: 'named', name: '--unit', default: 'metric', choices: ['metric', 'imperial'] },
          { type: 'named', name: '--idle' },
        ],
        environmentVariables: [
          { name: 'WEATHER_KEY', isRequired: true, isSecret: true },
          {
            name: 'STARTS_FILE',
            value: '{file}',
            variables: { file: { isRequired: true, format: 'filepath' } },
          },
        ],
      }),
    );
    const planned = await stage.plan(name, { as: 'sky' });
    expect(planned.body).toMatchObject({
      ...{ as: 'sky', server: { name, version: '1.0.0' } },
      package: { registryType: 'npm', identifier: '@scripted/weather', version: '1.0.0', integrity },
      definition: {
        command: 'npx',
        args: [
          '-y',
          '@scripted/weather@1.0.0',
          'serve',
          '--city',
          '{--city}',
          '--unit',
          '{--unit}',
          '--idle',
          '{--idle}',
        ],
      },
      inputs: [
        { name: 'WEATHER_KEY', required: true, secret: true },
        { name: 'file', required: true, secret: false },
        { name: '--city', required: true, description: 'Where' },
        { name: '--unit', required: false, default: 'metric', choices: ['metric', 'imperial'] },
        { name: '--idle', required: false },
      ],
    });
    expect(stage.npm.host.asked.filter((path) => path.includes('.tgz'))).toEqual([]);
    const inputs = { WEATHER_KEY: 'key-of-the-weather', file: starts, '--city': 'Bern; rm -rf "$HOME"' };
    const added = await stage.add(name, { plan: planned.body['plan'], as: 'sky', inputs });
    expect([added.status, added.headers.get('location')]).toEqual([201, '/api/servers/published/sky']);
    expect(added.text).not.toContain('key-of-the-weather');
    const { argv, env } = await stage.startedAs('sky');
    expect(argv).toEqual(['serve', '--city', 'Bern; rm -rf "$HOME"', '--unit', 'metric']);
    expect(Object.keys(env)).not.toContain('NODE_OPTIONS');
    expect(linesOf(starts)).toHaveLength(1);
    // What has been installed needs no registry.
    stage.npm.swap('@scripted/weather', '1.0.0', Buffer.from('away'));
    await stage.browser.json('/api/servers/sky/reconnect', { body: {} });
    expect((await stage.startedAs('sky')).argv).toHaveLength(5);
  });

  it('[catalog-pinned] never runs when it is another than its registry said, and the operator is told why', async () => {
    stage.npm.put('lied', '1.0.0');
    const starts = folder.file('lied');
    const name = stage.entry(
      npmEntry('io.example/lied', 'lied', { environmentVariables: [{ name: 'STARTS_FILE', value: starts }] }),
    );
    const { body } = await stage.plan(name);
    expect((await stage.add(name, { plan: body['plan'], as: 'lied' })).status).toBe(201);
    stage.npm.swap('lied', '1.0.0', tarballOf('lied', '1.0.0', { more: 'than was told' }));
    const refused = await stage.browser.call('lied', 'started');
    expect(refused.status).toBe(503);
    expect(await stage.lastErrorOf('lied')).toMatch(/lied@1\.0\.0 was not run: .*EINTEGRITY/);
    expect(linesOf(starts)).toEqual([]);
  });

  it('[catalog-pinned] never runs when its registry has changed its mind, which plan and add tell as well', async () => {
    stage.npm.put('swapped', '1.0.0');
    const starts = folder.file('swapped');
    const name = stage.entry(
      npmEntry('io.example/swapped', 'swapped', {
        environmentVariables: [{ name: 'STARTS_FILE', value: starts }],
      }),
    );
    const former = (await stage.plan(name)).body['plan'];
    await stage.add(name, { plan: former, as: 'swapped' });
    stage.npm.put('swapped', '1.0.0', { more: { description: 'Another one' } });
    expect(said(await stage.add(name, { plan: former, as: 'again' }))).toEqual([409, 'plan-changed']);
    await stage.browser.call('swapped', 'started');
    expect(await stage.lastErrorOf('swapped')).toMatch(
      /is not what it was when it was pinned: sha512-.* is its integrity/,
    );
    expect(linesOf(starts)).toEqual([]);
  });

  it('[catalog-scripts] has no script of it run at its installation', async () => {
    const ran = folder.file('ran');
    stage.npm.put('scripted', '1.0.0', {
      more: { scripts: { postinstall: `touch ${ran}`, preinstall: `touch ${ran}` } },
    });
    const name = stage.entry(npmEntry('io.example/scripted', 'scripted'));
    const { body } = await stage.plan(name);
    expect(body['warnings']).toEqual([expect.stringContaining('not run')]);
    await stage.add(name, { plan: body['plan'], as: 'scripted' });
    expect((await stage.startedAs('scripted')).argv).toEqual([]);
    expect(linesOf(ran)).toEqual([]);
  });

  it('[catalog-scripts] needs nothing that is in no registry', async () => {
    const elsewhere = `${stage.npm.origin}/elsewhere.tgz`;
    stage.npm.put('needy', '1.0.0', { more: { dependencies: { elsewhere } } });
    const name = stage.entry(npmEntry('io.example/needy', 'needy'));
    const { body } = await stage.plan(name);
    await stage.add(name, { plan: body['plan'], as: 'needy' });
    expect((await stage.browser.call('needy', 'started')).status).toBe(503);
    expect(stage.npm.host.asked).not.toContain('/elsewhere.tgz');
  });

  it('[catalog-text] takes what stands in an entry for text', async () => {
    stage.npm.put('texts', '1.0.0');
    const value = '${env:HOME} $(id) `id` ${secret:X} a b';
    const name = stage.entry(
      npmEntry('io.example/texts', 'texts', {
        packageArguments: [{ type: 'positional', value }],
        environmentVariables: [{ name: 'WORDS_MODE', value }],
      }),
    );
    const { body } = await stage.plan(name);
    await stage.add(name, { plan: body['plan'], as: 'texts' });
    const { argv, env } = await stage.startedAs('texts');
    expect([argv, env['WORDS_MODE']]).toEqual([[value], value]);
  });

  it('[catalog-pinned] is open to whoever writes the file, too: `integrity` beside npx', async () => {
    const integrity = stage.npm.put('filed', '1.0.0');
    const filed = { command: 'npx', args: ['-y', 'filed@1.0.0', 'x y'], integrity };
    replaceOperatorFile(stage.gateway, { mcpServers: { filed } });
    expect((await stage.startedAs('filed')).argv).toEqual(['x y']);
    for (const odd of [{ args: ['filed@latest'] }, { command: 'node' }, { integrity: 'md5-x' }]) {
      const definition = { ...filed, ...odd };
      const { body } = await stage.browser.json('/api/servers/published', {
        body: { name: 'odd', definition },
      });
      expect((body['errors'] as Json[]).map(({ pointer }) => pointer)).toContain('/definition/integrity');
    }
  });
});
