import { parse } from 'yaml';
import type { Json } from '../../support/clients/gateway-client.js';
import { closeAfterAll } from '../../support/closing.js';
import { petStage, type PetStage } from '../../support/workflows/pet-store.js';

const open = closeAfterAll();
let stage: PetStage;

beforeAll(async () => {
  stage = await petStage(open, { credentials: { login: 'serverless-workflow:conformance-test' } });
});

/** A document of the kit with its tasks as they are written there; all that is replaced are the origins of the addresses. */
function ofKit(name: string, tasks: string): Json {
  const { origin } = stage.api;
  const here = tasks
    .replaceAll('https://petstore.swagger.io', origin)
    .replaceAll('https://httpbin.org', `${origin}/v2`);
  return {
    document: { dsl: '1.0.3', namespace: 'default', name, version: '1.0.0' },
    do: parse(here) as Json[],
  };
}

async function run(name: string, tasks: string, input: Json): Promise<Json> {
  await stage.save({ kit: ofKit(name, tasks) });
  return (await stage.workflows.execute('kit', input)).body;
}

const caught = (status: number) => `
- tryGetPet:
    try:
      - getPet:
          call: http
          with:
            method: get
            endpoint:
              uri: https://petstore.swagger.io/v2/pet/getPetByName/{petName}
    catch:
      errors:
        with:
          type: https://serverlessworkflow.io/dsl/errors/types/communication
          status: ${String(status)}
      as: err
      do:
        - setError:
            set:
              error: \${ $err }`;

describe("The kit's scenarios that make requests, as they are written", () => {
  it('[workflow-kit-requests] call HTTP with content output', async () => {
    const tasks = `
- findPet:
    call: http
    with:
      method: get
      endpoint:
        uri: https://petstore.swagger.io/v2/pet/findByStatus?status={status}
    output:
      as: .[0]`;
    const { status, output } = await run('http-call-with-content-output', tasks, { status: 'available' });
    expect(status).toBe('completed');
    expect(output).toEqual({ id: 7, name: 'Rex', status: 'available' });
    expect(stage.api.seen.at(-1)?.target).toBe('/v2/pet/findByStatus?status=available');
  });

  it('[workflow-kit-requests] call HTTP with response output', async () => {
    const tasks = `
- getPet:
    call: http
    with:
      method: get
      endpoint:
        uri: https://petstore.swagger.io/v2/pet/{petId}
      output: response`;
    const { output } = await run('http-call-with-response-output', tasks, { petId: 1 });
    expect(output).toEqual({
      request: { method: 'get', uri: `${stage.api.origin}/v2/pet/1`, headers: {} },
      statusCode: 200,
      headers: expect.objectContaining({ 'content-type': 'application/json', 'x-rate': '9' }) as Json,
      content: { id: 1, name: 'Rex', status: 'available' },
    });
    expect((output as { headers: Json }).headers).not.toHaveProperty('set-cookie');
  });

  it('[workflow-kit-requests] call HTTP using basic authentication: without the credentials in the document, which the server has', async () => {
    const input = { username: 'serverless-workflow', password: 'conformance-test' };
    const login = (more: string) => `
- login:
    call: http
    with:
      method: get
      endpoint:
        uri: https://httpbin.org/basic-auth/{username}/{password}${more}`;
    const asWritten = `
        authentication:
          basic:
            username: \${ .username }
            password: \${ .password }`;
    await expect(run('http-call-with-basic-auth', login(asWritten), input)).rejects.toThrow(
      '/with/endpoint/authentication","detail":"is not read from documents',
    );
    expect(await run('http-call-with-basic-auth', login(''), input)).toMatchObject({ status: 'completed' });
    const sent = Buffer.from('serverless-workflow:conformance-test').toString('base64');
    expect(stage.api.seen.at(-1)?.headers.authorization).toBe(`Basic ${sent}`);
  });

  it('[workflow-kit-requests] call OpenAPI with content output', async () => {
    const tasks = `
- findPet:
    call: openapi
    with:
      document:
        endpoint: "https://petstore.swagger.io/v2/swagger.json"
      operationId: findPetsByStatus
      parameters:
        status: \${ .status }
    output:
      as: . | length`;
    const { output } = await run('openapi-call-with-content-output', tasks, { status: 'available' });
    expect(output).toBe(2);
  });

  it('[workflow-kit-requests] call OpenAPI with response output', async () => {
    const tasks = `
- getPet:
    call: openapi
    with:
      document:
        endpoint: "https://petstore.swagger.io/v2/swagger.json"
      operationId: getPetById
      parameters:
        petId: \${ .petId }
      output: response`;
    const { output } = await run('openapi-call-with-response-output', tasks, { petId: 1 });
    expect(output).toMatchObject({
      request: { method: 'get', uri: `${stage.api.origin}/v2/pet/1`, headers: {} },
      ...{ statusCode: 200, content: { id: 1, name: 'Rex', status: 'available' } },
    });
    expect(output).toHaveProperty('headers');
  });

  it('[workflow-kit-requests] output filtering, and an output that is no object', async () => {
    const getPet = (name: string, uri: string, as: string) => `
- ${name}:
    call: http
    with:
      method: get
      endpoint:
        uri: https://petstore.swagger.io/v2/pet/${uri} #simple interpolation, only possible with top level variables
    output:
      as: ${as}`;
    expect((await run('output-filtering', getPet('getPet', '{petId}', '.id'), { petId: 1 }))['output']).toBe(
      1,
    );
    const both =
      getPet('getPetById1', '{petId}', '.id') + getPet('getPetById2', '2', `'{ ids: [ $input, .id ] }'`);
    expect((await run('non-object-output', both, { petId: 1 }))['output']).toEqual({ ids: [1, 2] });
  });

  it('[workflow-kit-requests] an error that is caught, and one that is not', async () => {
    const { status, output } = await run('try-catch-404', caught(404), { petName: 'Milou' });
    expect(status).toBe('completed');
    expect(output).toMatchObject({
      error: {
        type: expect.stringMatching(/\/communication$/) as string,
        ...{ status: 404, title: 'Not Found', instance: '/do/0/tryGetPet/try/0/getPet' },
      },
    });
    expect(await run('try-catch-503', caught(503), { petName: 'Milou' })).toMatchObject({
      status: 'failed',
      error: { status: 404 },
    });
  });
});
