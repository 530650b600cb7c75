import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { CliMachine } from '../support/clients/cli.js';
import { closeAfterEach } from '../support/closing.js';
import { startGateway } from '../support/gateway.js';
import { ScriptedApi } from '../support/upstreams/scripted-api.js';

const open = closeAfterEach();
const paths = { '/me': { get: { operationId: 'whoami', responses: {} } } };
const document = { openapi: '3.1.0', info: { title: 'API', version: '1' }, paths };

it('[cli-servers] adds an API by its document, at an address or in a file of YAML or JSON', async () => {
  const api = await open(ScriptedApi.start());
  api.says('GET /me', 200, '"ana"');
  const gateway = await open(startGateway());
  const machine = await open(CliMachine.create({ GANTRY_URL: gateway.url, GANTRY_TOKEN: gateway.token }));
  const write = (name: string, text: string) => {
    writeFileSync(join(machine.folder, name), text);
    return name;
  };
  const add = async (name: string, place: string, ...more: string[]) =>
    machine.run(['servers', 'add', name, place, '--openapi', ...more]);
  const placed = { ...document, servers: [{ url: api.origin }] };
  for (const [name, place, ...more] of [
    ['far', api.put('/openapi.json', document)],
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
