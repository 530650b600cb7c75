import { Pool } from 'undici';
import { closeAfterAll } from '../../support/closing.js';
import { hostileBodies, hostileTexts, hostileValues } from '../../support/fuzz/hostile-values.js';
import { SeededRandom } from '../../support/fuzz/seeded-random.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { registrations } from '../../support/oauth/oauth-clients.js';

const open = closeAfterAll();
const seed = Number(process.env['FUZZ_SEED'] ?? 18);
const cases = Number(process.env['FUZZ_CASES'] ?? 1500);

/** What is open to everybody of OAuth, and what it takes. */
const routes = [
  ['POST', '/oauth/register', 'json'],
  ['POST', '/oauth/token', 'form'],
  ['POST', '/oauth/revoke', 'form'],
  ['GET', '/oauth/authorize', 'query'],
  ['POST', '/oauth/authorize', 'form'],
  ['GET', '/.well-known/oauth-protected-resource/api/servers/s/mcp', 'query'],
  ['GET', '/.well-known/oauth-authorization-server/oauth', 'query'],
  ['GET', '/.well-known/openid-configuration/oauth', 'query'],
  ['GET', '/oauth/.well-known/openid-configuration', 'query'],
] as const;
const grants = [
  'authorization_code',
  'refresh_token',
  'urn:ietf:params:oauth:grant-type:device_code',
  'password',
];
const verifier = 'v'.repeat(43);

/** Requests that would do something, spoiled here and there. */
class Attempts {
  private readonly random = new SeededRandom(seed);

  constructor(
    private readonly clientId: string,
    private readonly resource: string,
  ) {}

  next() {
    const { random } = this;
    const [method, path, kind] = random.pick(routes);
    const members: [string, unknown][] = Object.entries(
      kind === 'json' ? this.registration() : this.parameters(),
    );
    const spoiled = members.map(([name, value]): [string, unknown] =>
      random.in(0.15) ? [name, random.pick(kind === 'json' ? hostileValues : hostileTexts)] : [name, value],
    );
    if (random.in(0.2)) spoiled.push(random.pick(spoiled));
    if (random.in(0.1)) spoiled.push([random.pick(hostileTexts), random.pick(hostileTexts)]);
    const headers: Record<string, string> = { ...this.headers() };
    if (method === 'GET') return { method, path: `${path}?${this.encoded(spoiled)}`, headers };
    headers['content-type'] = kind === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
    if (random.in(0.03)) headers['content-type'] = random.pick(['text/plain', 'x', 'multipart/form-data']);
    if (random.in(0.08)) return { method, path, headers, body: random.pick(hostileBodies) };
    const body = kind === 'json' ? JSON.stringify(Object.fromEntries(spoiled)) : this.encoded(spoiled);
    return { method, path, headers, body };
  }

  private registration(): object {
    const { random } = this;
    const known = random.pick(Object.values(registrations));
    if (random.in(0.5)) return known;
    const addresses = [
      'https://a.example/cb',
      'a.b:/cb',
      ...hostileTexts.map((text) => `http://localhost/${text}`),
    ];
    return {
      ...known,
      redirect_uris: Array.from({ length: random.below(4) }, () =>
        random.in(0.3) ? random.pick(hostileValues) : random.pick(addresses),
      ),
      token_endpoint_auth_method: random.pick(['client_secret_post', 'private_key_jwt', ...hostileTexts]),
    };
  }

  private parameters(): Readonly<Record<string, string>> {
    const { random } = this;
    return {
      ...{ response_type: 'code', client_id: this.clientId, redirect_uri: 'http://localhost:1/cb' },
      ...{ code_challenge: 'x'.repeat(43), code_challenge_method: 'S256', state: random.pick(hostileTexts) },
      ...{
        scope: random.pick(['tools:read', 'offline_access', '', 'x'.repeat(3000)]),
        resource: this.resource,
      },
      ...{
        grant_type: random.pick(grants),
        code: random.pick(['x', ...hostileTexts]),
        code_verifier: verifier,
      },
      ...{ refresh_token: `gtr_${'x'.repeat(38)}`, token: `gto_${'x'.repeat(38)}`, device_code: 'x' },
      ...(random.in(0.3) ? { client_secret: random.pick(hostileTexts) } : {}),
      ...(random.in(0.2) ? { prompt: random.pick(['none', 'consent', ...hostileTexts]) } : {}),
      ...(random.in(0.2) ? { response_mode: random.pick(['query', 'fragment', 'form_post']) } : {}),
    };
  }

