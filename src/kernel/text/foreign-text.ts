/**
 * Where text that others wrote meets expressions of ours. Whatever looks at such text takes a time that grows with its length and no
 * faster: no expression reads from one place to the end and then again from the next place. `test/reliability/apps/foreign-text.spec.ts` feeds all of them.
 */

/** Characters of a text by which it is judged: what tells a credential or a path stands at its beginning. */
const judgedCharacters = 1024;

/** The part of a text that is judged. */
export function openingOf(text: string): string {
  return text.length > judgedCharacters ? text.slice(0, judgedCharacters) : text;
}

const shownCharacters = 100;

/** A piece of foreign text as it may stand in a sentence. */
export function quotable(text: string): string {
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
}

/** Puts `replacement` of what stands between in place of each `${…}`, from the left and once: what comes of it is not looked at again. */
export function replaceSubstitutions(
  text: string,
  replacement: (within: string, whole: string) => string,
): string {
  let replaced = '';
  let done = 0;
  for (let at = text.indexOf('${'); at >= 0; at = text.indexOf('${', done)) {
    const end = text.indexOf('}', at + 2);
    if (end < 0) break;
    replaced += text.slice(done, at) + replacement(text.slice(at + 2, end), text.slice(at, end + 1));
    done = end + 1;
  }
  return replaced + text.slice(done);
}

/** Every `${…}` in `text`, whole. */
export function substitutionsIn(text: string): string[] {
  const found: string[] = [];
  replaceSubstitutions(text, (_, whole) => {
    found.push(whole);
    return '';
  });
  return found;
}
