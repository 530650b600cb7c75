import { PeopleStore } from '../../src/accounts/people/people-store.port.js';
import { everywhere } from '../../src/accounts/people/person.js';
import { newId } from '../../src/kernel/id.js';
import { CliMachine } from '../support/clients/cli.js';
import type { Json } from '../support/clients/gateway-client.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const open = closeAfterAll();
const home = temporaryFolder();
const boss = 'boss@corp.example';
let gateway: TestGateway;
let machine: CliMachine;
let account: string;

beforeAll(async () => {
  gateway = await open(startGateway());
  account = String(((await gateway.json('/api/me')).body['account'] as Json)['id']);
  machine = await open(
    CliMachine.create({ GANTRY_URL: gateway.url, GANTRY_TOKEN: gateway.token, HOME: home.path }),
  );
});

afterAll(() => {
  home.remove();
});

async function joins(realm: string): Promise<string> {
  const people = gateway.app.get(PeopleStore, { strict: false });
  const id = newId('usr');
  await people.insertUser(
    { id, email: boss, realm, name: 'Somebody', passwordHash: null, securedAt: null },
    Date.now(),
  );
  await people.join(account, id, 'member', Date.now());
  return id;
}

const grants = async () => (await gateway.json('/api/cli/grants')).body['grants'];

it('[cli-members-verified] an address that members only claim names none of them, and one that is verified its member', async () => {
  const thief = await joins(account);
  for (const command of [
    ['access', 'add', boss, '*'],
    ['members', 'role', boss, 'owner'],
    ['members', 'reset', boss],
    ['members', 'rm', boss, '--yes'],
  ]) {
    const refused = await machine.run(command);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining(`${thief} (Somebody, member)`),
    ]);
  }
  expect(await grants()).toEqual([]);
  expect((await machine.run(['members'])).stdout).toContain(`${boss}, not verified`);
  const real = await joins(everywhere);
  expect((await machine.run(['access', 'add', boss, 'docs'])).code).toBe(0);
  expect((await machine.run(['access', 'add', thief, 'wiki'])).code).toBe(0);
  expect(await grants()).toEqual([
    { member: real, servers: ['docs'] },
    { member: thief, servers: ['wiki'] },
  ]);
});
