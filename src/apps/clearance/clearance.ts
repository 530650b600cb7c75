import type { GrantedServer } from './granted-server.js';
import { memoOf } from '../../platform/memo.js';
import type { SubjectGrants } from './subject-grants.js';

/** Handles whose answers are remembered at once. */
const maxHandles = 2000;

let made = 0;

/** What somebody may use of one server: what any of the subjects that they are gives. */
export class ServerClearance {
  /** Tells it from all others of this process. */
  readonly id = ++made;

  constructor(private readonly parts: readonly [GrantedServer, ...GrantedServer[]]) {}

  /** Whether all of it may be used. */
  get isWhole(): boolean {
    return this.parts.some(({ isWhole }) => isWhole);
  }

  /** Whose grant it is that gives the server. */
  get by(): string {
    return this.parts[0].by;
  }

  /** Whose grant gives a tool, by the server's name for it; `undefined`: none. */
  grantOf(tool: string): string | undefined {
    return this.parts.find((part) => part.covers(tool))?.by;
  }

  covers(tool: string): boolean {
    return this.parts.some((part) => part.covers(tool));
  }
}

/** What grants leave somebody of all servers. The same object for all whom the same grants name. */
export class Clearance {
  private readonly known = memoOf<string, ServerClearance | false>(maxHandles);

  constructor(
    private readonly parts: readonly SubjectGrants[],
    /** The same object for the same parts, whoever has them. */
    private readonly ofServer: (parts: readonly [GrantedServer, ...GrantedServer[]]) => ServerClearance,
  ) {}

  /** What may be used of a server; `undefined`: it may not be used. */
  at(handle: string): ServerClearance | undefined {
    let found = this.known.get(handle);
    if (found === undefined) {
      const [first, ...others] = this.parts.flatMap((part) => part.at(handle) ?? []);
      found = first === undefined ? false : this.ofServer([first, ...others]);
      this.known.set(handle, found);
    }
    return found === false ? undefined : found;
  }
}
