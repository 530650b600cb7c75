import { Clients } from '../../src/oauth/clients/clients.service.js';
import type { RequestContext } from '../../src/platform/http/request-context.js';
import { register } from '../support/clients/registering.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';

const open = closeAfterAll();
/** A request of somebody, as far as clients are concerned. */
const context = { address: '203.0.113.7', setHeader: () => undefined } as unknown as RequestContext;
let gateway: TestGateway;
let clients: Clients;

beforeAll(async () => {
  gateway = await open(startGateway());
  clients = gateway.app.get(Clients, { strict: false });
});

describe('Client authentication', () => {
  const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  const authenticate = (request: Parameters<Clients['authenticate']>[0]) =>
    clients.authenticate(request, context);

  it('[oauth-client-authentication] a secret is taken from the header or the body, form-encoded or not', async () => {
    const { body } = await register(gateway, { redirect_uris: ['https://a.example/cb'] });
    const [id, secret] = [String(body['client_id']), String(body['client_secret'])];
    const encoded = Buffer.from(id).toString('hex').replace(/../g, '%$&');
    for (const request of [
      { authorization: basic(id, secret) },
      { authorization: basic(encoded, secret).replace('Basic', 'basic') },
      { authorization: basic(id, secret), clientId: id },
      { clientId: id, clientSecret: secret },
    ])
      expect((await authenticate(request)).id).toBe(id);
    for (const request of [
      {},
      { clientId: '' },
      { clientId: id },
      { clientId: id, clientSecret: `${secret}x` },
      { authorization: basic(id, 'x') },
      { authorization: basic(id, '') },
      { authorization: basic(id, secret), clientSecret: secret },
      { authorization: basic(id, secret), clientId: 'other' },
      { clientId: 'gci_nobody', clientSecret: secret },
      { clientId: `gci_\0${'x'.repeat(600)}` },
    ])
      await expect(authenticate(request)).rejects.toMatchObject({ kind: 'unknown' });
  });

  it.each([
    'Basic',
    'Basic ',
    'Basic !!!',
    'Basic eA==',
    'Basic Og==',
    'Basic JSVhOng=',
    'Basic /////w==',
    'Bearer x',
    '',
  ])(
    '[oauth-client-authentication] the header %j is a wrong one, and nothing worse',
    async (authorization) => {
      await expect(authenticate({ authorization, clientId: 'x' })).rejects.toMatchObject({ kind: 'unknown' });
    },
  );

  it('[oauth-client-authentication] a client without a secret names itself, and no secret is its own', async () => {
    const { body } = await register(gateway, { redirect_uris: ['http://localhost/cb'] });
    const id = String(body['client_id']);
    for (const request of [
      { clientId: id },
      { clientId: id, clientSecret: '' },
      { authorization: basic(id, '') },
    ])
      expect((await authenticate(request)).id).toBe(id);
    await expect(authenticate({ clientId: id, clientSecret: 'x' })).rejects.toMatchObject({
      kind: 'unknown',
    });
  });
});
