import type { Keeper } from '../../support/closing.js';
import { startGateway, type GatewayOptions, type TestGateway } from '../../support/gateway.js';
import { declareServers } from '../../support/upstreams/declared-servers.js';
import { ScriptedApi } from '../../support/upstreams/scripted-api.js';

/** An API, and a gateway whose server `api` is declared by its document. */
export interface ApiStage {
  readonly api: ScriptedApi;
  readonly gateway: TestGateway;
}

/** A document of an API at the origin that the document comes from. */
export function documentOf(paths: object, more: object = {}): object {
  return { openapi: '3.0.3', info: { title: 'API', version: '1' }, paths, ...more };
}

export async function apiStage(
  open: Keeper,
  document: object | string,
  entry: object = {},
  options: GatewayOptions = {},
): Promise<ApiStage> {
  const api = await open(ScriptedApi.start());
  const openapi = api.put('/openapi.json', document);
  const gateway = await open(startGateway({ mcpServers: { api: { openapi, ...entry } }, ...options }));
  return { api, gateway };
}

/** Declares the server `api` by its document at a gateway that tests share, until `open` closes it. */
export async function declareApi(
  open: Keeper,
  gateway: TestGateway,
  document: object | string,
  entry: object = {},
): Promise<ScriptedApi> {
  const api = await open(ScriptedApi.start());
  const openapi = api.put('/openapi.json', document);
  await open(declareServers(gateway, { api: { openapi, ...entry } }));
  return api;
}
