import type { ServerResponse } from 'node:http';
import { isJsonObject } from '../../../src/kernel/json/json.js';
import type { Keeper } from '../closing.js';
import { createApp, type TestApp } from '../clients/sdk-apps.js';
import type { Json } from '../clients/gateway-client.js';
import { startGateway, type GatewayOptions, type TestGateway } from '../gateway.js';
import { ScriptedApi } from '../upstreams/scripted-api.js';
import { workflowEnv, Workflows } from './workflow-app.js';

const inPath = (name: string, type: string) => ({ name, in: 'path', required: true, schema: { type } });
const pet = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    tags: { type: 'array', items: { type: 'string' } },
  },
};
const json = { content: { 'application/json': { schema: pet } } };

/** The part of the petstore that the standard's kit and these tests call, and one route that wants a password. */
const document = {
  openapi: '3.0.3',
  info: { title: 'Petstore', version: '1' },
  servers: [{ url: '/v2' }],
  components: { securitySchemes: { login: { type: 'http', scheme: 'basic' } } },
  paths: {
    '/pet': {
      post: { operationId: 'addPet', requestBody: json },
      put: { operationId: 'updatePet', requestBody: json },
    },
    '/pet/findByStatus': {
      get: {
        operationId: 'findPetsByStatus',
        parameters: [
          { name: 'status', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
          { name: 'limit', in: 'query', schema: { type: 'integer' } },
          { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
        ],
      },
    },
    '/pet/{petId}': {
      get: { operationId: 'getPetById', parameters: [inPath('petId', 'integer')] },
      delete: { operationId: 'deletePet', parameters: [inPath('petId', 'integer')] },
    },
    '/pet/{petId}/photo': { get: { operationId: 'getPhoto', parameters: [inPath('petId', 'integer')] } },
    '/pet/getPetByName/{petName}': {
      get: { operationId: 'getPetByName', parameters: [inPath('petName', 'string')] },
    },
    '/moved': { get: { operationId: 'moved' } },
    '/basic-auth/{username}/{password}': {
      get: {
        operationId: 'basicAuth',
        security: [{ login: [] }],
        parameters: [inPath('username', 'string'), inPath('password', 'string')],
      },
    },
  },
};

function answer(
  res: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** A petstore in place of the public one. */
async function startPetStore(): Promise<ScriptedApi> {
  const api = await ScriptedApi.start();
  api.put('/v2/swagger.json', document);
  const known = (id: number) => ({ id, name: 'Rex', status: 'available' });
  api.answer('GET /v2/pet/findByStatus', (_, res) => {
    answer(res, 200, [known(7), known(8)]);
  });
  for (const id of [1, 2, 7])
    api.answer(`GET /v2/pet/${String(id)}`, (_, res) => {
      answer(res, 200, known(id), { 'x-rate': '9', 'set-cookie': 'a=b' });
    });
  for (const route of ['GET /v2/pet/getPetByName/Milou', 'GET /v2/pet/404'])
    api.answer(route, (_, res) => {
      answer(res, 404, { message: 'Pet not found' });
    });
  api.answer('POST /v2/pet', ({ text }, res) => {
    const body: unknown = JSON.parse(text);
    answer(res, 201, { id: 9, ...(isJsonObject(body) ? body : {}) });
  });
  api.answer('DELETE /v2/pet/7', (_, res) => {
    res.writeHead(204).end();
  });
  api.says('GET /v2/pet/7/photo', 200, Buffer.from([0, 255, 1]), 'image/png');
  api.answer('GET /v2/moved', (_, res) => {
    res.writeHead(302, { location: 'https://elsewhere.example/' }).end();
  });
  return api;
}

export interface PetStage {
  readonly gateway: TestGateway;
  readonly app: TestApp;
  readonly api: ScriptedApi;
  readonly workflows: Workflows;
  /** Replaces the workflows of the app, and whatever else of its config. */
  save(workflows: Json, more?: Json): Promise<void>;
}

/** An app that declares the petstore as its server `pets`. */
export async function petStage(
  open: Keeper,
  entry: Json = {},
  options: GatewayOptions = {},
): Promise<PetStage> {
  const api = await open(startPetStore());
  const gateway = await open(
    startGateway({ env: { ...workflowEnv, EGRESS_ALLOW: ['127.0.0.1'] }, ...options }),
  );
  const mcpServers = { pets: { openapi: `${api.origin}/v2/swagger.json`, ...entry } };
  const app = await createApp(gateway, 'shop', { mcpServers });
  const save = (workflows: Json, more: Json = {}) => app.configure({ mcpServers, workflows, ...more });
  return { gateway, app, api, workflows: new Workflows(app), save };
}
