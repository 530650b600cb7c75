import type { Json } from '../support/clients/gateway-client.js';
import { closeAfterAll } from '../support/closing.js';
import { petStage, type PetStage } from '../support/workflows/pet-store.js';
import { doing } from '../support/workflows/workflow-app.js';

const open = closeAfterAll();
let stage: PetStage;
let base: string;

beforeAll(async () => {
  stage = await petStage(open, { tools: { deny: ['updatePet'] } });
  base = `${stage.api.origin}/v2`;
});

const http = (method: string, endpoint: unknown, more: Json = {}): Json => ({
  call: 'http',
  with: { method, endpoint, ...more },
});

async function run(tasks: readonly Json[], input: Json = {}): Promise<Json> {
  await stage.save({ w: doing(tasks) });
  return (await stage.workflows.execute('w', input)).body;
}

async function faultsOf(...tasks: readonly Json[]): Promise<string[]> {
  const workflows = { w: doing(tasks.map((task, index) => ({ [`t${String(index)}`]: task }))) };
  const mcpServers = { pets: { openapi: `${base}/swagger.json`, tools: { deny: ['updatePet'] } } };
  const path = `/api/cli/apps/${stage.app.slug}/config`;
  const config = { mcpServers, workflows };
  const sending = { method: 'PUT', body: { config }, headers: { 'if-match': '*' } };
  const { body } = await stage.gateway.json(path, sending);
  return ((body['errors'] ?? []) as Json[]).map(
    ({ pointer, detail }) => `${String(pointer).slice('/workflows/w/do'.length)} ${String(detail)}`,
  );
}

const tried = async (document: Json, mocks: Json, input: Json = {}): Promise<Json> =>
  (
    await stage.workflows.client.json('/api/sdk/workflows/execute', {
      body: { dryRun: true, document, mocks, input },
    })
  ).body;

