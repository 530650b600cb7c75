import { isJsonObject, type JsonObject } from '../json/json.js';
import { outerRules, type OuterRule } from './outer-rules.js';

/** One server of a client's file, before its members are read. */
export interface ClientEntry {
  readonly name: string;
  /** Where it stands in the file. */
  readonly path: readonly string[];
  readonly entry: unknown;
  readonly timeoutUnit?: 's' | 'ms';
  /** What the file says about the server outside of its entry. */
  readonly rules: readonly OuterRule[];
}

export interface ClientDocument {
  readonly entries: readonly ClientEntry[];
  /** VS Code's inputs: descriptions by id. */
  readonly inputs: ReadonlyMap<string, string>;
  /** Places of servers that are left alone, and why. */
  readonly passedOver: readonly { readonly path: readonly string[]; readonly text: string }[];
}

interface Section {
  readonly path: readonly string[];
  readonly timeoutUnit?: 's' | 'ms';
}

/** Members that hold nothing but servers. A file may have several. */
const sections: readonly Section[] = [
  { path: ['mcpServers'] },
  { path: ['servers'] },
  { path: ['context_servers'] },
  { path: ['mcp_servers'] },
  { path: ['amp.mcpServers'] },
  { path: ['mcp', 'servers'] },
  { path: ['mcp', 'mcpServers'] },
];

/** Members that hold servers in some clients and other things in others: they count where no section does. */
const looseSections: readonly Section[] = [{ path: ['mcp'] }, { path: ['extensions'], timeoutUnit: 's' }];

/** Members of Gemini CLI's `mcp`, which stands beside its servers and holds none. */
const settingsOfMcp: ReadonlySet<string> = new Set(['allowed', 'excluded', 'serverCommand', 'inputs']);

/**
 * The servers of a client's file, whichever client it is of; `undefined` when it holds none. `format`: YAML counts `timeout` of LibreChat
 * in milliseconds.
 */
export function parseClientDocument(
  document: unknown,
  format?: 'json' | 'yaml' | 'toml',
): ClientDocument | undefined {
  if (Array.isArray(document) && document.some(isServer)) return documentOf(listed(document, []), {}, {});
  if (!isJsonObject(document)) return undefined;
  const yaml = format === 'yaml' ? ({ timeoutUnit: 'ms' } as const) : {};
  const strict = sections.filter(({ path }) => holdsMembers(at(document, path)));
  const chosen =
    strict.length > 0 ? strict : looseSections.filter((one) => entriesAt(document, one).length > 0);
  if (chosen.length > 0) {
    const entries = chosen.flatMap((section) => {
      const { timeoutUnit } = { ...yaml, ...section };
      const unit = timeoutUnit === undefined ? {} : { timeoutUnit };
      return entriesAt(document, section).map((one) => ({ ...one, ...unit }));
    });
    return documentOf(entries, document, inputsHolder(document));
  }
  if (isServer(document)) return documentOf([{ name: nameOf(document), path: [], entry: document }], {}, {});
  const members = Object.entries(document).filter(([name]) => name !== '$schema');
  const isBare = members.length > 0 && members.every(([, entry]) => isServer(entry));
  return isBare
    ? documentOf(
        members.map(([name, entry]) => ({ name, path: [name], entry })),
        {},
        {},
      )
    : undefined;
}

type Found = Omit<ClientEntry, 'rules'>;

function documentOf(entries: readonly Found[], document: JsonObject, inputs: JsonObject): ClientDocument {
  const rulesOf = outerRules(document);
  return {
    entries: entries.map((entry) => ({ ...entry, rules: rulesOf(entry.name) })),
    inputs: inputsOf(inputs),
    passedOver: projectsOf(document),
  };
}

function entriesAt(document: JsonObject, { path }: Section): readonly Found[] {
  const value = at(document, path);
  if (Array.isArray(value)) return listed(value, path);
  if (!isJsonObject(value)) return [];
  const isLoose = path[0] === 'extensions' || (path[0] === 'mcp' && path.length === 1);
  return Object.entries(value)
    .filter(([name, entry]) => !isLoose || (isJsonObject(entry) && !settingsOfMcp.has(name)))
    .map(([name, entry]) => ({ name, path: [...path, name], entry }));
}

function listed(items: readonly unknown[], path: readonly string[]): readonly Found[] {
  return items.map((entry, index) => ({
    name: isJsonObject(entry) ? nameOf(entry) : String(index + 1),
    path: [...path, String(index)],
    entry,
  }));
}

function nameOf(entry: JsonObject): string {
  const name = entry['name'] ?? entry['id'] ?? entry['serverName'];
  return typeof name === 'string' ? name : 'server';
}

function isServer(value: unknown): value is JsonObject {
  return (
    isJsonObject(value) &&
    (['command', 'url', 'httpUrl', 'serverUrl', 'cmd', 'uri'] as const).some((member) => {
      const given = value[member];
      return (
        typeof given === 'string' || (member === 'command' && typeof given === 'object' && given !== null)
      );
    })
  );
}

function holdsMembers(value: unknown): boolean {
  return isJsonObject(value) || Array.isArray(value);
}

function at(document: JsonObject, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (isJsonObject(value) ? value[name] : undefined), document);
}

function inputsHolder(document: JsonObject): JsonObject {
  const { mcp } = document;
  return Array.isArray(document['inputs']) || !isJsonObject(mcp) ? document : mcp;
}

function inputsOf({ inputs }: JsonObject): ReadonlyMap<string, string> {
  const described = (Array.isArray(inputs) ? inputs : [])
    .filter(isJsonObject)
    .map(({ id, description }): [string, string] => [
      String(id),
      typeof description === 'string' ? description : String(id),
    ]);
  return new Map(described);
}

/** Claude Code keeps servers of single folders in the file of the user. */
function projectsOf({ projects }: JsonObject): ClientDocument['passedOver'] {
  if (!isJsonObject(projects)) return [];
  return Object.entries(projects).flatMap(([folder, project]) => {
    const servers = isJsonObject(project) && isJsonObject(project['mcpServers']) ? project['mcpServers'] : {};
    const names = Object.keys(servers);
    if (names.length === 0) return [];
    const text = `are for the folder ${folder} only and are left out (${names.join(', ')}): put them into a file of their own to import them`;
    return [{ path: ['projects', folder, 'mcpServers'], text }];
  });
}
