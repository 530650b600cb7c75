import { problemCatalogue } from '../src/kernel/problem-catalogue.js';
import { closeAfterAll } from './support/closing.js';
import { startGateway, type TestGateway } from './support/gateway.js';
import { mintOperatorToken } from './support/people.js';
import { TestClock } from './support/test-clock.js';

const open = closeAfterAll();
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await open(startGateway());
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

it('[token-faults] a key without Bearer, a revoked one and an unknown one are told apart', async () => {
  const clock = new TestClock();
  const gateway = await open(startGateway({ clock }));
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
