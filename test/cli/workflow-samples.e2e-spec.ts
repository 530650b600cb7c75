import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CliMachine } from '../support/clients/cli.js';
import { operatorOf } from '../support/clients/apps-client.js';
import type { Json } from '../support/clients/gateway-client.js';
import { closeAfterAll } from '../support/closing.js';
import { answers, text } from '../support/upstreams/behaviours.js';
import { tool } from '../support/upstreams/scripted-http.js';
import { workflowApp } from '../support/workflows/workflow-app.js';

const open = closeAfterAll();
const folder = join(process.cwd(), 'samples', 'workflows');
const fixtures = readdirSync(folder).filter((name) => name.endsWith('.test.yaml'));
let machine: CliMachine;

beforeAll(async () => {
  const { gateway } = await workflowApp(open, [tool('any', answers(text('real')))], {});
  const { body } = await operatorOf(gateway).json('/api/cli/apps');
  const app = String((body['apps'] as Json[])[0]?.['slug']);
  machine = await open(
    CliMachine.create({ GANTRY_URL: gateway.url, GANTRY_TOKEN: gateway.token, GANTRY_APP: app }),
  );
});

it('[workflow-samples] six workflows have fixtures', () => {
  expect(fixtures).toHaveLength(6);
});

it.each(fixtures)('[workflow-samples] %s comes to what it says', async (fixture) => {
  const ended = await machine.run(['workflows', 'test', join(folder, fixture)]);
  expect(ended.stdout + ended.stderr).toMatch(/\d+ passed, 0 failed\./);
  expect(ended.code).toBe(0);
});
