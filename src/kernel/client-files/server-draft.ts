import { isJsonObject, type JsonObject } from '../json/json.js';

/**
 * What becomes of a member that a server of the gateway does not have: `note`: it matters to the client's own window only; `warning`:
 * it is not taken over, and the server works in another way than before; `disables`: it is a rule that the gateway cannot apply, so the
 * server is taken over disabled; `refuses`: without it there is no server.
 */
export type ClientNoteEffect = 'note' | 'warning' | 'disables' | 'refuses';

export interface ClientNote {
  /** The member, below the server. */
  readonly path: readonly string[];
  readonly effect: ClientNoteEffect;
  /** A sentence without its subject: `is not taken over: …`. */
  readonly text: string;
}

/** A server of a client's file in the members of the gateway. */
export interface ClientServer {
  readonly server: JsonObject;
  /** Tools before which the client asks its person because the file says so; `*` for all. */
  readonly askBefore: readonly string[];
  readonly notes: readonly ClientNote[];
  /** Members that no client of the table has. */
  readonly unknown: readonly string[];
}

/** Collects the members of one server while they are read. Rules add up and never replace each other. */
export class ServerDraft {
  readonly members: Record<string, unknown> = {};
  readonly headers: Record<string, string> = {};
  readonly env: Record<string, string> = {};
  readonly auth: Record<string, unknown> = {};
  readonly overrides: Record<string, JsonObject> = {};
  readonly args: string[] = [];
  readonly denied: string[] = [];
  readonly askBefore: string[] = [];
  readonly notes: ClientNote[] = [];
  readonly unknown: string[] = [];
  /** Tools that are left; each list of them narrows the one before. */
  private allowed: readonly string[] | undefined;
  private isDisabled = false;

  constructor(
    readonly entry: JsonObject,
    /** What the file counts `timeout` in, where its form says so. */
    readonly timeoutUnit: 's' | 'ms' | undefined,
    /** The name of the server in the file. */
    private readonly name: string | undefined,
  ) {}

  /** A member in the gateway's own form. Of several addresses the first counts. */
  keep(name: string, value: unknown): void {
    this.members[name] ??= value;
  }

  disable(): void {
    this.isDisabled = true;
  }

  allow(names: readonly string[]): void {
    if (names.includes('*')) return;
    const former = this.allowed;
    this.allowed = former === undefined ? names : names.filter((name) => former.includes(name));
  }

  note(name: string, effect: ClientNoteEffect, text: string): void {
    this.noteAt([name], effect, text);
  }

  noteAt(path: readonly string[], effect: ClientNoteEffect, text: string): void {
    this.notes.push({ path, effect, text });
    if (effect === 'disables') this.isDisabled = true;
  }

  finished(): ClientServer {
    const { members, askBefore, notes, unknown } = this;
    const auth = isJsonObject(members['auth']) ? {} : this.mergedAuth();
    const server = {
      ...members,
      ...(this.args.length === 0 ? {} : { args: members['args'] ?? this.args }),
      ...this.merged('headers', this.headers),
      ...this.merged('env', this.env),
      ...auth,
      ...this.merged('overrides', this.overrides),
      ...this.tools(),
      ...(this.isDisabled ? { disabled: true } : {}),
    };
    return { server, askBefore, notes, unknown };
  }

  /** What was read of a member that the entry may have in the gateway's own form as well. */
  private merged(name: string, read: JsonObject): JsonObject {
    const own = this.members[name];
    return Object.keys(read).length === 0 ? {} : { [name]: { ...read, ...(isJsonObject(own) ? own : {}) } };
  }

  private mergedAuth(): JsonObject {
    if (Object.keys(this.auth).length === 0) return {};
    const isKeyed = [this.headers, this.members['headers']].some(
      (headers) =>
        isJsonObject(headers) && Object.keys(headers).some((name) => name.toLowerCase() === 'authorization'),
    );
    const isLocal = this.members['command'] !== undefined;
    if (!isKeyed && !isLocal) return { auth: { type: 'oauth', for: 'user', ...this.auth } };
    const reason = isLocal ? 'the server runs a command' : 'a header already carries the credential';
    this.note('auth', 'warning', `is not taken over: ${reason}`);
    return {};
  }

  private tools(): JsonObject {
    const { allowed, denied, members } = this;
    const own = isJsonObject(members['tools']) ? members['tools'] : {};
    if (allowed === undefined && denied.length === 0) return {};
    const narrowed = allowed === undefined ? {} : this.narrowed(own['allow'], allowed);
    const deny = [
      ...(Array.isArray(own['deny']) ? (own['deny'] as unknown[]) : []),
      ...denied.flatMap((tool) => this.bothNames(tool)),
    ];
    return { tools: { ...own, ...narrowed, ...(deny.length === 0 ? {} : { deny: [...new Set(deny)] }) } };
  }

  /** MCPHub and others put the server's name before that of its tool: both are denied. */
  private bothNames(tool: string): string[] {
    const { name } = this;
    if (name === undefined || !tool.startsWith(name)) return [tool];
    const [, rest] = /^(?:__|[-_:/.])(.+)$/s.exec(tool.slice(name.length)) ?? [];
    return rest === undefined ? [tool] : [tool, rest];
  }

  private narrowed(own: unknown, allowed: readonly string[]): JsonObject {
    return { allow: Array.isArray(own) ? allowed.filter((name) => own.includes(name)) : allowed };
  }
}
