import { operatorOf, type AppsClient } from '../../support/clients/apps-client.js';
import type { GatewayClient, Json } from '../../support/clients/gateway-client.js';
import { closeAfterEach } from '../../support/closing.js';
import { answerOf, connect, connectStage } from '../../support/connecting.js';
import type { TestGateway } from '../../support/gateway.js';
import { startGateway } from '../../support/gateway.js';
import { stored } from '../../support/processes/stored.js';
import { GuardedHttp } from '../../support/upstreams/guarded-http.js';
import { ScriptedIssuer } from '../../support/upstreams/scripted-issuer.js';
import { eventsIn } from '../../support/oauth-stage.js';

const open = closeAfterEach();

const wanted = (client: GatewayClient, server: string) =>
  client.json('/api/connections', { body: { server } });

/** A gateway with the server of a tenant: `desk.notes`, which the tenant may reach, and an authorization server beside it. */
async function tenantStage(allow: (issuer: ScriptedIssuer) => readonly string[]) {
  const issuer = await open(ScriptedIssuer.start());
  const server = await open(GuardedHttp.guard(issuer));
  const gateway = await open(
    startGateway({ env: { EGRESS_ALLOW: [new URL(server.url).host, ...allow(issuer)] } }),
  );
  const person = operatorOf(gateway);
  await declare(person, { url: server.url, auth: { type: 'oauth', for: 'user' } });
  return { gateway, person, issuer, server };
}

async function declare(person: AppsClient, notes: Json): Promise<void> {
  await person.newApp('desk', { mcpServers: { notes } }, { slug: 'desk' });
}

const hostOf = ({ origin }: ScriptedIssuer): string => new URL(origin).host;

describe('An authorization server that lies', () => {
  it('[connect-lies] names another issuer, and is refused', async () => {
    const { gateway, issuer } = await connectStage(open);
    issuer.metadata = { issuer: 'https://other.example' };
    const { status, body } = await wanted(gateway, 'notes');
    expect([status, String(body['code'])]).toEqual([502, 'upstream-auth-refused']);
    expect(issuer.registrations).toBe(0);
  });

  it('[connect-lies] unless the declaration says that this is known', async () => {
    const { gateway, browser, issuer } = await connectStage(open, {}, { skipIssuerCheck: true });
    issuer.metadata = { issuer: 'https://other.example' };
    issuer.returnedIssuer = 'https://other.example';
    expect((await wanted(gateway, 'notes')).status).toBe(200);
    expect((await connect(browser, issuer, '/connect/notes')).heading).toBe('notes is connected');
  });
});

describe('What the metadata of a tenant’s server names', () => {
  it('[connect-inside] is not asked at a private address', async () => {
    const { person, issuer } = await tenantStage(() => []);
    expect((await wanted(person, 'desk.notes')).body['code']).toBe('egress-denied');
    expect(issuer.connections).toBe(0);
  });

  it('[connect-inside] is asked where the operator lets tenants go', async () => {
    const { person } = await tenantStage((issuer) => [hostOf(issuer)]);
    expect((await wanted(person, 'desk.notes')).status).toBe(200);
  });

  it('[connect-inside] does not lead on by a redirect', async () => {
    const inside = await open(ScriptedIssuer.start());
    const { person, issuer } = await tenantStage((it) => [hostOf(it)]);
    issuer.movedTo = `${inside.origin}/.well-known/oauth-authorization-server`;
    expect((await wanted(person, 'desk.notes')).status).toBeGreaterThanOrEqual(502);
    expect(inside.connections).toBe(0);
  });

  it('[connect-inside] has endpoints at private addresses, which are not asked either', async () => {
    const inside = await open(ScriptedIssuer.start());
    const { person, issuer } = await tenantStage((it) => [hostOf(it)]);
    issuer.metadata = {
      registration_endpoint: `${inside.origin}/register`,
      token_endpoint: `${inside.origin}/token`,
    };
    expect((await wanted(person, 'desk.notes')).body['code']).toBe('egress-denied');
    expect(inside.connections).toBe(0);
  });

  it('[connect-inside] has nothing to say to an operator’s server either, but where its file says so', async () => {
    const issuer = await open(ScriptedIssuer.start());
    const server = await open(GuardedHttp.guard(issuer));
    const auth = { type: 'oauth', for: 'user' };
    const gateway: TestGateway = await open(
      startGateway({ mcpServers: { notes: { url: server.url, auth } } }),
    );
    expect((await wanted(gateway, 'notes')).body['code']).toBe('egress-denied');
    expect(issuer.connections).toBe(0);
  });
});

it('[connect-canary] no token, code, verifier or secret of a connection is anywhere but at its server', async () => {
  const { gateway, browser, issuer, server } = await connectStage(open);
  const answer = await answerOf(browser, issuer, '/connect/notes');
  const page = await browser.get(answer);
  await gateway.call('notes', 'whoami');
  issuer.tokens.expireAccess();
  await gateway.call('notes', 'whoami');
  const listed = await gateway.json('/api/connections');
  const places: Record<string, string> = {
    ...(await stored(gateway.state)),
    page: page.text,
    list: listed.text,
    connect: (await browser.get('/connect/notes')).text,
    audit: JSON.stringify(await eventsIn(gateway)),
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
  const upstream = JSON.stringify(server.requests.map(({ headers, text }) => [headers, text]));
  expect(upstream).toContain(issuer.tokens.given[0]);
  expect(upstream).not.toContain('rt_');
});
