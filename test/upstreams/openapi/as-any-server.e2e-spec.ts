import { decide, ticketOf } from '../../support/clients/approvals.js';
import { operatorOf, type AppsClient } from '../../support/clients/apps-client.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { createApp } from '../../support/clients/sdk-apps.js';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { whyOf } from '../../support/policies/policy-stage.js';
import { ScriptedApi } from '../../support/upstreams/scripted-api.js';
import { linkIn } from '../../support/upstreams/shaped-stage.js';
import { documentOf } from './api-stage.js';

/** An API in apps and in the operator's file, held to what holds for any server. */
const open = closeAfterAll();
const body = (properties: object) => ({
  content: { 'application/json': { schema: { type: 'object', properties } } },
});
const document = documentOf(
  {
    '/notes': {
      get: { operationId: 'listNotes' },
      post: { operationId: 'addNote', requestBody: body({ text: {}, amount: {} }) },
    },
    '/notes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: {} }],
      delete: { operationId: 'removeNote' },
    },
  },
  {
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
    security: [{ key: [] }],
  },
);
let api: ScriptedApi;
let other: ScriptedApi;
let openapi: string;
let gateway: TestGateway;
let owner: AppsClient;
let count = 0;

beforeAll(async () => {
  api = await open(ScriptedApi.start());
  other = await open(ScriptedApi.start());
  openapi = api.put('/openapi.json', document);
  other.put('/openapi.json', document);
  const policies = {
    rules: [
      { match: { tools: ['removeNote'] }, then: 'ask', reason: 'It is gone then.' },
      { match: { tools: ['addNote'], when: '$arguments.amount > 100' }, then: 'deny', reason: 'Too much.' },
      { match: { tools: ['addNote'] }, then: 'redact' },
    ],
    checks: { pii: ['email'] },
  };
  const tools = { shape: { listNotes: { maxBytes: 600, overflow: 'resource' } } };
  gateway = await open(
    startGateway({
      env: { EGRESS_ALLOW: ['127.0.0.0/8'] },
      mcpServers: { notes: { openapi, policies, tools } },
    }),
  );
  owner = operatorOf(gateway);
});
beforeEach(() => {
  api.answers.clear();
  api.seen.length = 0;
});

async function appWithApi(entry: Json): Promise<string> {
  const slug = `app-${String(++count)}`;
  await owner.newApp(slug, { mcpServers: { api: { openapi, ...entry } } }, { slug });
  return slug;
}

describe('The secrets of an app', () => {
  const headers = { Authorization: 'Bearer ${secret:PAT}' };

  it('[openapi-secrets] are in the headers of its API, at the origin that they were given for', async () => {
    const slug = await appWithApi({ headers, credentials: { key: '${secret:KEY}' } });
    await owner.setSecret(slug, 'PAT', 'pat-canary-1');
    await owner.setSecret(slug, 'KEY', 'key-canary-1');
    api.says('GET /notes', 200, 'said pat-canary-1 and key-canary-1', 'text/plain');
    const { status, text } = await owner.call(`${slug}.api`, 'listNotes');
    expect({ status, text }).toEqual({ status: 200, text: expect.not.stringContaining('canary') as string });
    expect(api.seen[0]?.headers).toMatchObject({
      authorization: 'Bearer pat-canary-1',
      'x-key': 'key-canary-1',
    });
    const { body: kept } = await owner.app(slug, '/secrets');
    expect(kept['secrets']).toMatchObject([
      { name: 'KEY', origins: [{ origin: api.origin }] },
      { name: 'PAT', origins: [{ origin: api.origin }] },
    ]);
  });

  it.each([
    ['its document', () => ({ openapi: `${other.origin}/openapi.json` })],
    ['baseUrl', () => ({ openapi, baseUrl: other.origin })],
    [
      'the document in its declaration',
      () => ({ openapi: { ...document, servers: [{ url: other.origin }] } }),
    ],
  ])('[openapi-secrets] go nowhere else when %s says so later', async (_, moved) => {
    const slug = await appWithApi({ headers });
    await owner.setSecret(slug, 'PAT', 'pat-canary-2');
    expect((await owner.call(`${slug}.api`, 'listNotes')).status).toBe(200);
    const saved = await owner.save(slug, { mcpServers: { api: { headers, ...moved() } } });
    expect(saved.body['warnings']).toMatchObject([{ code: 'secret-not-for-origin' }]);
    const { body: refused } = await owner.call(`${slug}.api`, 'listNotes');
    expect(refused).toMatchObject({ code: 'secret-not-for-origin', detail: expect.stringContaining('PAT') });
    expect(JSON.stringify([other.seen, other.asked('/openapi.json')])).not.toContain('canary');
  });

  it('[openapi-secrets] that change are those of the next call', async () => {
    const slug = await appWithApi({ headers });
    await owner.setSecret(slug, 'PAT', 'pat-canary-3');
    await owner.call(`${slug}.api`, 'listNotes');
    await owner.setSecret(slug, 'PAT', 'pat-canary-4');
    await owner.call(`${slug}.api`, 'listNotes');
    expect(api.seen.map((seen) => seen.headers.authorization)).toEqual(
      ['pat-canary-3', 'pat-canary-4'].map((value) => `Bearer ${value}`),
    );
  });

  it('[openapi-secrets] that are not there keep a call from being made', async () => {
    const slug = await appWithApi({ headers });
    expect((await owner.call(`${slug}.api`, 'listNotes')).body).toMatchObject({
      detail: expect.stringContaining('PAT'),
    });
    expect(api.seen).toEqual([]);
  });
});

