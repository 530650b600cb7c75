import { closeAfterAll } from '../../support/closing.js';
import { GatewayClient, type Answer, type Json } from '../../support/clients/gateway-client.js';
import { NativeClient, type NativeStream } from '../../support/clients/native-client.js';
import type { PageVisitor } from '../../support/clients/page-visitor.js';
import { says } from '../../support/clients/sdk-apps.js';
import type { GatewayState } from '../../support/gateway.js';
import { figure } from '../../support/measures/figures.js';
import { OAuthProgram, pkce, tokensOf, type Tokens } from '../../support/oauth/oauth-flow.js';
import { invite, operator, signIn } from '../../support/people.js';
import { spawnGateway, type GatewayProcess } from '../../support/processes/gateway-process.js';
import { installation } from '../../support/processes/replicas.js';
import { stored } from '../../support/stored.js';
import { ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';
import { waitFor } from '../../support/wait-for.js';

const open = closeAfterAll();
const guest = { email: 'bo@example.com', name: 'Bo', password: 'a long enough password' };
const path = (server: string) => `/api/servers/${server}/mcp`;

let upstream: ScriptedHttp;
/** Two on Postgres; on SQLite, whose folder belongs to one process, one. */
let processes: GatewayProcess[];
/** The addresses of the first and the last. */
let here: string, there: string;
let owner: GatewayClient;
let browser: PageVisitor;

beforeAll(async () => {
  upstream = await open(ScriptedHttp.start([says('hello', 'x'), tool('hang', () => undefined)]));
  const isPostgres = Boolean(process.env['TEST_DATABASE_URL']);
  const shared = isPostgres ? await installation(open) : undefined;
  const first = await boot(shared?.secretKey, shared?.replica());
  processes = shared === undefined ? [first] : [first, await boot(shared.secretKey, shared.replica())];
  [here, there] = [first.client.url, processes.at(-1)?.client.url ?? ''];
  owner = first.client;
  browser = await signIn(owner, operator);
});

async function boot(secretKey?: string, state?: GatewayState): Promise<GatewayProcess> {
  if (state !== undefined) await open({ close: () => state.remove() });
  const gateway = await spawnGateway({
    ...(state === undefined ? {} : { state }),
    mcpServers: { a: { url: upstream.url }, b: { url: upstream.url } },
    env: {
      ...{ ADMIN_EMAIL: operator.email, ADMIN_PASSWORD: operator.password, SECRET_KEY: secretKey },
      ...{ LOG_LEVEL: 'trace', LOGINS_PER_MINUTE: '1000', TRUST_PROXY: '127.0.0.1' },
    },
  });
  await open({ close: () => gateway.stop().then(() => undefined) });
  await gateway.ready();
  return gateway;
}

const resource = (server: string) => `${here}${path(server)}`;

/** So many at once, in turns at the one and at the other. */
function inParallel(count: number, ask: (base: { url: string }) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) => ask({ url: index % 2 === 0 ? here : there })),
  );
}

const call = async (base: string, token: string, server = 'a', headers = {}) =>
  new GatewayClient(base, token).call(server, 'hello', {}, {}, { headers });

/** A program that somebody let in, at the first process. */
async function letIn(browser: PageVisitor): Promise<{ program: OAuthProgram; tokens: Tokens }> {
  const program = await OAuthProgram.register({ url: here });
  return { program, tokens: await program.comeIn(browser, { resource: resource('a') }) };
}

let address = 1;
/** Whether all refuse the token. Each try is another caller's: wrong tokens of one address are only so many. */
async function isDead(token: string): Promise<boolean> {
  const headers = { 'x-forwarded-for': `198.51.100.${String((address++ % 250) + 1)}` };
  const answers = await Promise.all(
    [...new Set([here, there])].map((base) => call(base, token, 'a', headers)),
  );
  return answers.every(({ status }) => status === 401);
}

/** Opens, at each process, the stream of a session and a call that hangs; says whether all of that has ended. */
async function holdOpen(token: string): Promise<() => boolean> {
  const streams: NativeStream[] = [];
  let hanging = 0;
  for (const base of new Set([here, there])) {
    const client = new NativeClient(base + path('a'), token);
    await client.initialize();
    streams.push(await client.stream());
    const before = upstream.of('tools/call').length;
    hanging++;
    void client
      .request('tools/call', { name: 'hang', arguments: {} })
      .catch(() => undefined)
      .finally(() => hanging--);
    await upstream.received('tools/call', before + 1);
  }
  return () => hanging === 0 && streams.every(({ ended }) => ended);
}

