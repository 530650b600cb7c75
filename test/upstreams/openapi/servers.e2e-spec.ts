import { closeAfterEach } from '../../support/closing.js';
import { startGateway, type GatewayOptions } from '../../support/gateway.js';
import { ScriptedApi } from '../../support/upstreams/scripted-api.js';

const open = closeAfterEach();

const pets = {
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1.2.3', description: 'All about pets' },
  servers: [{ url: '/v1' }],
  paths: {
    '/pets/{petId}': {
      parameters: [{ name: 'petId', in: 'path', required: true, schema: { type: 'integer' } }],
      get: {
        operationId: 'getPet',
        summary: 'One pet',
        parameters: [
          { name: 'fields', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
          { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
        ],
      },
      delete: { operationId: 'deletePet' },
      put: {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
        },
      },
    },
  },
  components: {
    schemas: {
      Pet: {
        type: 'object',
        required: ['name', 'petId'],
        properties: {
          petId: { type: 'integer', description: 'In the body' },
          name: { type: 'string', nullable: true },
          id: { type: 'string', readOnly: true },
          parent: { $ref: '#/components/schemas/Pet' },
        },
      },
    },
  },
};

async function served(document: object | string, entry: object = {}, options: GatewayOptions = {}) {
  const api = await open(ScriptedApi.start());
  const openapi = api.put('/openapi.json', document);
  const gateway = await open(startGateway({ mcpServers: { api: { openapi, ...entry } }, ...options }));
  return { api, gateway };
}

describe('an API by its OpenAPI document', () => {
  it('[openapi-tools] is a server whose tools are its operations', async () => {
    const { gateway } = await served(pets);
    const { status, body } = await gateway.mcp('api', 'tools');
    expect({ status, body }).toMatchObject({ status: 200 });
    expect(await gateway.server('api')).toMatchObject({
      transport: 'openapi',
      status: 'ready',
      serverInfo: { name: 'Pets', version: '1.2.3' },
      toolCount: 3,
    });
  });

  it('[openapi-tools] has schemas that are whole, whatever a document says beside a reference or leaves out', async () => {
    const parameter = {
      name: 'kind',
      in: 'query',
      description: 'Which',
      schema: { $ref: '#/components/schemas/Kind' },
    };
    const schema = { type: 'object', required: ['told', 'untold'], properties: { told: { type: 'string' } } };
    const { gateway } = await served({
      ...pets,
      paths: {
        '/a': {
          post: {
            operationId: 'a',
            parameters: [parameter],
            requestBody: { content: { 'application/json': { schema } } },
          },
        },
      },
      components: { schemas: { Kind: { enum: ['x'] } } },
    });
    const { body } = await gateway.mcp('api', 'tools');
    expect(body['tools']).toMatchObject([
      {
        inputSchema: {
          properties: { kind: { description: 'Which', enum: ['x'] }, told: { type: 'string' }, untold: {} },
          required: ['told', 'untold'],
        },
      },
    ]);
    expect(JSON.stringify(body)).not.toContain('$ref');
  });

  it('[openapi-calls] calls become requests', async () => {
    const { gateway, api } = await served(pets);
    api.says('GET /v1/pets/7', 200, '{"name":"Rex"}');
    const answer = await gateway.call('api', 'getPet', { petId: 7, fields: ['a', 'b c'], 'X-Trace': 'x' });
    expect(answer.body).toEqual({ content: [{ type: 'text', text: '{"name":"Rex"}' }] });
    expect(api.seen[0]).toMatchObject({
      method: 'GET',
      target: '/v1/pets/7?fields=a&fields=b%20c',
      headers: { 'x-trace': 'x' },
    });
    const put = await gateway.call('api', 'put_pets_petId', { petId: 7, petId_body: 8, name: null });
    expect(put.body).toEqual({ content: [{ type: 'text', text: '{}' }] });
    expect(JSON.parse(api.seen[1]?.text ?? '')).toEqual({ petId: 8, name: null });
  });
});
