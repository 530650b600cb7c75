import { problemCatalogue } from '../../src/kernel/problems/problem-catalogue.js';
import { closeAfterAll } from '../support/closing.js';
import { personIn } from '../support/clients/apps-client.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { GatewayClient } from '../support/clients/gateway-client.js';
import { mintOperatorToken } from '../support/people.js';
import { TestClock } from '../support/test-clock.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterAll();
const clock = new TestClock();
const script = 'console.error("no access with s3cr3t-value"); process.exit(3)';
const crashes = { command: process.execPath, args: ['-e', script], env: { API_TOKEN: 's3cr3t-value' } };
let gateway: TestGateway;

beforeAll(async () => {
  const mcpServers = { github: { url: 'http://127.0.0.1:1/mcp' }, crashes };
  // The SDK keeps its timer for a handshake although the process is gone.
  gateway = await open(startGateway({ clock, mcpServers, env: { START_TIMEOUT_MS: 10_000 } }));
});

it('[problem-advice] each problem has advice and an address below PUBLIC_URL, whatever the Host', async () => {
  const { body } = await gateway.json('/api/servers/none/mcp/tools');
  expect(body).toMatchObject({
    type: `${gateway.url}/problems/server-not-found`,
    advice: problemCatalogue['server-not-found'].advice,
  });
  const explained = await fetch(String(body['type']));
  expect(await explained.json()).toMatchObject({ code: 'server-not-found' });
});

it('[problem-advice] GET /problems lists all, as JSON and as a page with a link to each', async () => {
  const answer = await fetch(`${gateway.url}/problems`);
  const { problems } = (await answer.json()) as { problems: { code: string; advice: string }[] };
  expect(problems.map(({ code }) => code).sort()).toEqual(Object.keys(problemCatalogue).sort());
  const page = await fetch(`${gateway.url}/problems`, { headers: { accept: 'text/html' } });
  const text = await page.text();
  for (const { code } of problems) expect(text).toContain(`href="/problems/${code}"`);
});

it('[did-you-mean] the nearest name is one that the caller reaches, and none of another account', async () => {
  const [mine, other] = [await personIn(gateway, 'mine'), await personIn(gateway, 'other')];
  await other.newApp('treasury', { mcpServers: { vault: { use: 'github' } } });
  const key = await other.withKey('treasury');
  const detailOf = async (client: GatewayClient, path: string) =>
    String((await client.json(path)).body['detail']);
  expect(await detailOf(other, '/api/cli/apps/tresury')).toContain('Did you mean "treasury"?');
  expect(await detailOf(mine, '/api/cli/apps/tresury')).not.toContain('treasury');
  const handle = '/api/servers/treasury.vualt/mcp/tools';
  expect(await detailOf(other, handle)).toContain('Did you mean "treasury.vault"?');
  expect(await detailOf(mine, handle)).not.toContain('treasury.vault');
  expect(await detailOf(key, '/api/servers/gihtub/mcp/tools')).not.toContain('github');
  expect(await detailOf(mine, '/api/servers/gihtub/mcp/tools')).toContain('Did you mean "github"?');
});

it('[operator-detail] the operator is told command, cause and what the process wrote, without its secrets', async () => {
  const person = await personIn(gateway, 'person');
  const errorFor = async (client: GatewayClient) =>
    JSON.stringify((await client.server('crashes'))?.['lastError']);
  const told = await waitFor('the fault', () => errorFor(gateway));
  expect(told).toContain(`Command: ${process.execPath} -e`);
  expect(told).toContain('It wrote: no access with ');
  expect(told).not.toContain('s3cr3t-value');
  expect(await waitFor('the fault', () => errorFor(person))).not.toMatch(/Command|It wrote/);
});

it('[token-faults] a key without Bearer, a revoked one and an unknown one are told apart', async () => {
  const asked = async (authorization: string) =>
    (await gateway.json('/api/servers', { headers: { authorization } })).body['detail'];
  const old = await mintOperatorToken(gateway, ['tools:read']);
  expect(await asked(old)).toContain('`Bearer `');
  expect(await asked('Basic abc')).toContain('Authorization: Bearer');
  expect(await asked(`Bearer gtu_${'a'.repeat(38)}`)).toBe('No live token has this value.');
  clock.advance(91 * 86_400_000);
  expect(await asked(`Bearer ${old}`)).toBe('The token has expired.');
  const young = await mintOperatorToken(gateway, ['account']);
  const headers = { authorization: `Bearer ${young}` };
  expect((await gateway.json('/api/cli/auth/logout', { method: 'POST', headers })).status).toBe(204);
  expect(await asked(`Bearer ${young}`)).toBe('The token was revoked.');
});
