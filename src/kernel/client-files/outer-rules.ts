import { isJsonObject, type JsonObject } from '../json/json.js';
import { textsIn } from './member-values.js';

/** What a file says about a server outside of its entry. */
export interface OuterRule {
  readonly path: readonly string[];
  readonly disables?: true;
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
}

type RulesOf = (server: string) => readonly OuterRule[];

/** Lists of the servers to use, and of those not to use, by where clients keep them. */
const allowedServers = [['mcp', 'allowed'], ['allowMCPServers']] as const;
const excludedServers = [
  ['mcp', 'excluded'],
  ['excludeMCPServers'],
  ['disabledMcpServers'],
  ['disabledMcpjsonServers'],
] as const;

/** Rules of a whole file, by server. A rule for all servers, such as `"tools": { "*": false }`, is one of each. */
export function outerRules(document: JsonObject): RulesOf {
  const kinds = [listRules, openCodeRules, claudeRules, zedRules, agentRules];
  return (server) => kinds.flatMap((kind) => kind(document, server));
}

/** A server with what the file says about it elsewhere. Rules narrow what the server says itself. */
export function withOuterRules(server: JsonObject, rules: readonly OuterRule[]): JsonObject {
  return rules.reduce<JsonObject>((before, { disables, allow, deny = [] }) => {
    const tools = isJsonObject(before['tools']) ? before['tools'] : {};
    const { allow: own, deny: denied } = tools;
    const left =
      allow === undefined
        ? own
        : Array.isArray(own)
          ? own.filter((one) => allow.includes(String(one)))
          : allow;
    const gone = [...(Array.isArray(denied) ? (denied as unknown[]) : []), ...deny];
    const narrowed = {
      ...tools,
      ...(left === undefined ? {} : { allow: left }),
      ...(gone.length === 0 ? {} : { deny: gone }),
    };
    return {
      ...before,
      ...(Object.keys(narrowed).length === 0 ? {} : { tools: narrowed }),
      ...(disables === true ? { disabled: true } : {}),
    };
  }, server);
}

/** Gemini CLI and Claude Code name the servers that are used and those that are not. */
function listRules(document: JsonObject, server: string): OuterRule[] {
  const off = allowedServers.filter((path) => {
    const names = textsIn(at(document, path));
    return names !== undefined && !names.includes(server);
  });
  const excluded = excludedServers.filter((path) => textsIn(at(document, path))?.includes(server) === true);
  return [...off, ...excluded].map((path) => ({ path, disables: true as const }));
}

/** OpenCode: globs over `server_tool` that are `false`, or `deny`. */
function openCodeRules(document: JsonObject, server: string): OuterRule[] {
  if (!isJsonObject(document['mcp'])) return [];
  return (['tools', 'permission'] as const).flatMap((section) => {
    const rules = document[section];
    if (!isJsonObject(rules)) return [];
    return Object.entries(rules)
      .filter(([, value]) => value === false || value === 'deny')
      .flatMap(([glob]) => {
        const deny = remainders(glob, `${server.replace(/[^\w-]/g, '_')}_`);
        return deny.length === 0 ? [] : [{ path: [section, glob], deny }];
      });
  });
}

/** Globs for what may follow `prefix` in texts that `glob` matches: `*_rm` behind `a_` leaves `*_rm`, `_rm` and `rm`. */
function remainders(glob: string, prefix: string): string[] {
  // A star also stands for nothing.
  const withSkipped = (places: Iterable<number>) => {
    const all = new Set(places);
    for (const place of all) if (glob[place] === '*') all.add(place + 1);
    return all;
  };
  let places = withSkipped([0]);
  for (const character of prefix)
    places = withSkipped(
      [...places].flatMap((place) => {
        if (glob[place] === '*') return [place];
        return glob[place] === '?' || glob[place] === character ? [place + 1] : [];
      }),
    );
  return [...places].map((place) => glob.slice(place)).filter((rest) => rest !== '');
}

/** Claude Code: `mcp__server` and `mcp__server__tool` among what is denied. */
function claudeRules(document: JsonObject, server: string): OuterRule[] {
  const prefix = `mcp__${server.replace(/[^\w-]/g, '_')}`;
  const denied = textsIn(at(document, ['permissions', 'deny'])) ?? [];
  return denied.flatMap((name, index): OuterRule[] => {
    const path = ['permissions', 'deny', String(index)];
    if (name === prefix || name === `${prefix}__*`) return [{ path, disables: true }];
    return name.startsWith(`${prefix}__`) ? [{ path, deny: [name.slice(prefix.length + 2)] }] : [];
  });
}

/** Zed: `mcp:server:tool` among the permissions of its agent. */
function zedRules(document: JsonObject, server: string): OuterRule[] {
  const path = ['agent', 'tool_permissions', 'tools'];
  const tools = at(document, path);
  if (!isJsonObject(tools)) return [];
  return Object.entries(tools)
    .filter(
      ([name, rule]) => name.startsWith(`mcp:${server}:`) && isJsonObject(rule) && rule['default'] === 'deny',
    )
    .map(([name]) => ({ path: [...path, name], deny: [name.slice(`mcp:${server}:`.length)] }));
}

/** Amazon Q: the tools of an agent, `@server` or `@server/tool`. */
function agentRules(document: JsonObject, server: string): OuterRule[] {
  const tools = textsIn(document['tools']);
  if (tools === undefined || !isJsonObject(document['mcpServers'])) return [];
  if (tools.some((tool) => ['*', '@*', `@${server}`, `@${server}/*`].includes(tool))) return [];
  const path = ['tools'];
  const prefix = `@${server}/`;
  const allow = tools.filter((tool) => tool.startsWith(prefix)).map((tool) => tool.slice(prefix.length));
  return [allow.length === 0 ? { path, disables: true } : { path, allow }];
}

function at(document: JsonObject, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (isJsonObject(value) ? value[name] : undefined), document);
}
