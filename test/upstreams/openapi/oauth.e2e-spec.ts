import { randomBytes } from 'node:crypto';
import type { GatewayClient, Json } from '../../support/clients/gateway-client.js';
import { closeAfterAll, closeAfterEach } from '../../support/closing.js';
import { connect, whoIs } from '../../support/connecting.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { signedInPerson, type SignedInPerson } from '../../support/people.js';
import { TestClock } from '../../support/test-clock.js';
import { declareServers } from '../../support/upstreams/declared-servers.js';
import { ScriptedApi, type ApiSeen } from '../../support/upstreams/scripted-api.js';
import { ScriptedIssuer } from '../../support/upstreams/scripted-issuer.js';
import { documentOf } from './api-stage.js';

const keep = closeAfterAll();
const open = closeAfterEach();
const clock = new TestClock();
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await keep(startGateway({ clock }));
});

interface Stage {
  readonly api: ScriptedApi;
  readonly issuer: ScriptedIssuer;
  /** Answers a route for those with a token of the issuer. */
  readonly answer: (route: string, text: (person: string) => string) => void;
}

async function stage(): Promise<Stage> {
  const issuer = await open(ScriptedIssuer.start());
  issuer.know('machine', 'its secret');
  const api = await open(ScriptedApi.start());
  const personOf = ({ headers }: ApiSeen) => {
    const [, token = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
    return issuer.tokens.of(token)?.person;
  };
  const answer: Stage['answer'] = (route, text) => {
    api.answer(route, (seen, res) => {
      const person = personOf(seen);
      if (person === undefined) res.writeHead(401, { 'www-authenticate': 'Bearer' }).end('who are you?');
      else res.writeHead(200, { 'content-type': 'text/plain' }).end(text(person));
    });
  };
  for (const route of ['GET /me', 'POST /me']) answer(route, (person) => person);
  return { api, issuer, answer };
}

/** Declares the API as `crm`. */
const declare = (auth: Json, entry: object) => open(declareServers(gateway, { crm: { ...entry, auth } }));

/** The owner of a new account, and a member. */
async function twoPeople(): Promise<readonly [SignedInPerson, SignedInPerson]> {
  const suffix = randomBytes(4).toString('hex');
  const ana = await signedInPerson(gateway, `ana-${suffix}`);
  return [ana, await signedInPerson(gateway, `bo-${suffix}`, { in: ana.accountId, role: 'member' })];
}

const ofMachine = ({ origin }: ScriptedIssuer): Json => ({
  ...{ type: 'client_credentials', tokenUrl: `${origin}/token` },
  ...{ clientId: 'machine', clientSecret: 'its secret' },
});
const ofPeople = ({ issuer }: ScriptedIssuer): Json => ({
  type: 'oauth',
  for: 'user',
  issuer,
  resource: false,
});
const whoami = { get: { operationId: 'whoami' } };

describe('An API that wants OAuth', () => {
  const document = documentOf({ '/me': { ...whoami, post: { operationId: 'addNote' } } });

  it('[openapi-oauth] an API is called with a token that the gateway gets for itself, and renews', async () => {
    const { api, issuer } = await stage();
    await declare(ofMachine(issuer), { openapi: api.put('/openapi.json', document) });
    const seen = await Promise.all(Array.from({ length: 10 }, () => whoIs(gateway, 'crm')));
    expect(new Set(seen)).toEqual(new Set(['machine']));
    expect(issuer.grants('client_credentials')).toHaveLength(1);
    issuer.tokens.expireAccess();
    expect((await gateway.call('crm', 'addNote')).body).toEqual({
      content: [{ type: 'text', text: 'machine' }],
    });
    expect(api.seen.filter(({ method }) => method === 'POST')).toHaveLength(2);
    clock.advance(2 * 3_600_000);
    expect(await whoIs(gateway, 'crm')).toBe('machine');
    expect(issuer.grants('client_credentials')).toHaveLength(3);
  });

  it('[openapi-oauth] a token in an answer of the API is redacted', async () => {
    const { api, issuer } = await stage();
    await declare(ofMachine(issuer), { openapi: api.put('/openapi.json', document) });
    api.answer('GET /me', ({ headers }, res) => {
      res.writeHead(200, { 'content-type': 'text/plain' }).end(headers.authorization);
    });
    expect(await whoIs(gateway, 'crm')).toBe('Bearer [redacted]');
    const token = api.seen[0]?.headers.authorization?.slice('Bearer '.length) ?? '';
    expect(token).not.toBe('');
    expect(JSON.stringify(gateway.logs())).not.toContain(token);
  });

  it('[openapi-oauth] each person connects the API, and calls it with their own token', async () => {
    const { api, issuer } = await stage();
    await declare(ofPeople(issuer), { openapi: api.put('/openapi.json', document) });
    const [ana, bo] = await twoPeople();
    expect(await ana.client.call('crm', 'whoami')).toMatchObject({
      status: 409,
      body: { code: 'upstream-auth-required', connectUrl: `${gateway.url}/connect/crm` },
    });
    expect(api.seen).toEqual([]);
    expect((await connect(ana.browser, issuer, '/connect/crm')).heading).toBe('crm is connected');
    expect(await whoIs(ana.client, 'crm')).toBe('ana');
    expect(await whoIs(bo.client, 'crm')).toBe('upstream-auth-required');
    issuer.person = 'bo';
    await connect(bo.browser, issuer, '/connect/crm');
    expect([await whoIs(bo.client, 'crm'), await whoIs(ana.client, 'crm')]).toEqual(['bo', 'ana']);
    issuer.tokens.endAll();
    expect(await whoIs(ana.client, 'crm')).toBe('upstream-auth-required');
    expect(api.seen.map(({ method }) => method)).not.toContain('POST');
  });

  it('[openapi-oauth] a token goes to the origin of its API alone', async () => {
    const { api, issuer } = await stage();
    await declare(ofMachine(issuer), { openapi: api.put('/openapi.json', document) });
    const elsewhere = await open(ScriptedApi.start());
    api.answer('GET /me', (_, res) => res.writeHead(307, { location: `${elsewhere.origin}/me` }).end());
    expect((await gateway.call('crm', 'whoami')).body).toMatchObject({ isError: true });
    expect(elsewhere.seen).toEqual([]);
  });
});

describe('A document behind OAuth', () => {
  /** An API whose document is another one for each person. */
  async function guarded(): Promise<Stage & { readonly openapi: string }> {
    const made = await stage();
    made.answer('GET /openapi.json', (person) =>
      JSON.stringify(
        documentOf({ '/me': whoami, [`/of-${person}`]: { get: { operationId: `of-${person}` } } }),
      ),
    );
    return { ...made, openapi: `${made.api.origin}/openapi.json` };
  }

  async function toolsOf(client: GatewayClient, query = ''): Promise<string[]> {
    return (await client.toolNames('crm', query)).sort();
  }

  const refused = { status: 502, body: { code: 'upstream-auth-refused' } };

  it('[openapi-guarded] a document is fetched with the token of the connection, which is renewed', async () => {
    const { api, issuer, openapi } = await guarded();
    await declare(ofMachine(issuer), { openapi });
    expect(await toolsOf(gateway)).toEqual(['of-machine', 'whoami']);
    expect(await whoIs(gateway, 'crm')).toBe('machine');
    issuer.tokens.expireAccess();
    expect(await toolsOf(gateway, '?refresh=true')).toEqual(['of-machine', 'whoami']);
    const asked = api.seen.filter(({ target }) => target === '/openapi.json');
    expect(asked.filter(({ headers }) => headers.authorization === undefined)).toHaveLength(1);
    for (const token of issuer.tokens.given) expect(JSON.stringify(gateway.logs())).not.toContain(token);
  });

  it('[openapi-guarded] a document is used only for the person whose token opened it', async () => {
    const { issuer, openapi } = await guarded();
    await declare(ofPeople(issuer), { openapi });
    const [ana, bo] = await twoPeople();
    expect(await ana.client.call('crm', 'whoami')).toMatchObject({
      status: 409,
      body: { code: 'upstream-auth-required', connectUrl: `${gateway.url}/connect/crm` },
    });
    await connect(ana.browser, issuer, '/connect/crm');
    expect(await toolsOf(ana.client)).toEqual(['of-ana', 'whoami']);
    expect(await whoIs(bo.client, 'crm')).toBe('upstream-auth-required');
    issuer.person = 'bo';
    await connect(bo.browser, issuer, '/connect/crm');
    expect(await toolsOf(bo.client)).toEqual(['of-bo', 'whoami']);
    expect(await toolsOf(ana.client)).toEqual(['of-ana', 'whoami']);
    expect((await bo.client.call('crm', 'of-ana')).body).toMatchObject({ code: 'tool-not-found' });
  });

  it('[openapi-guarded] a document at another origin than its API gets no token', async () => {
    const elsewhere = await open(ScriptedApi.start());
    elsewhere.answer('GET /openapi.json', (_, res) => {
      res.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    });
    const { api, issuer } = await guarded();
    await declare(ofMachine(issuer), {
      openapi: `${elsewhere.origin}/openapi.json`,
      baseUrl: api.origin,
    });
    expect(await gateway.call('crm', 'whoami')).toMatchObject(refused);
    expect(elsewhere.seen.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });

  it('[openapi-guarded] a document that accepts no token at all is refused', async () => {
    const { api, issuer, openapi } = await guarded();
    await declare(ofMachine(issuer), { openapi });
    api.answer('GET /openapi.json', (_, res) => {
      res.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    });
    expect(await gateway.call('crm', 'whoami')).toMatchObject(refused);
  });
});
