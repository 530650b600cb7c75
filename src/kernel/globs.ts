import { globMatcher } from './glob.js';

/** Patterns between two pauses: none takes longer than 50 µs at the lengths that are allowed. */
const atOnce = 20;
/** Longer texts fit no pattern: of what they would cost there is no end. */
export const maxGlobText = 1024;

/** Many patterns, of which those without wildcards cost nothing. */
export class Globs {
  private readonly words: ReadonlySet<string>;
  private readonly patterns: readonly ((text: string) => boolean)[];

  constructor(patterns: readonly string[]) {
    this.words = new Set(patterns.filter((pattern) => !/[*?]/.test(pattern)));
    this.patterns = patterns.filter((pattern) => !this.words.has(pattern)).map(globMatcher);
  }

  get isEmpty(): boolean {
    return this.words.size === 0 && this.patterns.length === 0;
  }

  /** Whether one of them matches, found in steps. */
  *matching(text: string): Generator<undefined, boolean> {
    if (text.length > maxGlobText) return false;
    if (this.words.has(text)) return true;
    for (const [index, matches] of this.patterns.entries()) {
      if (index % atOnce === atOnce - 1) yield undefined;
      if (matches(text)) return true;
    }
    return false;
  }
}
