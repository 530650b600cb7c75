import { stringify } from 'yaml';
import { ScriptedNpm } from '../support/catalog/scripted-npm.js';
import { npmEntry, ScriptedRegistry } from '../support/catalog/scripted-registry.js';
import { CliMachine } from '../support/clients/cli.js';
import type { Json } from '../support/clients/gateway-client.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { ScriptedApi } from '../support/upstreams/scripted-api.js';
import { echo, ScriptedHttp } from '../support/upstreams/scripted-http.js';

const open = closeAfterAll();
const paths = { '/me': { get: { operationId: 'whoami', responses: {} } } };
const document = { openapi: '3.1.0', info: { title: 'API', version: '1' }, paths };
let gateway: TestGateway;
let machine: CliMachine;
let upstream: ScriptedHttp;

beforeAll(async () => {
  upstream = await open(ScriptedHttp.start([echo]));
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
  gateway = await open(startGateway({ env: { CATALOG_CURATED: 'off', ...sources } }));
  machine = await open(CliMachine.create({ GANTRY_URL: gateway.url, GANTRY_TOKEN: gateway.token }));
});

it('[cli-catalog] lists the catalog, shows what adding a server would do, and adds it only with consent', async () => {
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

it('[cli-servers] adds an API by its OpenAPI document, from an address or a file of YAML or JSON', async () => {
  const api = await open(ScriptedApi.start());
  api.says('GET /me', 200, '"ana"');
  const write = (name: string, text: string) => {
    machine.write(name, text);
    return name;
  };
  const add = async (name: string, place: string, ...more: string[]) =>
    machine.run(['servers', 'add', name, place, '--openapi', ...more]);
  const placed = { ...document, servers: [{ url: api.origin }] };
  for (const [name, place, ...more] of [
    ['remote', api.put('/openapi.json', document)],
    ['json', write('api.json', JSON.stringify(placed))],
    ['yaml', write('api.yaml', stringify(document)), '--base-url', api.origin],
  ] as const) {
    const added = await add(name, place, ...more);
    expect([added.code, added.stderr]).toEqual([
      0,
      expect.stringContaining(`Published ${name}, with 1 tool.`),
    ]);
    expect((await gateway.call(name, 'whoami')).body).toMatchObject({ content: [{ text: '"ana"' }] });
  }
  for (const [place, said] of [
    ['nowhere.yaml', /The document cannot be read: ENOENT/],
    [write('broken.yaml', '{"a'), /The document cannot be read: Missing closing/],
    [write('list.json', '[]'), /list\.json holds no OpenAPI document/],
    [write('nothing.json', '{}'), /cannot be (?:used|declared)|not valid/],
  ] as const) {
    const refused = await add('odd', place);
    expect([place, refused.code === 0, refused.stderr]).toEqual([place, false, expect.stringMatching(said)]);
  }
});
