import { Clients } from '../../src/oauth/clients/clients.service.js';
import { Database } from '../../src/platform/database/database.js';
import type { RequestContext } from '../../src/platform/http/request-context.js';
import { register as registerAt, type Registered } from '../support/clients/registering.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { registrations } from '../support/oauth/oauth-clients.js';
import { OAuthProgram, webAddress } from '../support/oauth/oauth-flow.js';
import { signedInPerson, type SignedInPerson } from '../support/people.js';
import { TestClock } from '../support/test-clock.js';

const open = closeAfterAll();
const clock = new TestClock();
const day = 86_400_000;
const perMinute = 30;
/** A request of somebody, as far as clients are concerned. */
const context = { address: '203.0.113.7', setHeader: () => undefined } as unknown as RequestContext;
let gateway: TestGateway;
let clients: Clients;

beforeAll(async () => {
  gateway = await open(
    startGateway({
      clock,
      env: {
        ...{ MAX_OAUTH_CLIENTS: 4, OAUTH_REGISTRATIONS_PER_MINUTE: perMinute, OAUTH_GRANT_DAYS: 30 },
        OAUTH_REDIRECT_HOSTS: ['claude.ai', 'www.cursor.com', new URL(webAddress).hostname],
        TRUST_PROXY: ['127.0.0.1'],
      },
    }),
  );
  clients = gateway.app.get(Clients, { strict: false });
});

beforeEach(async () => {
  await gateway.app
    .get(Database, { strict: false })
    .write((manager) => manager.query('DELETE FROM oauth_clients'));
});

const register = (body: unknown, headers: Readonly<Record<string, string>> = {}) => {
  clock.advance(1000);
  return registerAt(gateway, body, headers);
};
const named = (name: string) =>
  register({ client_name: name, redirect_uris: [webAddress], token_endpoint_auth_method: 'none' });

describe('The bounds of registration', () => {
  it('[oauth-registration-limit] allow OAUTH_REGISTRATIONS_PER_MINUTE per address', async () => {
    const sent = { redirect_uris: ['http://localhost/cb'] };
    const answers = [];
    for (let i = 0; i <= perMinute; i++)
      answers.push(await register(sent, { 'x-forwarded-for': '198.51.100.9' }));
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toEqual([...Array<number>(perMinute).fill(201), 429]);
    const refused = answers.at(-1);
    expect(refused?.body['error_description']).toContain('OAUTH_REGISTRATIONS_PER_MINUTE');
    expect(refused?.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await register(sent)).status).toBe(201);
  });

  it('[oauth-registration-bound] keep MAX_OAUTH_CLIENTS, of which one that was never authorized makes room first', async () => {
    const letIn = async ({ body }: Registered) =>
      clients.used(await clients.get(String(body['client_id']), context));
    for (const name of ['first', 'second', 'third']) await letIn(await named(name));
    const unused = await named('never authorized');
    const another = await named('another');
    expect(another.status).toBe(201);
    await expect(clients.get(String(unused.body['client_id']), context)).rejects.toThrow('client_id');
    await letIn(another);
    const refused = await named('one too many');
    expect([refused.status, refused.body['error']]).toEqual([503, 'temporarily_unavailable']);
    expect(refused.body['error_description']).toContain('MAX_OAUTH_CLIENTS');
    expect((await named('another')).status).toBe(201);
  });

  it('[oauth-redirect-hosts] accept only the redirect hosts of OAUTH_REDIRECT_HOSTS and this computer', async () => {
    const { body } = await register(registrations.cursor);
    const cursor = await clients.get(String(body['client_id']), context);
    const allowed = registrations.cursor.redirect_uris.map((address) =>
      clients.allowsRedirect(cursor, address),
    );
    expect(allowed).toEqual([false, true, true]);
    const refused = await register({ redirect_uris: ['https://a.example/cb'] });
    expect([refused.status, refused.body['error']]).toEqual([400, 'invalid_redirect_uri']);
    expect(refused.body['error_description']).toContain('OAUTH_REDIRECT_HOSTS');
  });

  it('[oauth-registration-share] make an account that authorizes more than a quarter of all clients lose its own oldest, and no other account', async () => {
    const ana = await signedInPerson(gateway, 'ana');
    const eve = await signedInPerson(gateway, 'eve');
    const letIn = async (name: string, { browser }: SignedInPerson) => {
      clock.advance(1000);
      const program = await OAuthProgram.register(gateway, { client_name: name });
      await program.comeIn(browser);
      return program;
    };
    const isKnown = async (one: OAuthProgram) =>
      (await ana.browser.get(one.path('x'.repeat(43)))).status !== 400;
    const anas = await letIn('of Ana', ana);
    const eves = [await letIn('first', eve), await letIn('second', eve), await letIn('third', eve)];
    await letIn('fourth', eve);
    expect(await Promise.all([anas, ...eves].map(isKnown))).toEqual([true, false, true, true]);
    clock.advance(31 * day);
    expect((await named('fifth')).status).toBe(201);
  });
});
