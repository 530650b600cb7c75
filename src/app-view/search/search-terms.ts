const stopWords = new Set(
  [
    'a an the of to in on at by for from with and or not no is are was were be been being do does did',
    'i me my we us our you your it its he she his her they them their this that these those there here',
    'what which who whom whose where when how why can could would should will shall may might must has had have',
    'please want need let some any all someone somebody something anything everything as if so than then into out up about',
  ].flatMap((line) => line.split(' ')),
);

/** A run of letters or of digits; `camelCase` and `HTTPServer` come apart at their capitals. */
const word = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|\p{Lo}+/gu;

/** The words of a text in lower case: `get_userName-2` is get, user, name, 2. */
export function wordsOf(text: string): string[] {
  return (text.match(word) ?? []).map((found) => found.toLowerCase());
}

/** The words of a text that say something, reduced to their stems. */
export function termsOf(text: string): string[] {
  return wordsOf(text)
    .filter((found) => !stopWords.has(found))
    .map(stem);
}

/** Whether a word is too common to look for. */
export function isStopWord(found: string): boolean {
  return stopWords.has(found);
}

/** Longer words are no English ones, and stay as they are. */
const longestWord = 40;

/** Takes English endings off: plural, -ing, -ed, final -e and -y. Not linguistics; files, file and filing only have to meet. */
export function stem(found: string): string {
  if (found.length <= 3 || found.length > longestWord || /\d/.test(found)) return found;
  let rest = singular(found);
  const verb = rest.replace(/(?:ing|ed)$/, '');
  if (verb !== rest && verb.length >= 3 && /[aeiouy]/.test(verb))
    rest = /([bdfgkmnprt])\1$/.test(verb) ? verb.slice(0, -1) : verb;
  if (rest.length > 3 && rest.endsWith('e')) return rest.slice(0, -1);
  return rest.length > 3 && rest.endsWith('y') ? `${rest.slice(0, -1)}i` : rest;
}

function singular(found: string): string {
  if (found.endsWith('ies') && found.length > 4) return `${found.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh|z)es$/.test(found)) return found.slice(0, -2);
  return found.endsWith('s') && !/(?:ss|us|is)$/.test(found) ? found.slice(0, -1) : found;
}
