import { DataSource } from 'typeorm';
import { ClientRetention } from '../../src/oauth/clients/client-retention.service.js';
import { Clients } from '../../src/oauth/clients/clients.service.js';
import type { RequestContext } from '../../src/platform/http/request-context.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { Json } from '../support/clients/gateway-client.js';
import { register as registerAt } from '../support/clients/registering.js';
import { registrations } from '../support/oauth/oauth-clients.js';
import { TestClock } from '../support/test-clock.js';

const open = closeAfterAll();
const clock = new TestClock();
const day = 86_400_000;
/** A request of somebody, as far as clients are concerned. */
const context = { address: '203.0.113.7', setHeader: () => undefined } as unknown as RequestContext;
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await open(startGateway({ clock, env: { OAUTH_REGISTRATIONS_PER_MINUTE: 100_000 } }));
});

const register = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  registerAt(gateway, body, headers);
const idOf = async (body: unknown) => String((await register(body)).body['client_id']);
const clients = () => gateway.app.get(Clients, { strict: false });
const rows = () =>
  gateway.app
    .get(DataSource, { strict: false })
    .query<[{ count: number | string }]>('SELECT COUNT(*) AS count FROM "oauth_clients"')
    .then(([row]) => Number(row.count));
const publicClient = (more: object = {}) => ({ redirect_uris: ['http://localhost/cb'], ...more });

