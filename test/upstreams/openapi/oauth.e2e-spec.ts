import type { Json } from '../../support/clients/gateway-client.js';
import { closeAfterEach } from '../../support/closing.js';
import { connect, whoIs } from '../../support/connecting.js';
import { startGateway } from '../../support/gateway.js';
import { invite, logIn, setUpOperator } from '../../support/people.js';
import { TestClock } from '../../support/test-clock.js';
import { ScriptedApi } from '../../support/upstreams/scripted-api.js';
import { ScriptedIssuer } from '../../support/upstreams/scripted-issuer.js';
import { documentOf } from './api-stage.js';

const open = closeAfterEach();
const document = documentOf({
  '/me': { get: { operationId: 'whoami' }, post: { operationId: 'addNote' } },
});

/** An API that takes tokens of an issuer, and a gateway that is to have them. */
async function stage(auth: (issuer: ScriptedIssuer) => Json, more: Json = {}) {
  const clock = new TestClock();
  const issuer = await open(ScriptedIssuer.start());
  const api = await open(ScriptedApi.start());
  for (const route of ['GET /me', 'POST /me'])
    api.answer(route, ({ headers }, res) => {
      const [, token = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
      const terms = issuer.tokens.of(token);
      if (terms === undefined) res.writeHead(401, { 'www-authenticate': 'Bearer' }).end('who are you?');
      else res.writeHead(200, { 'content-type': 'text/plain' }).end(terms.person);
    });
  const openapi = api.put('/openapi.json', document);
  const gateway = await open(
    startGateway({ clock, mcpServers: { crm: { openapi, auth: auth(issuer), ...more } } }),
  );
  return { api, issuer, gateway, clock };
}

describe('An API that wants OAuth', () => {
  it('[openapi-oauth] is called with a token that the gateway gets for itself, and renews', async () => {
    const { api, issuer, gateway, clock } = await stage(({ origin }) => ({
      ...{ type: 'client_credentials', tokenUrl: `${origin}/token` },
      ...{ clientId: 'machine', clientSecret: 'its secret' },
    }));
    issuer.know('machine', 'its secret');
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

  it('[openapi-oauth] that says its token in an answer gives it to nobody', async () => {
    const { api, issuer, gateway } = await stage(({ origin }) => ({
      ...{ type: 'client_credentials', tokenUrl: `${origin}/token` },
      ...{ clientId: 'machine', clientSecret: 'its secret' },
    }));
    issuer.know('machine', 'its secret');
    api.answer('GET /me', ({ headers }, res) => {
      res.writeHead(200, { 'content-type': 'text/plain' }).end(headers.authorization);
    });
    expect(await whoIs(gateway, 'crm')).toBe('Bearer [redacted]');
    const token = api.seen[0]?.headers.authorization?.slice('Bearer '.length) ?? '';
    expect(token).not.toBe('');
    expect(JSON.stringify(gateway.logs())).not.toContain(token);
  });

  it('[openapi-oauth] is connected by each person, whose token nobody else calls with', async () => {
    const { api, issuer, gateway } = await stage(({ issuer: is }) => ({
      ...{ type: 'oauth', for: 'user', issuer: is, resource: false },
    }));
    const browser = await setUpOperator(gateway);
    const refused = await gateway.call('crm', 'whoami');
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'upstream-auth-required', connectUrl: `${gateway.url}/connect/crm` },
    });
    expect(api.seen).toEqual([]);
    expect((await connect(browser, issuer, '/connect/crm')).heading).toBe('crm is connected');
    expect(await whoIs(gateway, 'crm')).toBe('ana');
    const bo = { name: 'Bo', password: 'a password of bo' };
    const others = await invite(gateway, { email: 'bo@example.com', role: 'member' }, bo);
    const member = await logIn(gateway, others);
    expect(await whoIs(member, 'crm')).toBe('upstream-auth-required');
    issuer.person = 'bo';
    await connect(others, issuer, '/connect/crm');
    expect([await whoIs(member, 'crm'), await whoIs(gateway, 'crm')]).toEqual(['bo', 'ana']);
    issuer.tokens.endAll();
    expect(await whoIs(gateway, 'crm')).toBe('upstream-auth-required');
    expect(api.seen.map(({ method }) => method)).not.toContain('POST');
  });

  it('[openapi-oauth] gets its token at its own origin alone, and no other key beside it', async () => {
    const { api, issuer, gateway } = await stage(({ origin }) => ({
      ...{ type: 'client_credentials', tokenUrl: `${origin}/token` },
      ...{ clientId: 'machine', clientSecret: 'its secret' },
    }));
    issuer.know('machine', 'its secret');
    const elsewhere = await open(ScriptedApi.start());
    api.answer('GET /me', (_, res) => res.writeHead(307, { location: `${elsewhere.origin}/me` }).end());
    expect((await gateway.call('crm', 'whoami')).body).toMatchObject({ isError: true });
    expect(elsewhere.seen).toEqual([]);
  });
});
