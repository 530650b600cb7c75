import { maxGlobText } from '../../kernel/text/globs.js';
import { globMatcher } from '../../kernel/text/glob.js';
import { memoOf } from '../../platform/memo.js';
import type { ServerGrant } from './server-grant.js';

/** Names of tools whose answers are remembered at once. */
const maxTools = 10_000;

type Matcher = (name: string) => boolean;

let made = 0;

/** What the grants of one subject give of one server. */
export class GrantedServer {
  /** Tells it from all others of this process. */
  readonly id = ++made;
  /** Whether all of it may be used. */
  readonly isWhole: boolean;
  private readonly parts: readonly Matcher[];
  private readonly tools = memoOf<string, 'covered' | false>(maxTools);

  constructor(
    /** Whose grants they are, in words. */
    readonly by: string,
    grants: readonly ServerGrant[],
  ) {
    this.isWhole = grants.some(isForAllTools);
    this.parts = this.isWhole ? [] : grants.map(toolMatcher);
  }

  /** Whether they give a tool, by the server's name for it. */
  covers(tool: string): boolean {
    if (this.isWhole) return true;
    let found = this.tools.get(tool);
    if (found === undefined) {
      found = this.parts.some((covers) => covers(tool)) && 'covered';
      this.tools.set(tool, found);
    }
    return found !== false;
  }
}

/** Whether a name fits any of the globs. */
export function anyOf(patterns: readonly string[]): Matcher {
  const matchers = patterns.map(globMatcher);
  return (name) => matchers.some((matches) => matches(name));
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