describe('POST /oauth/register', () => {
  it.each(Object.entries(registrations))(
    '[oauth-known-registrations] registers %s as it comes',
    async (_, sent) => {
      const { status, body } = await register(sent);
      expect([status, body]).toEqual([201, expect.anything()]);
      expect(body).toMatchObject({
        client_id: expect.stringMatching(/^gci_/),
        client_id_issued_at: Math.floor(clock.now() / 1000),
        client_name: sent.client_name,
        redirect_uris: sent.redirect_uris,
        token_endpoint_auth_method: 'none',
        response_types: ['code'],
      });
      expect(body['grant_types']).toEqual(expect.arrayContaining(['authorization_code', 'refresh_token']));
      expect(body).not.toHaveProperty('client_secret');
      const client = await clients().get(String(body['client_id']), context);
      for (const address of sent.redirect_uris)
        expect([address, clients().allowsRedirect(client, address)]).toEqual([address, true]);
      expect(clients().allowsRedirect(client, 'https://evil.example/callback')).toBe(false);
    },
  );

  it('[oauth-redirect-loopback] a program on this computer may be returned to at any port', async () => {
    const [vscode, remote] = await Promise.all(
      [registrations.vscode, registrations.mcpRemote].map(async (sent) =>
        clients().get(await idOf(sent), context),
      ),
    );
    if (vscode === undefined || remote === undefined) throw new Error('no clients');
    for (const address of [
      'http://127.0.0.1:50111/',
      'http://127.0.0.1:33418',
      'https://vscode.dev/redirect',
    ])
      expect(clients().allowsRedirect(vscode, address)).toBe(true);
    expect(clients().allowsRedirect(remote, 'http://localhost:9999/oauth/callback')).toBe(true);
    for (const address of [
      'http://localhost:9999/oauth',
      'http://127.0.0.1:9999/oauth/callback',
      'http://x/',
    ])
      expect(clients().allowsRedirect(remote, address)).toBe(false);
  });

  it('[oauth-registration-once] the same registration is the same client, whatever the port, the order and what is passed over', async () => {
    const before = await rows();
    const id = await idOf(registrations.cursor);
    const { redirect_uris: addresses } = registrations.cursor;
    const variants = [
      registrations.cursor,
      { ...registrations.cursor, redirect_uris: [...addresses].reverse() },
      { ...registrations.cursor, logo_uri: 'https://x.example/logo.png', contacts: null, foo: { bar: [1] } },
      { ...registrations.cursor, redirect_uris: [...addresses.slice(0, 2), 'http://localhost:1/callback'] },
    ];
    for (const variant of variants) expect(await idOf(variant)).toBe(id);
    expect(await idOf({ ...registrations.cursor, client_name: 'Cursed' })).not.toBe(id);
    expect(await rows()).toBeLessThanOrEqual(before + 2);
  });

  it('[oauth-registration-once] adds one row for a hundred registrations of one client at the same time', async () => {
    const before = await rows();
    const eager = publicClient({ client_name: 'Eager' });
    const ids = await Promise.all(Array.from({ length: 100 }, () => idOf(eager)));
    expect([new Set(ids).size, await rows()]).toEqual([1, before + 1]);
  });

  it('[oauth-registration-event] a program that is new here is an event of the operator’s account; again it is only counted', async () => {
    const sent = publicClient({ client_name: 'Cursor of Ana' });
    const [id] = [await idOf(sent), await idOf(sent)];
    const { body } = await gateway.json('/api/audit?limit=200');
    const events = (body['events'] as Json[]).filter(({ action }) => action === 'oauth.client.registered');
    const own = events.filter((event) => (event['details'] as Json)['clientId'] === id);
    expect(own).toEqual([
      expect.objectContaining({ details: { client: 'Cursor of Ana', clientId: id, kind: 'registered' } }),
    ]);
    const metrics = await (await gateway.fetch('/metrics')).text();
    expect(metrics).toMatch(
      /gantry_oauth_events_total\{event="oauth.client.registered",client="cursor"\} [2-9]/,
    );
  });

  it('[oauth-registration-secret] clients with a secret get ids and secrets of their own', async () => {
    const sent = { redirect_uris: ['https://app.example/cb'], client_name: 'Web' };
    const answers = await Promise.all([register(sent), register(sent)]);
    for (const { body } of answers)
      expect(body).toMatchObject({
        client_secret: expect.stringMatching(/^gcs_[0-9A-Za-z]{43}$/),
        client_secret_expires_at: 0,
        token_endpoint_auth_method: 'client_secret_basic',
      });
    for (const member of ['client_id', 'client_secret'])
      expect(new Set(answers.map(({ body }) => body[member])).size).toBe(2);
    const source = gateway.app.get(DataSource, { strict: false });
    const stored = await source.query('SELECT * FROM "oauth_clients"');
    expect(JSON.stringify(stored)).not.toContain(answers[0].body['client_secret']);
  });

  it.each([
    [
      'none for addresses on this computer and private schemes',
      ['http://127.0.0.1/', 'a.b:/cb'],
      undefined,
      'none',
    ],
    [
      'a secret with an address elsewhere',
      ['http://localhost/', 'https://a.example/'],
      undefined,
      'client_secret_basic',
    ],
    ['what the client names', ['http://localhost/'], 'client_secret_post', 'client_secret_post'],
    ['none where the client says so', ['https://a.example/'], 'none', 'none'],
    ['the default in place of what we do not take', ['http://localhost/'], 'private_key_jwt', 'none'],
  ])('[oauth-registration-method] the way of authentication is %s', async (_, addresses, named, given) => {
    const { body } = await register({ redirect_uris: addresses, token_endpoint_auth_method: named });
    expect(body['token_endpoint_auth_method']).toBe(given);
  });

  it('[oauth-registration-negotiated] what we lack is left out, and refreshing is given whatever is said', async () => {
    const { status, body } = await register(
      publicClient({
        ...{ grant_types: ['implicit', 'authorization_code'], response_types: ['token', 'code'] },
        ...{ scope: 'openid tools:read operator', client_name: null, client_uri: 'javascript:alert(1)' },
      }),
    );
    expect([status, body]).toEqual([
      201,
      {
        client_id: expect.any(String),
        client_id_issued_at: expect.any(Number),
        client_name: 'Unnamed program at localhost',
        redirect_uris: ['http://localhost/cb'],
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        scope: 'tools:read',
      },
    ]);
  });

  it('[oauth-client-name] a name is one bounded line without invisible characters', async () => {
    const { body } = await register(
      publicClient({ client_name: `Cla\u202eude\u0000\n\u200b ${'x'.repeat(500)}` }),
    );
    expect(body['client_name']).toBe(`Claude ${'x'.repeat(93)}`);
  });

  it.each<[string, unknown, string]>([
    ['no return address', { client_name: 'x' }, 'invalid_redirect_uri'],
    ['an empty list of them', { redirect_uris: [] }, 'invalid_redirect_uri'],
    ['a text in place of the list', { redirect_uris: 'https://a.example/' }, 'invalid_redirect_uri'],
    ['a script', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    [
      'one bad address among good ones',
      { redirect_uris: ['https://a.example/', 'data:,x'] },
      'invalid_redirect_uri',
    ],
    ['a fragment', { redirect_uris: ['https://a.example/#x'] }, 'invalid_redirect_uri'],
    ['plain http elsewhere', { redirect_uris: ['http://a.example/'] }, 'invalid_redirect_uri'],
    ['a number as name', publicClient({ client_name: 7 }), 'invalid_client_metadata'],
    ['a text as grant types', publicClient({ grant_types: 'x' }), 'invalid_client_metadata'],
    ['a list', [], 'invalid_client_metadata'],
    ['broken JSON', '{', 'invalid_client_metadata'],
    ['a member twice', '{"redirect_uris":["a:/b"],"redirect_uris":["a:/b"]}', 'invalid_client_metadata'],
    ['a body that is too large', publicClient({ x: 'x'.repeat(100_000) }), 'invalid_client_metadata'],
  ])('[oauth-registration-errors] refuses %s in the terms of RFC 7591', async (_, sent, error) => {
    const { status, headers, body } = await register(sent);
    expect([status, body]).toEqual([
      400,
      { error, error_description: expect.stringMatching(/^[\x20-\x7e]+$/) },
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('[oauth-open-cors] pages of any site may register, and whatever Authorization says is nobody', async () => {
    const origin = { origin: 'https://inspector.example' };
    for (const authorization of ['Bearer nonsense', 'Basic eDp5', `Bearer gtu_${'x'.repeat(38)}`]) {
      const { status, headers } = await register(publicClient(), { ...origin, authorization });
      expect([status, headers.get('access-control-allow-origin')]).toEqual([201, '*']);
      expect(headers.get('cache-control')).toBe('no-store');
    }
    const asked = await fetch(`${gateway.url}/oauth/register`, {
      method: 'OPTIONS',
      headers: {
        ...origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    const refused = await register('{', origin);
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('[oauth-operator-client] a registration with the token of an operator is shown as theirs', async () => {
    const sent = publicClient({ client_name: 'Ours' });
    const own = await register(sent, { authorization: `Bearer ${gateway.token}` });
    const id = String(own.body['client_id']);
    expect((await clients().get(id, context)).kind).toBe('operator');
    const other = await clients().get(await idOf(sent), context);
    expect([other.kind, other.id === id]).toEqual(['registered', false]);
  });

  it('[oauth-registration-unused] what nobody used for 90 days is removed, and comes back under its id', async () => {
    const [lively, idle] = [publicClient({ client_name: 'Lively' }), publicClient({ client_name: 'Idle' })];
    const [livelyId, idleId] = [await idOf(lively), await idOf(idle)];
    clock.advance(60 * day);
    await clients().get(livelyId, context);
    clock.advance(31 * day);
    await gateway.app.get(ClientRetention, { strict: false }).sweep();
    expect((await clients().get(livelyId, context)).name).toBe('Lively');
    await expect(clients().get(idleId, context)).rejects.toMatchObject({ kind: 'unknown', status: 400 });
    expect(await idOf(idle)).toBe(idleId);
  });
});