describe('A request in a workflow', () => {
  it('[workflow-request] is the call of a tool: its method, address, headers, query and body are the arguments', async () => {
    const { status, output } = await run(
      [
        {
          find: http('get', `${base}/pet/findByStatus?status=sold`, {
            query: { limit: '${ most }' },
            headers: { 'x-trace': 't1', Accept: 'application/json' },
          }),
        },
        {
          add: http('POST', `${base}/pet`, {
            body: { name: '${ $steps.find[0].name }', tags: ['a'] },
            headers: { 'content-type': 'application/json' },
          }),
        },
        { remove: http('delete', { uri: `\${ "${base}/pet/" & $string(7) }` }) },
        { photo: http('get', `${base}/pet/7/photo`, { output: 'raw' }) },
        { moved: http('get', `${base}/moved`, { output: 'response', redirect: true }) },
        {
          all: {
            set: {
              removed: '${ $steps.remove }',
              photo: '${ $steps.photo }',
              added: '${ $steps.add.id }',
              moved: '${ $steps.moved.statusCode }',
            },
          },
        },
      ],
      { most: 5 },
    );
    expect(status).toBe('completed');
    expect(output).toEqual({ removed: null, photo: 'AP8B', added: 9, moved: 302 });
    const sent = stage.api.seen.map(({ method, target, text }) => [method, target, text]);
    expect(sent).toEqual([
      ['GET', '/v2/pet/findByStatus?status=sold&limit=5', ''],
      ['POST', '/v2/pet', '{"name":"Rex","tags":["a"]}'],
      ['DELETE', '/v2/pet/7', ''],
      ['GET', '/v2/pet/7/photo', ''],
      ['GET', '/v2/moved', ''],
    ]);
    expect(stage.api.seen[0]?.headers).toMatchObject({ 'x-trace': 't1' });
  });

  it('[workflow-request-errors] that the API answers otherwise is a communication error with its status', async () => {
    const { output } = await run([
      {
        t: {
          try: [{ get: http('get', `${base}/pet/404`) }],
          catch: { errors: { with: { status: 404 } }, as: 'e', do: [{ told: { set: { e: '${ $e }' } } }] },
        },
      },
    ]);
    expect(output).toMatchObject({
      e: {
        type: 'https://serverlessworkflow.io/spec/1.0.0/errors/communication',
        ...{ status: 404, title: 'Not Found', tool: 'getPetById@pets' },
        detail: expect.stringContaining('Pet not found') as string,
      },
    });
    expect(await run([{ moved: http('get', `${base}/moved`) }])).toMatchObject({
      status: 'failed',
      error: { status: 302 },
    });
  });

  it('[workflow-request-refused] goes to declared origins and their operations alone, and carries no credentials', async () => {
    expect(
      await faultsOf(
        http('get', 'https://evil.example/pet/7'),
        http('get', `${base}/pets/7`),
        http('patch', `${base}/pet/7`),
        http('put', `${base}/pet`, { body: { id: 1 } }),
        http('get', `${base}/pet/findByStatus`, { headers: { Authorization: 'Bearer x' } }),
        http('get', `${base}/pet/findByStatus?key=x`),
        http('get', `${base}/pet/seven`),
        http('post', `${base}/pet`, { body: { id: 'x' } }),
        {
          call: 'openapi',
          with: { document: { endpoint: `${base}/swagger.json` }, operationId: 'getPetByld' },
        },
        {
          call: 'openapi',
          with: { document: { endpoint: 'https://evil.example/o.json' }, operationId: 'x' },
        },
      ),
    ).toEqual([
      expect.stringContaining(
        `/0/t0/with/endpoint goes to https://evil.example, where no API is that the app declares`,
      ),
      expect.stringMatching(
        /^\/1\/t1\/with\/endpoint asks for GET \/v2\/pets\/7, .* The nearest is GET \/v2\/pet\//,
      ),
      expect.stringContaining('/2/t2/with/endpoint asks for PATCH /v2/pet/7'),
      '/3/t3/with is a call of updatePet@pets, which is no tool that the app has now',
      expect.stringMatching(
        /^\/4\/t4\/with\/headers .* takes no header "Authorization" .*: credentials are declared at the server$/,
      ),
      expect.stringMatching(/^\/5\/t5\/with\/endpoint .* takes no "key" in its query$/),
      expect.stringMatching(/^\/6\/t6\/with is a call of getPetById@pets, whose argument \/petId must be/),
      expect.stringMatching(/^\/7\/t7\/with is a call of addPet@pets, whose argument \/id must be/),
      expect.stringContaining(
        '/8/t8/with/operationId names no operation that pets has: getPetByld. Did you mean "getPetById"?',
      ),
      expect.stringContaining(
        '/9/t9/with/document/endpoint names no document that an API of this app is declared by',
      ),
    ]);
  });

  it('[workflow-request-computed] of a computed address is looked up when it is made: where nothing is, nothing is sent', async () => {
    const before = stage.api.seen.length;
    const attempt = async (endpoint: string, input: Json, more: Json = {}) =>
      (await run([{ a: http('get', endpoint, more) }], input))['error'];
    expect(await attempt('${ to }', { to: 'http://127.0.0.1:1/x' })).toMatchObject({
      status: 400,
      detail: expect.stringContaining('goes to http://127.0.0.1:1') as string,
    });
    expect(await attempt('${ to }', { to: 'http://ann:secret@127.0.0.1/x' })).toMatchObject({
      detail: expect.stringContaining('must have no user and password') as string,
    });
    expect(await attempt('${ to }', { to: `${base}/../v3/pet/7` })).toMatchObject({
      type: expect.stringMatching(/\/validation$/) as string,
    });
    expect(await attempt(`${base}/pet/{petId}`, { petId: '..' })).toMatchObject({
      detail: expect.stringContaining('".." cannot stand in it') as string,
    });
    expect(
      await attempt(`${base}/pet/findByStatus`, { h: { Cookie: 'a=b' } }, { headers: '${ h }' }),
    ).toMatchObject({ detail: expect.stringContaining('takes no header "Cookie"') as string });
    expect(stage.api.seen.length).toBe(before);
    // A value is never more than a value: this asks for the pet of that name.
    await attempt(`${base}/pet/{petId}`, { petId: 'a/b?c' });
    expect(stage.api.seen.at(-1)?.target).toBe('/v2/pet/a%2Fb%3Fc');
  });

  it('[workflow-request-gate] passes the gate of its tool: denied, approved, on record', async () => {
    const put = await run([{ a: http('put', `\${ "${base}/pet" }`, { body: { id: 1 } }) }]);
    expect(put).toMatchObject({ status: 'failed', error: { status: 403, tool: 'updatePet@pets' } });
    const workflows = { w: doing([{ a: http('delete', `${base}/pet/7`) }]) };
    await stage.save(workflows, { policies: { requireApproval: ['*delete*'] } });
    const sent = stage.api.seen.length;
    const id = await stage.workflows.start('w');
    const waiting = await stage.workflows.reachesStep(id, 'a', 'waiting');
    expect(waiting).toMatchObject({
      approvalFor: { tool: 'deletePet@pets', arguments: { petId: 7 } },
    });
    expect(stage.api.seen.length).toBe(sent);
    await stage.workflows.post(id, 'cancel');
    await stage.save({});
  });

  it('[workflow-request-trial] is tried with an answer for its tool, or for what it asks for where nobody knows the API', async () => {
    const known = doing([{ a: http('get', `${base}/pet/{petId}`) }]);
    expect(await tried(known, { 'getPetById@pets': { id: 3 } }, { petId: 3 })).toMatchObject({
      ...{ status: 'completed', output: { id: 3 } },
      calls: [{ step: 'do/a', tool: 'getPetById@pets', arguments: { petId: 3 }, mocked: true }],
    });
    const elsewhere = doing([
      { a: http('get', 'https://api.example.com/things/{id}?all={all}') },
      {
        b: {
          call: 'openapi',
          with: {
            document: { endpoint: 'https://api.example.com/o.json' },
            operationId: 'list',
            parameters: { n: 1 },
          },
        },
      },
    ]);
    const mocks = {
      'GET /things/{id}@https://api.example.com': { ok: 1 },
      'list@https://api.example.com/o.json': [],
    };
    expect((await tried(elsewhere, mocks, { id: 4, all: true }))['calls']).toEqual([
      {
        step: 'do/a',
        tool: 'GET /things/{id}@https://api.example.com',
        arguments: { id: 4, query: { all: true } },
        mocked: true,
      },
      { step: 'do/b', tool: 'list@https://api.example.com/o.json', arguments: { n: 1 }, mocked: true },
    ]);
  });

  it('[workflow-request-picture] is drawn by what it asks for', async () => {
    await stage.save({ w: doing([{ a: http('get', `${base}/pet/{petId}`) }]) });
    const { text } = await stage.workflows.get('/w', '?format=mermaid');
    expect(text).toContain('GET /v2/pet/');
  });
});
