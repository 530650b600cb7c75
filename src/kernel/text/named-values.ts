/** Where a value stands in a text. */
interface NamedValue {
  readonly start: number;
  readonly end: number;
  /** Between quotation marks, and not a number, an object or a list. */
  readonly isText: boolean;
}

/** A member whose name tells of a secret, as far as its value; of a string of JSON within one within one the quotation marks have seven slashes. */
const member =
  /(?:passw(?:or)?d|passphrase|secret|credential|(?:api|access|private|secret)[-_]?key|(?<!page|page[-_]|next|next[-_]|sync|sync[-_])token)(s?)(\\{0,7})(["'])\s{0,3}:\s{0,3}/gi;
const number = /-?\d[\d.eE+-]*/y;

/**
 * A text with what `changed` makes of the values of members that tell of a secret, in JSON that is part of the text, also where that is a
 * string of JSON again; a value that is no text is written as one. In a time that grows with the length of the text.
 */
export function withNamedValues(text: string, changed: (value: string) => string): string {
  let left = '';
  let from = 0;
  member.lastIndex = 0;
  for (let found = member.exec(text); found !== null; found = member.exec(text)) {
    const [, plural = '', slashes = '', mark = ''] = found;
    const value = valueAt(text, member.lastIndex, { slashes, mark, isPlural: plural !== '' });
    if (value === undefined) continue;
    const { start, end, isText } = value;
    const shown = changed(text.slice(start, end));
    const quote = isText ? '' : slashes + mark;
    left += text.slice(from, start) + quote + shown + quote;
    from = member.lastIndex = end;
  }
  return left + text.slice(from);
}

/** `undefined` for what is no secret: true, false, null, and a number of several. */
function valueAt(
  text: string,
  at: number,
  {
    slashes,
    mark,
    isPlural,
  }: { readonly slashes: string; readonly mark: string; readonly isPlural: boolean },
): NamedValue | undefined {
  const quote = slashes + mark;
  if (text.startsWith(quote, at)) {
    const start = at + quote.length;
    return { start, end: endOfText(text, start, slashes.length, mark), isText: true };
  }
  const first = text.charAt(at);
  if (first === '{' || first === '[')
    return { start: at, end: endOfNested(text, at, slashes.length, mark), isText: false };
  number.lastIndex = at;
  if (isPlural || !number.test(text)) return undefined;
  return { start: at, end: number.lastIndex, isText: false };
}

/** Where a string ends that begins at `from`: one that is cut off ends with the text. */
function endOfText(text: string, from: number, slashes: number, mark: string): number {
  for (let at = text.indexOf(mark, from); at >= 0; at = text.indexOf(mark, at + 1)) {
    let before = 0;
    while (at - before > from && text.charAt(at - before - 1) === '\\') before++;
    if (before % (2 * (slashes + 1)) === slashes) return at - slashes;
  }
  return text.length;
}

/** Where the object or list ends that begins at `from`. */
function endOfNested(text: string, from: number, slashes: number, mark: string): number {
  const sign = mark === '"' ? /["[\]{}]/g : /['[\]{}]/g;
  sign.lastIndex = from;
  let depth = 0;
  for (let found = sign.exec(text); found !== null; found = sign.exec(text)) {
    const [character] = found;
    if (character === mark)
      sign.lastIndex = endOfText(text, sign.lastIndex, slashes, mark) + slashes + mark.length;
    else depth += character === '{' || character === '[' ? 1 : -1;
    if (depth === 0) return sign.lastIndex;
  }
  return text.length;
}
