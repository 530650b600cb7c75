import { maxGlobText } from '../../kernel/text/globs.js';
import { globMatcher } from '../../kernel/text/glob.js';
import { memoOf } from './memo.js';
import { subjectOf, type ServerGrant } from './server-grant.js';

/** Names whose answers are remembered at once. */
const maxHandles = 2000;
const maxTools = 10_000;

/** Where a grant stands in the list of its account. */
export interface PlacedGrant {
  readonly place: number;
  readonly grant: ServerGrant;
}

type Matcher = (name: string) => boolean;

let made = 0;

/** What somebody may use of one server: what any of these grants gives. */
export class ServerClearance {
  /** Tells it from all others of this process. */
  readonly id = ++made;
  /** Whether all of it may be used. */
  readonly isWhole: boolean;
  private readonly parts: readonly { readonly of: string; readonly covers: Matcher }[];
  private readonly tools = memoOf<string, string | false>(maxTools);

  constructor(grants: readonly PlacedGrant[]) {
    this.parts = grants.map(({ grant }) => ({ of: subjectOf(grant), covers: toolMatcher(grant) }));
    this.isWhole = grants.some(({ grant }) => isForAllTools(grant));
  }

  /** Whose grant it is that gives the server. */
  get by(): string {
    return this.parts[0]?.of ?? '';
  }

  /** Whose grant gives a tool, by the server's name for it; `undefined`: none. */
  grantOf(tool: string): string | undefined {
    let found = this.tools.get(tool);
    if (found === undefined) {
      found = this.parts.find(({ covers }) => covers(tool))?.of ?? false;
      this.tools.set(tool, found);
    }
    return found === false ? undefined : found;
  }

  covers(tool: string): boolean {
    return this.grantOf(tool) !== undefined;
  }
}

/** What grants leave somebody of all servers. The same object for all whom the same grants name. */
export class Clearance {
  private readonly servers: readonly { readonly placed: PlacedGrant; readonly matches: Matcher }[];
  private readonly known = memoOf<string, ServerClearance | false>(maxHandles);

  constructor(
    grants: readonly PlacedGrant[],
    /** The same object for the same grants, whoever has them. */
    private readonly ofServer: (grants: readonly PlacedGrant[]) => ServerClearance,
  ) {
    this.servers = grants.map((placed) => ({ placed, matches: anyOf(placed.grant.servers) }));
  }

  /** What may be used of a server; `undefined`: it may not be used. */
  at(handle: string): ServerClearance | undefined {
    let found = this.known.get(handle);
    if (found === undefined) {
      const grants = this.servers.filter(({ matches }) => matches(handle)).map(({ placed }) => placed);
      found = grants.length === 0 ? false : this.ofServer(grants);
      this.known.set(handle, found);
    }
    return found === false ? undefined : found;
  }
}

function isForAllTools({ tools = {} }: ServerGrant): boolean {
  return tools.allow === undefined && (tools.deny ?? []).length === 0;
}

function toolMatcher({ tools: { allow, deny = [] } = {} }: ServerGrant): Matcher {
  const allows = allow === undefined ? () => true : anyOf(allow);
  const denies = anyOf(deny);
  // No pattern fits what is so long, so nobody could have denied it.
  return (name) =>
    (name.length <= maxGlobText || (allow ?? deny).length === 0) && allows(name) && !denies(name);
}

function anyOf(patterns: readonly string[]): Matcher {
  const matchers = patterns.map(globMatcher);
  return (name) => matchers.some((matches) => matches(name));
}
