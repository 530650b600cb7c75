import type { GatewayClient, Json } from '../../support/clients/gateway-client.js';
import { closeAfterEach } from '../../support/closing.js';
import { connect, whoIs } from '../../support/connecting.js';
import { startGateway } from '../../support/gateway.js';
import { invite, logIn, setUpOperator } from '../../support/people.js';
import { ScriptedApi } from '../../support/upstreams/scripted-api.js';
import { ScriptedIssuer } from '../../support/upstreams/scripted-issuer.js';
import { documentOf } from './api-stage.js';

const open = closeAfterEach();
const whoami = { get: { operationId: 'whoami' } };

/** An API that shows everybody who has a token a document of their own. */
async function stage(auth: (issuer: ScriptedIssuer) => Json, place: (api: ScriptedApi) => Json = openapiOf) {
  const issuer = await open(ScriptedIssuer.start());
  const api = await open(ScriptedApi.start());
  const answer = (route: string, say: (person: string) => string) => {
    api.answer(route, ({ headers }, res) => {
      const [, token = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
      const terms = issuer.tokens.of(token);
      if (terms === undefined) res.writeHead(401, { 'www-authenticate': 'Bearer' }).end('who are you?');
      else res.writeHead(200, { 'content-type': 'application/json' }).end(say(terms.person));
    });
  };
  answer('GET /me', (person) => person);
  answer('GET /openapi.json', (person) =>
    JSON.stringify(
      documentOf({ '/me': whoami, [`/of-${person}`]: { get: { operationId: `of-${person}` } } }),
    ),
  );
  const gateway = await open(startGateway({ mcpServers: { crm: { ...place(api), auth: auth(issuer) } } }));
  return { api, issuer, gateway };
}

function openapiOf({ origin }: ScriptedApi): Json {
  return { openapi: `${origin}/openapi.json` };
}

const ofMachine = ({ origin }: ScriptedIssuer): Json => ({
  ...{ type: 'client_credentials', tokenUrl: `${origin}/token` },
  ...{ clientId: 'machine', clientSecret: 'its secret' },
});

async function toolsOf(client: GatewayClient, query = ''): Promise<string[]> {
  const { body } = await client.mcp('crm', `tools${query}`);
  return (body['tools'] as { name: string }[]).map(({ name }) => name).sort();
}

describe('A document behind OAuth', () => {
  it('[openapi-guarded] is fetched with the token of the connection, which is renewed', async () => {
    const { api, issuer, gateway } = await stage(ofMachine);
    issuer.know('machine', 'its secret');
    expect(await toolsOf(gateway)).toEqual(['of-machine', 'whoami']);
    expect(await whoIs(gateway, 'crm')).toBe('machine');
    issuer.tokens.expireAccess();
    expect(await toolsOf(gateway, '?refresh=true')).toEqual(['of-machine', 'whoami']);
    const asked = api.seen.filter(({ target }) => target === '/openapi.json');
    expect(asked.filter(({ headers }) => headers.authorization === undefined)).toHaveLength(1);
    for (const token of issuer.tokens.given) expect(JSON.stringify(gateway.logs())).not.toContain(token);
  });

  it('[openapi-guarded] is for the person alone whose token opens it', async () => {
    const { issuer, gateway } = await stage(({ issuer: is }) => ({
      ...{ type: 'oauth', for: 'user', issuer: is, resource: false },
    }));
    const browser = await setUpOperator(gateway);
    expect(await gateway.call('crm', 'whoami')).toMatchObject({
      status: 409,
      body: { code: 'upstream-auth-required', connectUrl: `${gateway.url}/connect/crm` },
    });
    await connect(browser, issuer, '/connect/crm');
    expect(await toolsOf(gateway)).toEqual(['of-ana', 'whoami']);
    const others = await invite(
      gateway,
      { email: 'bo@example.com', role: 'member' },
      { name: 'Bo', password: 'a password of bo' },
    );
    const member = await logIn(gateway, others);
    expect(await whoIs(member, 'crm')).toBe('upstream-auth-required');
    issuer.person = 'bo';
    await connect(others, issuer, '/connect/crm');
    expect(await toolsOf(member)).toEqual(['of-bo', 'whoami']);
    expect(await toolsOf(gateway)).toEqual(['of-ana', 'whoami']);
    expect((await member.call('crm', 'of-ana')).body).toMatchObject({ code: 'tool-not-found' });
  });

  it('[openapi-guarded] at another origin than its API gets no token', async () => {
    const elsewhere = await open(ScriptedApi.start());
    elsewhere.answer('GET /openapi.json', (_, res) => {
      res.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    });
    const { issuer, gateway } = await stage(ofMachine, ({ origin }) => ({
      ...openapiOf(elsewhere),
      baseUrl: origin,
    }));
    issuer.know('machine', 'its secret');
    expect(await gateway.call('crm', 'whoami')).toMatchObject({
      status: 502,
      body: { code: 'upstream-auth-refused' },
    });
    expect(elsewhere.seen.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });

  it('[openapi-guarded] that takes no token at all says so', async () => {
    const { api, issuer, gateway } = await stage(ofMachine);
    issuer.know('machine', 'its secret');
    api.answer('GET /openapi.json', (_, res) => {
      res.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    });
    expect(await gateway.call('crm', 'whoami')).toMatchObject({
      status: 502,
      body: { code: 'upstream-auth-refused' },
    });
  });
});
