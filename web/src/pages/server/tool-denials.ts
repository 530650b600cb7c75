import { isObject, type JsonSchema } from '../../schema-form/json-schema.ts';

function serverIn(config: unknown, server: string): JsonSchema | undefined {
  const servers = isObject(config) ? config['mcpServers'] : undefined;
  const found = isObject(servers) && Object.hasOwn(servers, server) ? servers[server] : undefined;
  return isObject(found) ? found : undefined;
}

function toolsOf(server: JsonSchema): JsonSchema {
  return isObject(server['tools']) ? server['tools'] : {};
}

function denials(tools: JsonSchema): readonly string[] {
  return Array.isArray(tools['deny']) ? tools['deny'].filter((one) => typeof one === 'string') : [];
}

/** Tools of a server that a config denies by their name; patterns are left to the editor. */
export function deniedTools(config: unknown, server: string): readonly string[] {
  const found = serverIn(config, server);
  return found === undefined ? [] : denials(toolsOf(found)).filter((one) => !/[*?]/.test(one));
}

/** The config with the tool denied, or no longer. A list that becomes empty goes. */
export function withTool(config: object, server: string, tool: string, on: boolean): object {
  const found = serverIn(config, server);
  if (found === undefined) return config;
  const others = denials(toolsOf(found)).filter((one) => one !== tool);
  const tools = withMember(toolsOf(found), 'deny', on ? others : [...others, tool]);
  const changed = withMember(found, 'tools', tools);
  const servers = (config as { readonly mcpServers: object }).mcpServers;
  return { ...config, mcpServers: { ...servers, [server]: changed } };
}

/** `object` with another member, or without it when there is nothing in it. */
function withMember(object: JsonSchema, name: string, value: object): JsonSchema {
  const kept = Object.entries(object).filter(([each]) => each !== name);
  return Object.fromEntries(Object.keys(value).length > 0 ? [...kept, [name, value]] : kept);
}
