import type { AppPolicies, SharedPolicies } from '../../../apps/document/policies.schema.js';
import type { GatedServer } from './call-hook.js';

/**
 * Policies that bind the calls of a server, and who wrote them: the operator by the server's own names of tools, the app by those that its
 * callers use (`server__tool`).
 */
export type PolicyLayer =
  | { readonly by: 'operator'; readonly policies: SharedPolicies }
  | { readonly by: 'app'; readonly policies: AppPolicies };

const known = new WeakMap<GatedServer, readonly PolicyLayer[]>();

/** What binds the calls of a server: what the operator says of it, then what the app says. The same list for the same server. */
export function policyLayersOf(server: GatedServer): readonly PolicyLayer[] {
  let layers = known.get(server);
  if (layers === undefined) known.set(server, (layers = layersOf(server)));
  return layers;
}

/** Where the policies of an author stand: an RFC 6901 pointer into the config of the app, or into the operator's file. */
export function placeOfPolicies(by: PolicyLayer['by'], { published, definition }: GatedServer): string {
  return by === 'app' ? '/policies' : `/mcpServers/${(published?.definition ?? definition).name}/policies`;
}

function layersOf({ definition, published, app }: GatedServer): readonly PolicyLayer[] {
  const { policies } = published?.definition ?? definition;
  return [
    ...(policies === undefined ? [] : [{ by: 'operator', policies } as const]),
    ...(app === undefined ? [] : [{ by: 'app', policies: app.policies } as const]),
  ];
}
