const longest = 64;
/** So many names of about the length are compared at most: they may be somebody else's making. */
const mostCompared = 500;

/** The one of `names` that `name` was probably meant to be: a typo or two away, in any case and with any separators. */
export function nearestOf(name: string, names: Iterable<string>): string | undefined {
  if (name.length > longest) return undefined;
  const plain = plainOf(name);
  const allowed = plain.length <= 5 ? 1 : 2;
  let best: string | undefined;
  let fewest = allowed + 1;
  let compared = 0;
  for (const candidate of names) {
    if (candidate.length > longest || candidate.length < plain.length - allowed) continue;
    const letters = plainOf(candidate);
    if (Math.abs(letters.length - plain.length) > allowed) continue;
    const typos = typosBetween(plain, letters, allowed);
    if (typos < fewest) [best, fewest] = [candidate, typos];
    if (++compared >= mostCompared) break;
  }
  return best;
}

/** ` Did you mean "x"?`, to go behind a sentence that says that there is no such name; nothing when no name is near. */
export function suggestion(name: string, names: Iterable<string>): string {
  const nearest = nearestOf(name, names);
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
}

function plainOf(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, '');
}

/** Letters that are missing, too many, wrong or swapped with their neighbour (optimal string alignment); not counted on beyond `most`. */
function typosBetween(a: string, b: string, most: number): number {
  let beforeLast: number[] = [];
  let fewestBefore = 0;
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let fewest = i;
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const typos = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[j - 2] ?? 0) + 1 : Infinity,
      );
      row[j] = typos;
      fewest = Math.min(fewest, typos);
    }
    // A swap looks back two rows, nothing further.
    if (fewest > most && fewestBefore > most) return fewest;
    fewestBefore = fewest;
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? a.length;
}
