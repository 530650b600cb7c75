import { globMatcher } from '../../kernel/text/glob.js';
import { Globs } from '../../kernel/text/globs.js';
import type { CallerKind, CallerName, CallerIdentity } from './caller-identity.js';

/** Who wrote the patterns: an account about its own callers, or the operator about callers of any account. */
export type PatternAuthor = 'app' | 'operator';

/** By what a caller is meant: a name that counts, or one that is only claimed, which may restrict the caller and never let it do more. */
export type CallerMatch = 'known' | 'claimed' | undefined;

/** A pattern in its parts: `acme/user:*@acme.example`. */
const form = /^(?:([^/:]+)\/)?(user|role|key|client):(.*)$/s;

/** Whether a pattern says which accounts it is about. */
export function namesAccountOf(pattern: string): boolean {
  return pattern === '*' || form.exec(pattern)?.[1] !== undefined;
}

/** Patterns of one kind of name in one account. */
interface PatternGroup {
  /** Matches the slug or id of the account; `undefined`: the author's own. */
  readonly account: ((text: string) => boolean) | undefined;
  /** `undefined`: of any kind, written before each pattern named its kind. */
  readonly kind: CallerKind | undefined;
  readonly globs: Globs;
}

/** Globs for callers, such as `user:*@corp.example`, `role:admin` or, of the operator, `acme/key:ci`. */
export class CallerPatterns {
  private readonly isForAll: boolean;
  private readonly groups: readonly PatternGroup[];

  constructor(
    patterns: readonly string[],
    private readonly author: PatternAuthor,
  ) {
    this.isForAll = patterns.includes('*');
    const lists = new Map<string, { account?: string; kind?: CallerKind; globs: string[] }>();
    for (const pattern of patterns) {
      const [, account, kind, glob = pattern] = form.exec(pattern) ?? [];
      const key = `${account ?? ''}/${kind ?? ''}`;
      const list = lists.get(key) ?? {
        ...(account === undefined ? {} : { account }),
        ...(kind === undefined ? {} : { kind: kind as CallerKind }),
        globs: [],
      };
      // Addresses are kept and compared in lower case.
      list.globs.push(kind === 'user' ? glob.toLowerCase() : glob);
      lists.set(key, list);
    }
    this.groups = [...lists.values()].map(({ account, kind, globs }) => ({
      account: account === undefined ? undefined : globMatcher(account),
      kind,
      globs: new Globs(globs),
    }));
  }

  /** Whether a caller is meant, and by what, found in steps. */
  *matching(caller: CallerIdentity): Generator<undefined, CallerMatch> {
    if (this.isForAll) return 'known';
    let match: CallerMatch;
    for (const group of this.groups) {
      yield undefined;
      if (!this.isIn(group, caller)) continue;
      for (const name of caller.names) {
        if (group.kind !== undefined && group.kind !== name.kind) continue;
        const text = group.kind === undefined ? `${name.kind}:${name.value}` : name.value;
        if (!(yield* group.globs.matching(text))) continue;
        if (this.counts(name)) return 'known';
        match = 'claimed';
      }
    }
    return match;
  }

  /** Names are valid in the account of the caller only: without one, the operator means the operator's. */
  private isIn({ account: matches }: PatternGroup, { account }: CallerIdentity): boolean {
    if (matches === undefined) return this.author === 'app' || account.operator;
    return matches(account.slug) || matches(account.id);
  }

  private counts({ trust }: CallerName): boolean {
    return trust === 'known' || (trust === 'invited' && this.author === 'app');
  }
}