describe('The rules of the operator', () => {
  it('[openapi-policies] ask before a call is a request, and make it once', async () => {
    const ticket = ticketOf(await gateway.call('notes', 'removeNote', { id: 7 }));
    expect(api.seen).toEqual([]);
    await decide(gateway, ticket, 'approve');
    const sending = { headers: { 'x-approval': ticket.id } };
    expect((await gateway.call('notes', 'removeNote', { id: 8 }, {}, sending)).status).not.toBe(200);
    expect((await gateway.call('notes', 'removeNote', { id: 7 }, {}, sending)).status).toBe(200);
    expect(api.seen.map(({ method, target }) => `${method} ${target}`)).toEqual(['DELETE /notes/7']);
  });

  it('[openapi-policies] deny by arguments, and say why', async () => {
    const denied = await gateway.call('notes', 'addNote', { amount: 101 });
    expect(denied).toMatchObject({
      status: 403,
      body: { code: 'tool-denied', detail: expect.stringContaining('Too much.') },
    });
    expect(api.seen).toEqual([]);
    expect(await whyOf(gateway, denied)).toMatchObject([{ pointer: '/mcpServers/notes/policies/rules/1' }]);
  });

  it('[openapi-policies] take secrets and addresses out of requests and answers, errors too', async () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    api.says('POST /notes', 422, JSON.stringify({ from: 'ana@example.com', token }));
    const { text } = await gateway.call('notes', 'addNote', { text: `ben@example.com ${token}` });
    expect(api.seen[0]?.text).toMatch(/^\{"text":"\[email\] \[[^\]]+\]"\}$/);
    expect(text).toContain('[email]');
    expect(text).not.toContain(token);
  });

  it('[openapi-policies] hold where an app takes the API over, by the names of its operations', async () => {
    const app = await createApp(gateway, 'shop', { mcpServers: { own: { use: 'notes' } } });
    expect(await app.names()).toEqual(['own__listNotes', 'own__addNote', 'own__removeNote']);
    expect((await app.use('own__addNote', { amount: 101 })).body).toMatchObject({ code: 'tool-denied' });
    ticketOf(await app.use('own__removeNote', { id: 7 }));
    expect(api.seen).toEqual([]);
  });

  it('[openapi-policies] cut an answer to its shape, and keep the whole', async () => {
    api.says('GET /notes', 200, 'x'.repeat(5000), 'text/plain');
    const { body: cut } = await gateway.call('notes', 'listNotes');
    expect(JSON.stringify(cut).length).toBeLessThanOrEqual(600);
    expect((await gateway.json(`/api/results/${linkIn(cut).id}`)).text).toContain('x'.repeat(5000));
  });
});

describe('Trying an API', () => {
  const probe = (definition: Json) => gateway.json('/api/servers/probe', { body: { definition } });

  it('[openapi-probe] says how many tools it has, or why it has none', async () => {
    expect((await probe({ openapi })).body).toMatchObject({ ok: true, transport: 'openapi', tools: 3 });
    api.put('/broken.json', '{"swagger":"2.0"}');
    const broken = await probe({ openapi: `${api.origin}/broken.json` });
    expect(broken.body).toMatchObject({
      ok: false,
      error: { code: 'upstream-error', detail: expect.stringContaining('Swagger 2.0') },
    });
    const missing = await probe({ openapi: `${api.origin}/nowhere.json` });
    expect(missing.body).toMatchObject({
      ok: false,
      error: { detail: expect.stringContaining('OpenAPI document') },
    });
    expect(api.seen.map(({ target }) => target)).toEqual(['/nowhere.json']);
  });
});
