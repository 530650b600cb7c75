/**
 * Whether `text` matches `pattern`, where `*` stands for any run of characters and `?` for one.
 * Linear in the product of the lengths, so that a tenant's pattern cannot stall the process as a regular expression can.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  let p = 0;
  let t = 0;
  let star = -1;
  let resume = 0;
  while (t < text.length) {
    if (pattern[p] === '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.length && (pattern[p] === '?' || pattern[p] === text[t])) {
      p++;
      t++;
    } else if (star >= 0) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (pattern[p] === '*') p++;
  return p === pattern.length;
}

/** The same for many texts: what cannot match is told apart by the pattern's longest run without wildcards, and by its ends. */
export function globMatcher(pattern: string): (text: string) => boolean {
  const runs = pattern.split(/[*?]+/);
  const [head = ''] = runs;
  const tail = runs.length === 1 ? '' : (runs.at(-1) ?? '');
  const core = runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '');
  return (text) =>
    text.startsWith(head) && text.endsWith(tail) && text.includes(core) && matchesGlob(pattern, text);
}
