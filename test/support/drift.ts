import type { Answer, GatewayClient, Json } from './clients/gateway-client.js';
import { toolsOf, type TestApp } from './clients/sdk-apps.js';

/** How the tools of the app `shop` differ from what is pinned. */
export const drift = (owner: GatewayClient) => owner.json('/api/cli/apps/shop/tools/drift');
/** Accepts them. */
export const accept = (owner: GatewayClient, body: Json = {}) =>
  owner.json('/api/cli/apps/shop/tools/accept', { body });
/** The changes of all servers in either answer. */
export const changesOf = ({ body }: Answer) =>
  (body['servers'] as { changes: Json[] }[]).flatMap(({ changes }) => changes);

/** Names that are listed, through the SDK and through the server itself. */
export async function listed(app: TestApp): Promise<string[][]> {
  const direct = await app.mcp('shop.one', 'tools');
  return [await app.names(), toolsOf(direct).map(({ name }) => String(name))];
}
