const longest = 64;
/** So many names of about the length are compared at most: they may be somebody else's making. */
const mostCompared = 500;

/** The one of `names` that `name` was probably meant to be: a typo or two away, in any case and with any separators. */
export function nearestOf(name: string, names: readonly string[]): string | undefined {
  if (name.length > longest) return undefined;
  const plain = plainOf(name);
  const allowed = plain.length <= 5 ? 1 : 2;
  const [best] = names
    .filter((candidate) => candidate.length <= longest)
    .map((candidate) => ({ candidate, letters: plainOf(candidate) }))
    .filter(({ letters }) => Math.abs(letters.length - plain.length) <= allowed)
    .slice(0, mostCompared)
    .map(({ candidate, letters }) => ({ candidate, typos: typosBetween(plain, letters) }))
    .filter(({ typos }) => typos <= allowed)
    .sort((a, b) => a.typos - b.typos);
  return best?.candidate;
}

/** ` Did you mean "x"?`, to go behind a sentence that says that there is no such name; nothing when no name is near. */
export function suggestion(name: string, names: readonly string[]): string {
  const nearest = nearestOf(name, names);
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
}

function plainOf(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, '');
}

/** Letters that are missing, too many, wrong or swapped with their neighbour (optimal string alignment). */
function typosBetween(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = [...Array(b.length + 1).keys()];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? a.length;
}