  private headers(): Readonly<Record<string, string>> {
    const { random } = this;
    const basic = Buffer.from(random.pick(hostileTexts) + random.pick([':', '', '%', ':%zz'])).toString(
      'base64',
    );
    const authorizations = [
      `Basic ${basic}`,
      'Basic',
      'Basic !',
      'Bearer x',
      'Digest x',
      `Basic ${'A'.repeat(9000)}`,
    ];
    return {
      ...(random.in(0.3) ? { authorization: random.pick(authorizations) } : {}),
      ...(random.in(0.1) ? { origin: random.pick(['null', 'https://evil.example', 'x']) } : {}),
      ...(random.in(0.1) ? { accept: random.pick(['text/html', 'application/json', '*/*;q=x']) } : {}),
      ...(random.in(0.05) ? { cookie: random.pick(['__Host-session=%00', '=;=', 'session=x']) } : {}),
    };
  }

  private encoded(pairs: readonly (readonly [string, unknown])[]): string {
    const { random } = this;
    const text = (value: unknown) => encodeURIComponent(String(value).toWellFormed());
    const parts = pairs.map(([name, value]) => `${text(name)}=${text(value)}`);
    if (random.in(0.05)) parts.push(random.pick(['%zz=%', '&&&', '=', 'a[]=1', '%00', 'state=%ff%fe']));
    return parts.join('&');
  }
}

describe('The public endpoints of OAuth', () => {
  let gateway: TestGateway;
  let pool: Pool;

  beforeAll(async () => {
    gateway = await open(
      startGateway({
        mcpServers: {},
        env: { OAUTH_REGISTRATIONS_PER_MINUTE: 1_000_000, MAX_OAUTH_CLIENTS: 200 },
      }),
    );
    pool = await open(new Pool(gateway.url, { connections: 4 }));
  });

  it('[oauth-public-fuzz] answer whatever comes, and never with a 5xx', async () => {
    const sent = { ...registrations.mcpRemote, redirect_uris: ['http://localhost/cb'] };
    const registered = await gateway.json('/oauth/register', { body: sent });
    const attempts = new Attempts(String(registered.body['client_id']), `${gateway.url}/api/servers/s/mcp`);
    const statuses = new Map<string, number>();
    const faults: string[] = [];
    for (let number = 0; number < cases; number++) {
      const { method, path, headers, body } = attempts.next();
      const answer = await pool.request({ method, path, headers, body: body ?? null });
      const text = await answer.body.text();
      const [route = ''] = path.split('?');
      const label = `${method} ${route} ${String(Math.floor(answer.statusCode / 100))}xx`;
      statuses.set(label, (statuses.get(label) ?? 0) + 1);
      const shown = `#${String(number)} ${method} ${path.slice(0, 300)} ${JSON.stringify(headers)} ${String(body).slice(0, 300)}`;
      if (answer.statusCode >= 500)
        faults.push(`${String(answer.statusCode)} ${text.slice(0, 200)}: ${shown}`);
      const isForPrograms = method === 'POST' && route !== '/oauth/authorize';
      if (
        isForPrograms &&
        answer.statusCode >= 400 &&
        answer.statusCode !== 404 &&
        !text.startsWith('{"error":"')
      )
        faults.push(`not in OAuth's terms: ${text.slice(0, 200)}: ${shown}`);
    }
    expect({ seed, faults: faults.slice(0, 5) }).toEqual({ seed, faults: [] });
    expect(gateway.logs('request.failed')).toEqual([]);
    // Some get through the door of each.
    for (const through of [
      ...['POST /oauth/register 2xx', 'POST /oauth/token 4xx', 'POST /oauth/revoke 2xx'],
      ...['GET /oauth/authorize 3xx', 'GET /.well-known/oauth-authorization-server/oauth 2xx'],
    ])
      expect([...statuses.keys()]).toContain(through);
  }, 120_000);
});
