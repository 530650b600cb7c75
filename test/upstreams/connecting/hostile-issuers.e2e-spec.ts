import { randomBytes } from 'node:crypto';
import { personIn, type AppsClient } from '../../support/clients/apps-client.js';
import type { GatewayClient, Json } from '../../support/clients/gateway-client.js';
import { closeAfterAll, closeAfterEach } from '../../support/closing.js';
import { answerOf, connect, connectScene } from '../../support/connecting.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { eventsIn } from '../../support/oauth/oauth-stage.js';
import { stored } from '../../support/stored.js';
import { TestClock } from '../../support/test-clock.js';
import { declareServers } from '../../support/upstreams/declared-servers.js';
import { GuardedHttp } from '../../support/upstreams/guarded-http.js';
import { ScriptedIssuer } from '../../support/upstreams/scripted-issuer.js';

const keep = closeAfterAll();
const open = closeAfterEach();
const clock = new TestClock();
let gateway: TestGateway;
/** A server that tenants can reach, and authorization servers that they can reach as well. */
let server: GuardedHttp;
let reachable: ScriptedIssuer;
let lying: ScriptedIssuer;

beforeAll(async () => {
  reachable = await keep(ScriptedIssuer.start());
  lying = await keep(ScriptedIssuer.start());
  server = await keep(GuardedHttp.guard(reachable));
  const EGRESS_ALLOW = [server, reachable, lying].map(({ origin }) => new URL(origin).host);
  gateway = await keep(startGateway({ clock, env: { EGRESS_ALLOW } }));
});

const wanted = (client: GatewayClient, name: string) =>
  client.json('/api/connections', { body: { server: name } });
const scene = (auth: Json = {}) => connectScene(open, { gateway, clock }, auth);

/** A tenant whose app declares the server as `desk.notes`. */
async function tenantOf(issuer: ScriptedIssuer): Promise<AppsClient> {
  server.issuer = issuer;
  const person = await personIn(gateway, `tenant-${randomBytes(4).toString('hex')}`);
  const notes = { url: server.url, auth: { type: 'oauth', for: 'user' } };
  await person.newApp('desk', { mcpServers: { notes } }, { slug: 'desk' });
  return person;
}

describe('An authorization server that lies', () => {
  it('[connect-lies] an authorization server that names another issuer is refused', async () => {
    const { owner, issuer } = await scene();
    issuer.metadata = { issuer: 'https://other.example' };
    const { status, body } = await wanted(owner, 'notes');
    expect([status, String(body['code'])]).toEqual([502, 'upstream-auth-refused']);
    expect(issuer.registrations).toBe(0);
  });

  it('[connect-lies] another issuer is accepted where the declaration skips the check', async () => {
    const { owner, browser, issuer } = await scene({ skipIssuerCheck: true });
    issuer.metadata = { issuer: 'https://other.example' };
    issuer.returnedIssuer = 'https://other.example';
    expect((await wanted(owner, 'notes')).status).toBe(200);
    expect((await connect(browser, issuer, '/connect/notes')).heading).toBe('notes is connected');
  });
});

describe('What the metadata of a tenant’s server names', () => {
  it('[connect-inside] an authorization server at a private address is not asked', async () => {
    const inside = await open(ScriptedIssuer.start());
    expect((await wanted(await tenantOf(inside), 'desk.notes')).body['code']).toBe('egress-denied');
    expect(inside.connections).toBe(0);
  });

  it('[connect-inside] an authorization server where the operator lets tenants go is asked', async () => {
    expect((await wanted(await tenantOf(reachable), 'desk.notes')).status).toBe(200);
  });

  it('[connect-inside] a redirect of an authorization server to a private address is not followed', async () => {
    const inside = await open(ScriptedIssuer.start());
    lying.movedTo = `${inside.origin}/.well-known/oauth-authorization-server`;
    expect((await wanted(await tenantOf(lying), 'desk.notes')).status).toBeGreaterThanOrEqual(502);
    expect(inside.connections).toBe(0);
  });

  it('[connect-inside] endpoints of an authorization server at private addresses are not asked', async () => {
    const inside = await open(ScriptedIssuer.start());
    lying.movedTo = undefined;
    lying.metadata = {
      registration_endpoint: `${inside.origin}/register`,
      token_endpoint: `${inside.origin}/token`,
    };
    expect((await wanted(await tenantOf(lying), 'desk.notes')).body['code']).toBe('egress-denied');
    expect(inside.connections).toBe(0);
  });

  it('[connect-inside] a private authorization server of the operator’s server is asked only where the file names it', async () => {
    const inside = await open(ScriptedIssuer.start());
    const own = await open(GuardedHttp.guard(inside));
    const auth = { type: 'oauth', for: 'user' };
    await open(declareServers(gateway, { notes: { url: own.url, auth } }));
    expect((await wanted(gateway, 'notes')).body['code']).toBe('egress-denied');
    expect(inside.connections).toBe(0);
  });
});

it('[connect-canary] no token, code, verifier or secret of a connection is anywhere but at its server', async () => {
  const { owner, browser, issuer, server: own } = await scene();
  const answer = await answerOf(browser, issuer, '/connect/notes');
  const page = await browser.get(answer);
  await owner.call('notes', 'whoami');
  issuer.tokens.expireAccess();
  await owner.call('notes', 'whoami');
  const listed = await owner.json('/api/connections');
  const places: Record<string, string> = {
    ...(await stored(gateway.state)),
    page: page.text,
    list: listed.text,
    connect: (await browser.get('/connect/notes')).text,
    audit: JSON.stringify(await eventsIn(owner)),
    log: JSON.stringify(gateway.logs()),
  };
  const forms = issuer.requests.map(({ text }) => new URLSearchParams(text));
  const canaries = [
    ...issuer.tokens.given,
    ...forms.flatMap((form) => [form.get('code'), form.get('code_verifier'), form.get('client_secret')]),
    new URL(answer).searchParams.get('state'),
  ].filter((text) => text !== null);
  expect(canaries.length).toBeGreaterThan(5);
  for (const [place, text] of Object.entries(places))
    expect([place, canaries.filter((canary) => text.includes(canary))]).toEqual([place, []]);
  // At its server there is what it is for, and nothing that renews it.
  const upstream = JSON.stringify(own.requests.map(({ headers, text }) => [headers, text]));
  expect(upstream).toContain(issuer.tokens.given[0]);
  expect(upstream).not.toContain('rt_');
});
