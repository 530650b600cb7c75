import { globMatcher } from './glob.js';

/** Patterns between two pauses: none takes longer than 50 µs at the lengths that are allowed. */
const atOnce = 20;
/** Longer texts fit no pattern: of what they would cost there is no end. */
export const maxGlobText = 1024;

/** Many patterns, of which those without wildcards cost nothing. */
export class Globs {
  private readonly words: ReadonlySet<string>;
  private readonly patterns: readonly (readonly [string, (text: string) => boolean])[];

  constructor(patterns: readonly string[]) {
    this.words = new Set(patterns.filter((pattern) => !/[*?]/.test(pattern)));
    this.patterns = patterns
      .filter((pattern) => !this.words.has(pattern))
      .map((pattern) => [pattern, globMatcher(pattern)] as const);
  }

  get isEmpty(): boolean {
    return this.words.size === 0 && this.patterns.length === 0;
  }

  /** Whether one of them matches, found in steps. */
  *matching(text: string): Generator<undefined, boolean> {
    return (yield* this.matched(text)) !== undefined;
  }

  /** One that matches, found in steps. */
  *matched(text: string): Generator<undefined, string | undefined> {
    if (text.length > maxGlobText) return undefined;
    if (this.words.has(text)) return text;
    for (const [index, [pattern, matches]] of this.patterns.entries()) {
      if (index % atOnce === atOnce - 1) yield undefined;
      if (matches(text)) return pattern;
    }
    return undefined;
  }
}
