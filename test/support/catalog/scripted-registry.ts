import { ScriptedHost, sendJson } from './scripted-host.js';

export interface RegistryEntry {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly status?: 'active' | 'deprecated' | 'deleted';
  readonly packages?: readonly object[];
  readonly remotes?: readonly object[];
}

/** A registry of MCP servers that speaks the API of the official one, with entries that tests put there. */
export class ScriptedRegistry {
  private constructor(
    readonly host: ScriptedHost,
    public entries: RegistryEntry[],
  ) {}

  static async start(...entries: RegistryEntry[]): Promise<ScriptedRegistry> {
    const registry = new ScriptedRegistry(await ScriptedHost.start(), entries);
    registry.host.script = ({ pathname, searchParams }, res) => {
      const [, , , name, , version] = pathname.split('/').map(decodeURIComponent);
      if (name === undefined) {
        const words = searchParams.get('search') ?? '';
        const found = registry.entries.filter((entry) => entry.name.includes(words));
        const from = Number(searchParams.get('cursor') ?? 0);
        const end = from + Number(searchParams.get('limit') ?? 30);
        const nextCursor = end < found.length ? { nextCursor: String(end) } : {};
        sendJson(res, {
          servers: found.slice(from, end).map(answerOf),
          metadata: { count: 1, ...nextCursor },
        });
        return;
      }
      const entry = registry.entries.find(
        (one) => one.name === name && (version === 'latest' || one.version === version),
      );
      if (entry === undefined) res.writeHead(404).end('{"error":"Server not found"}');
      else sendJson(res, answerOf(entry));
    };
    return registry;
  }

  get origin(): string {
    return this.host.origin;
  }

  close(): Promise<void> {
    return this.host.close();
  }
}

/** An entry with a package of npm that has a stdio server. */
export function npmEntry(
  name: string,
  identifier: string,
  more: object = {},
  version = '1.0.0',
): RegistryEntry {
  const transport = { type: 'stdio' };
  return { name, version, packages: [{ registryType: 'npm', identifier, version, transport, ...more }] };
}

function answerOf({ status = 'active', description = 'Scripted', ...server }: RegistryEntry): object {
  const mark = { status, publishedAt: '2026-01-01T00:00:00Z', isLatest: true };
  return { server: { description, ...server }, _meta: { 'io.modelcontextprotocol.registry/official': mark } };
}
