import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import type { Fault } from '../../../kernel/problems/problem.js';
import { pointerTo } from '../../../platform/http/bodies/validate.js';
import { unsubstitutedFaults, substitutionFaults } from '../server-faults.js';
import { toolOfReference } from './hooks.schema.js';

/** What is wrong with the hooks of a config beyond the shape of their members. */
export function hookFaults({ policies, mcpServers }: JsonObject): Fault[] {
  const hooks = isJsonObject(policies) && Array.isArray(policies['hooks']) ? policies['hooks'] : [];
  const servers = isJsonObject(mcpServers) ? mcpServers : {};
  return (hooks as unknown[]).flatMap((hook, index) => {
    if (!isJsonObject(hook)) return [];
    const at = (member: string) => pointerTo(['policies', 'hooks', index, member]);
    const { secret, tool } = hook;
    return [
      ...unsubstitutedFaults(hook['url'], at('url')),
      ...(typeof secret === 'string' ? substitutionFaults(secret, at('secret')) : []),
      ...(typeof tool === 'string' ? toolFaults(tool, servers, at('tool')) : []),
    ];
  });
}

function toolFaults(reference: string, servers: JsonObject, pointer: string): Fault[] {
  const { server } = toolOfReference(reference);
  return Object.hasOwn(servers, server)
    ? []
    : [{ pointer, detail: `is a tool of "${server}", which is no server of this config` }];
}