describe('Programs that come in by OAuth', () => {
  it('[oauth-code-processes] get one answer for one code, however often and wherever it is exchanged at once', async () => {
    const program = await OAuthProgram.register({ url: here });
    const { verifier, challenge } = pkce();
    const code = await program.authorize(browser, challenge, { resource: resource('a') });
    const answers = await inParallel(50, (base) => program.at(base).exchange(code, verifier));
    const [served, ...more] = answers.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    const refused = answers.filter((answer) => answer !== served);
    const outcomes = refused.map(({ status, body }) => `${String(status)} ${String(body['error'])}`);
    expect([...new Set(outcomes)]).toEqual(['400 invalid_grant']);
    // So soon after the first these were slips, not thieves.
    expect((await call(there, String(served?.body['access_token']))).status).toBe(200);
  });

  it('[oauth-refresh-processes] are all served when they refresh at once, with one new refresh token between them', async () => {
    const { program, tokens } = await letIn(browser);
    const answers = await inParallel(50, (base) => program.at(base).refresh(tokens.refresh));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const next = answers.flatMap(({ body }) =>
      'refresh_token' in body ? [String(body['refresh_token'])] : [],
    );
    expect(next).toHaveLength(1);
    const used = await Promise.all(answers.map(({ body }) => call(there, String(body['access_token']))));
    expect(used.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await program.at({ url: there }).refresh(next[0] ?? '')).status).toBe(200);
  });

  it('[oauth-audience-processes] are refused at every process with the token of another server', async () => {
    const { access } = (await letIn(browser)).tokens;
    for (const base of [here, there]) {
      const good = await call(base, access);
      expect([good.status, good.text]).toEqual([200, expect.any(String)]);
      const answer = await call(base, access, 'b');
      expect([answer.status, answer.body['code']]).toEqual([401, 'unauthorized']);
      const refused = await new NativeClient(base + path('b'), access).modern('tools/list');
      expect(refused.status).toBe(401);
      const challenge = refused.headers.get('www-authenticate');
      expect(challenge).toContain('error="invalid_token"');
      expect(challenge).toContain(`/.well-known/oauth-protected-resource${path('b')}"`);
    }
  });

  it('[oauth-person-removed] are dead within five seconds at every process when their person is taken out, with all that they hold open', async () => {
    const visitor = await invite(owner, { email: guest.email }, guest);
    const { body } = await owner.json('/api/cli/members');
    const member = (body['members'] as Json[]).find(({ email }) => email === guest.email);
    const { program, tokens } = await letIn(visitor);
    await endsWithin5s('oauth-person-removed', tokens.access, async () => {
      const id = String(member?.['id']);
      expect((await owner.json(`/api/cli/members/${id}`, { method: 'DELETE' })).status).toBe(204);
    });
    const answer = await program.at({ url: there }).refresh(tokens.refresh);
    expect(answer.body['error']).toBe('invalid_grant');
  });

  it('[oauth-grant-processes] are dead within five seconds at every process when they give their grant back at one', async () => {
    const { program, tokens } = await letIn(browser);
    await endsWithin5s('oauth-grant-processes', tokens.access, async () => {
      expect((await program.at({ url: there }).revoke(tokens.refresh)).status).toBe(200);
    });
    expect((await program.refresh(tokens.refresh)).body['error']).toBe('invalid_grant');
  });

  it('[oauth-canary] leave no token, code, verifier, state or secret in a log, the database, the audit log or at an upstream', async () => {
    const secretive = { token_endpoint_auth_method: 'client_secret_post' };
    const program = await OAuthProgram.register({ url: here }, secretive);
    const elsewhere = program.at({ url: there });
    const { verifier, challenge } = pkce();
    const state = `canary-of-a-state-${verifier.slice(0, 8)}`;
    const code = await program.authorize(browser, challenge, { resource: resource('a'), state });
    const wrong = pkce().verifier;
    expect((await program.exchange(code, wrong)).body['error']).toBe('invalid_grant');
    const first = tokensOf(await program.exchange(code, verifier));
    expect((await elsewhere.exchange(code, verifier)).body['error']).toBe('invalid_grant');
    const second = tokensOf(await elsewhere.refresh(first.refresh));
    for (const { access } of [first, second]) expect((await call(there, access)).status).toBe(200);
    // Where they do not belong, too: as what they are not, and in addresses.
    await program.exchange(first.access, verifier);
    await program.refresh(code);
    await program.revoke('canary-of-what-is-no-token');
    await fetch(
      `${here}/oauth/token?code=${code}&refresh_token=${first.refresh}&client_secret=${program.secret ?? ''}`,
    );
    await fetch(`${here}${path('a')}?access_token=${second.access}`, { method: 'POST' });
    await fetch(`${here}/oauth/authorize?client_id=x&state=${state}&code=${code}`);
    await elsewhere.revoke(second.refresh);

    const canaries = [
      ...[first.access, first.refresh, second.access, second.refresh, code, verifier, wrong, state],
      ...[program.secret ?? '', 'canary-of-what-is-no-token', operator.password, ...browser.cookies.values()],
    ];
    expect(canaries.filter((canary) => canary.length < 16)).toEqual([]);
    const { text: audit } = await owner.json('/api/audit?limit=200');
    const places: [string, string][] = [['audit', audit]];
    for (const { output, state: kept } of processes)
      places.push(['log', output], ...Object.entries(await stored(kept)));
    places.push([
      'upstream',
      JSON.stringify(upstream.requests.map(({ headers, path: to, text }) => [to, headers, text])),
    ]);
    for (const [place, content] of places) {
      const found = canaries.filter((canary) => content.includes(canary));
      expect({ place, found }).toEqual({ place, found: [] });
    }
    const bytes = places.reduce((sum, [, content]) => sum + content.length, 0);
    figure('oauth-canary', { canaries: canaries.length, places: places.length, bytes, found: 0 });
    // The search would have found them: what is no secret is there, and each step has its event.
    expect(places.filter(([, content]) => content.includes('hello')).map(([place]) => place)).toContain(
      'upstream',
    );
    const actions = (JSON.parse(audit) as { events: { action: string }[] }).events.map(
      ({ action }) => action,
    );
    const steps = [
      'client.registered',
      'authorized',
      'token.issued',
      'token.refreshed',
      'failed',
      'grant.revoked',
    ];
    expect(actions).toEqual(expect.arrayContaining(steps.map((step) => `oauth.${step}`)));
  });
});

/** Holds what can be held open under the token, ends it, and waits for all processes to see that. */
async function endsWithin5s(row: string, token: string, end: () => Promise<void>): Promise<void> {
  const hasEnded = await holdOpen(token);
  const startedAt = performance.now();
  await end();
  await waitFor(
    'the token to be dead and all that was open to end',
    async () => (await isDead(token)) && hasEnded(),
    5000,
  );
  figure(row, { 'ms until dead everywhere': (performance.now() - startedAt).toFixed(0) });
}
