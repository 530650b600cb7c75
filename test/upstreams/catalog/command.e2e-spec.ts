import { ScriptedNpm } from '../../support/catalog/scripted-npm.js';
import { npmEntry, ScriptedRegistry } from '../../support/catalog/scripted-registry.js';
import { CliMachine } from '../../support/clients/cli.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { closeAfterEach } from '../../support/closing.js';
import { startGateway } from '../../support/gateway.js';
import { echo, ScriptedHttp } from '../../support/upstreams/scripted-http.js';

const open = closeAfterEach();

it('[cli-catalog] shows what can be added, what adding it would do, and adds it only when somebody agrees', async () => {
  const upstream = await open(ScriptedHttp.start([echo]));
  const npm = await open(ScriptedNpm.start());
  npm.put('local', '1.0.0');
  const headers = [{ name: 'X-Key', isRequired: true, isSecret: true }];
  const remotes = [{ type: 'streamable-http', url: upstream.url, headers }];
  const registry = await open(
    ScriptedRegistry.start(
      { name: 'io.far/away', version: '1.0.0', remotes },
      npmEntry('io.near/local', 'local'),
    ),
  );
  const sources = { CATALOG_SOURCES: [registry.origin], NPM_REGISTRY: npm.origin };
  const gateway = await open(startGateway({ env: { CATALOG_CURATED: 'off', ...sources } }));
  const machine = await open(CliMachine.create({ GANTRY_URL: gateway.url, GANTRY_TOKEN: gateway.token }));
  const published = async () => (await gateway.json('/api/servers/published')).body['servers'] as Json[];

  expect((await machine.run(['catalog'])).stdout).toMatch(/^io\.far\/away\t1\.0\.0\t.*\nio\.near\/local\t/);
  expect((await machine.run(['catalog', 'nothing'])).stderr).toContain('no such server');
  expect((await machine.run(['catalog', 'far', '--json'])).json).toMatchObject({
    servers: [{ name: 'io.far/away' }],
  });

  const unanswered = await machine.run(['add', 'io.far/away']);
  expect([unanswered.code, unanswered.stderr]).toEqual([2, expect.stringContaining('--input X-Key=…')]);
  const answered = ['add', 'io.far/away', '--as', 'far', '--input', 'X-Key=canary-of-the-command'];
  const unasked = await machine.run(answered);
  expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining('--yes')]);
  expect(unasked.stderr).toContain(upstream.url);
  expect(await published()).toEqual([]);
  const added = await machine.run([...answered, '--yes']);
  expect([added.code, added.stderr]).toEqual([0, expect.stringContaining('Added far')]);
  expect((await gateway.call('far', 'echo')).status).toBe(200);
  expect(upstream.requests.at(-1)?.headers).toMatchObject({ 'x-key': 'canary-of-the-command' });

  const process = await machine.run(['add', 'io.near/local', '--yes']);
  expect([process.code, process.stderr]).toEqual([
    1,
    expect.stringContaining(`${gateway.url}/console/servers/new?entry=io.near%2Flocal`),
  ]);
  expect(process.stderr).toContain('sha512-');
  expect(await published()).toHaveLength(1);
});
