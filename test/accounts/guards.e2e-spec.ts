import { AccessTokens } from '../../src/accounts/tokens/access-tokens.service.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { GatewayClient, type Json } from '../support/clients/gateway-client.js';
import { operationsOf, type Located, type OpenApiDocument } from '../support/openapi-document.js';
import { anonymous, invite, logIn, mintOperatorToken, setUpOperator } from '../support/people.js';
import { TestClock } from '../support/test-clock.js';

const open = closeAfterAll();
const clock = new TestClock();
const day = 86_400_000;
let gateway: TestGateway;
let closed: Located[];
/** Enough to show that a token that is no good is treated like none, which is walked at all of them. */
let some: Located[];

beforeAll(async () => {
  gateway = await open(startGateway({ clock, env: { WRONG_TOKENS_PER_MINUTE: 100_000 } }));
  await setUpOperator(gateway);
  const document = (await gateway.json('/api/openapi.json')).body as unknown as OpenApiDocument;
  const last = 'POST /api/cli/auth/logout';
  closed = operationsOf(document)
    .filter(({ security }) => security?.some((it) => 'bearer' in it))
    // Everybody registers programs; a token only says that it is the operator.
    .filter(({ at }) => at !== 'POST /oauth/register')
    .sort((a, b) => Number(a.at === last) - Number(b.at === last));
  some = closed.filter((_, index) => index % 6 === 0);
});

/** What every closed operation answers to this token; path variables stand for what is not there. */
async function walk(token: string, operations: readonly Located[] = closed): Promise<string[]> {
  const client = new GatewayClient(gateway.url, token);
  const answers: string[] = [];
  for (const { at, method, path } of operations) {
    const sent = ['POST', 'PUT', 'PATCH'].includes(method) ? { body: '{}' } : {};
    const response = await client.fetch(path.replace(/\{\w+\}/g, 'none'), {
      method,
      headers: { 'content-type': 'application/json' },
      ...sent,
    });
    const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '');
    const problem = (isJson ? await response.json() : {}) as Json;
    // A stream may have no end.
    if (!isJson) await response.body?.cancel();
    answers.push(`${at} ${String(response.status)} ${String(problem['code'])}`);
  }
  return answers;
}

const all = (answer: string, operations = closed) => operations.map(({ at }) => `${at} ${answer}`);

/** A key of an app that does not exist, in the operator's account. */
async function appKey(): Promise<string> {
  const { body } = await gateway.json('/api/cli/auth/me');
  const { text } = await gateway.app.get(AccessTokens).issueToApp({
    client: null,
    accountId: String((body['account'] as Json)['id']),
    appId: 'app_none',
    name: 'test',
    scopes: ['tools:read', 'tools:call', 'apps:read'],
    expiresAt: null,
  });
  return text;
}

describe('Every closed operation', () => {
  it('[guard-walk] refuses a token that has expired', async () => {
    const token = await mintOperatorToken(gateway, ['tools:read', 'account', 'operator']);
    clock.advance(91 * day);
    expect(await walk(token, some)).toEqual(all('401 unauthorized', some));
  });

  it('[guard-walk] refuses a token that was revoked', async () => {
    const token = await mintOperatorToken(gateway, ['tools:read', 'account', 'operator']);
    await new GatewayClient(gateway.url, token).json('/api/cli/auth/logout', { method: 'POST' });
    expect(await walk(token, some)).toEqual(all('401 unauthorized', some));
  });

  it('[guard-walk] refuses a request without a token, and says how to bring one', async () => {
    for (const { method, path } of closed) {
      const { status, headers } = await anonymous(gateway).json(path.replace(/\{\w+\}/g, 'none'), { method });
      const isNative = /^\/api\/(servers|apps)\/\{\w+\}\/mcp$/.test(path);
      const challenge = isNative
        ? /^Bearer resource_metadata="[^"]+", scope="[^"]+"$/
        : /^Bearer realm="gantry"$/;
      expect([path, status, headers.get('www-authenticate')]).toEqual([
        path,
        401,
        expect.stringMatching(challenge),
      ]);
    }
  });

  it('[guard-walk] refuses a token without scopes, but for what concerns only oneself', async () => {
    const token = await mintOperatorToken(gateway, []);
    const admitted = (await walk(token)).filter((answer) => !answer.endsWith('403 insufficient-scope'));
    expect(admitted.sort()).toEqual([
      'DELETE /api/grants/{id} 404 grant-not-found',
      'GET /api/cli/auth/me 200 undefined',
      'GET /api/cli/auth/tokens 200 undefined',
      'GET /api/connections 200 undefined',
      'GET /api/grants 200 undefined',
      'GET /api/me 200 undefined',
      // Finds what may be read: here nothing but pages.
      'GET /api/search 400 invalid-request',
      'GET /api/usage/limits 200 undefined',
      'POST /api/cli/auth/logout 204 undefined',
    ]);
  });

  it('[guard-walk] that is for people refuses the key of an app', async () => {
    const paths = ['/api/cli/auth/me', '/api/cli/auth/tokens', '/api/cli/invitations', '/api/audit'];
    const forPeople = closed.filter(({ path }) => paths.includes(path));
    expect(new Set(forPeople.map(({ path }) => path)).size).toBe(paths.length);
    for (const answer of await walk(await appKey(), forPeople))
      expect(answer).toMatch(/403 (forbidden|insufficient-scope)$/);
  });

  it('[guard-walk] of the operator refuses the token of somebody from another account', async () => {
    const founder = { email: 'kim@example.com', newAccount: { name: 'Kim' } };
    const browser = await invite(gateway, founder, { name: 'Kim', password: 'the password of kim' });
    const kim = await logIn(gateway, browser, 'tools:read tools:call apps:read apps:write account operator');
    const { body } = await kim.json('/api/cli/auth/me');
    expect((body['token'] as Json)['scopes']).not.toContain('operator');
    expect((await kim.json('/metrics')).status).toBe(403);
  });
});
