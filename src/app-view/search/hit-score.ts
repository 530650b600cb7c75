/** Something that can be found, in lower case: what it is called, and what is said of it. */
export interface Findable {
  readonly names: readonly string[];
  readonly about: string;
}

/** The words of a query; as many as a person types. */
export function queryWords(query: string): readonly string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8);
}

/** How well something fits all of the words; 0 when one of them is nowhere in it. */
export function scoreOf(words: readonly string[], found: Findable): number {
  let sum = 0;
  for (const word of words) {
    const score = bestOf(word, found);
    if (score === 0) return 0;
    sum += score;
  }
  return sum;
}

function bestOf(word: string, { names, about }: Findable): number {
  let best = about.includes(word) ? 1 : 0;
  for (const name of names) {
    const at = name.indexOf(word);
    if (at < 0) continue;
    // Of two that begin alike the shorter one was meant.
    const score = name === word ? 100 : placeScore(name, word, at) - Math.min(9, name.length / 16);
    best = Math.max(best, score);
  }
  return best;
}

function placeScore(name: string, word: string, at: number): number {
  if (at === 0) return 60;
  return beginsWord(name, word, at) ? 40 : 20;
}

/** Whether the word stands at the beginning of one in the name: `file` in `read_file`, and not in `profile`. */
function beginsWord(name: string, word: string, first: number): boolean {
  for (let at = first; at > 0; at = name.indexOf(word, at + 1))
    if (!/[\p{L}\p{N}]/u.test(name.charAt(at - 1))) return true;
  return false;
}
