import { closeAfterAll } from '../support/closing.js';
import { CliMachine } from '../support/clients/cli.js';
import { operatorOf } from '../support/clients/apps-client.js';
import { startGateway } from '../support/gateway.js';

const open = closeAfterAll();

it('[cli-secret-origins] names the origins of a secret, adds one, and pushes a literal only when it is forced', async () => {
  const gateway = await open(startGateway());
  await operatorOf(gateway).newApp('shop', {});
  const machine = await open(CliMachine.create({ GANTRY_URL: gateway.url, GANTRY_TOKEN: gateway.token }));
  const cli = (args: readonly string[], input = '') =>
    machine.run([...args, '--app', 'shop', '--json'], { input });
  const set = await cli(
    ['secrets', 'set', 'PAT', '--origins', 'https://a.example, https://b.example:8443'],
    'value\n',
  );
  expect(set.json).toMatchObject({
    origins: [{ origin: 'https://a.example' }, { origin: 'https://b.example:8443' }],
  });
  expect((await cli(['secrets', 'allow', 'PAT', 'https://c.example'])).json).toMatchObject({
    origins: [
      { origin: 'https://a.example' },
      { origin: 'https://b.example:8443' },
      { origin: 'https://c.example' },
    ],
  });
  expect((await cli(['secrets', 'allow', 'NONE', 'https://c.example'])).code).not.toBe(0);
  await cli(['pull']);
  machine.write('gantry.yaml', 'x-note: AKIAIOSFODNN7EXAMPLE\n');
  const refused = await cli(['push', '--yes']);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('/x-note');
  expect((await cli(['push', '--yes', '--force-literals'])).json).toMatchObject({ version: 2 });
});
