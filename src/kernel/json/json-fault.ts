/** What a reader of JSON complains of. */
export interface JsonComplaint {
  /** As jsonc-parser names it, for example `CommaExpected`. */
  readonly code: string;
  /** Where the part begins that it did not expect. */
  readonly offset: number;
  readonly length: number;
}

/** Where a text stops being JSON, and what to do there. */
export interface JsonFault {
  readonly offset: number;
  readonly text: string;
}

/** What to do where a part cannot be as it stands. */
const atPart: Readonly<Record<string, string>> = {
  PropertyNameExpected: 'the name of a member, in double quotes, must stand here',
  EndOfFileExpected: 'the value ends before this: only one may stand in the file',
  InvalidNumberFormat: 'this number is not written as JSON writes numbers',
  UnexpectedEndOfNumber: 'this number is not written as JSON writes numbers',
  UnexpectedEndOfComment: 'the comment that begins here is not closed: */ is missing',
  UnexpectedEndOfString: 'the text that begins here is not closed: a " is missing before the end of the line',
  InvalidUnicode: 'four hexadecimal digits must follow \\u in this text',
  InvalidEscapeCharacter: 'a \\ in this text stands alone: write \\\\ for a backslash, as in C:\\\\Users',
  InvalidCharacter: 'a control character stands in this text: write \\n for a new line and \\t for a tab',
};

/** What is missing, which belongs behind the part before. */
const behindPart: Readonly<Record<string, string>> = {
  CommaExpected: 'a comma is missing after',
  ColonExpected: 'a colon is missing after',
  CloseBraceExpected: 'a } is missing after',
  CloseBracketExpected: 'a ] is missing after',
  ValueExpected: 'a value is missing after',
};

/** Says it in words, without showing values: they may be secret. `text` is without comments, each replaced by as many blanks. */
export function jsonFault(text: string, { code, offset, length }: JsonComplaint): JsonFault {
  if (code === 'InvalidSymbol') return { offset, text: wordFault(text.slice(offset), length) };
  const missing = behindPart[code];
  if (missing === undefined) return { offset, text: atPart[code] ?? 'this cannot be read' };
  const before = text.slice(0, offset).trimEnd();
  if (before === '') return { offset, text: 'there is nothing: {} is the least that may stand in the file' };
  return { offset: before.length, text: `${missing} ${partAtEnd(before)}` };
}

function wordFault(rest: string, length: number): string {
  const word = rest.slice(0, length);
  if (/^['`]/.test(word)) return 'texts stand in double quotes: " instead of this';
  if (/^\s*:/.test(rest.slice(length))) return `names of members stand in double quotes: "${word}"`;
  return 'this is no value: only texts in double quotes, numbers, true, false, null, {…} and […] are';
}

/** The last part of a text, by the name of its member where it has one. */
function partAtEnd(before: string): string {
  const last = before.at(-1) ?? '';
  if ('{}[],'.includes(last)) return last === ',' ? 'the comma' : `the ${last}`;
  const begin = last === ':' ? before.length - 1 : beginOfValue(before);
  const colon = last === ':' ? begin : endBefore(before, begin) - 1;
  const close = endBefore(before, colon) - 1;
  if (before[colon] !== ':' || before[close] !== '"') return 'this';
  const name = short(before.slice(beginOfText(before, close) + 1, close));
  return last === ':' ? `"${name}":` : `the value of "${name}"`;
}

/** Where the text, number or word begins that a text ends with. */
function beginOfValue(text: string): number {
  if (text.endsWith('"')) return beginOfText(text, text.length - 1);
  let begin = text.length;
  while (begin > 0 && !/[\s",:{}[\]]/.test(text[begin - 1] ?? '')) begin--;
  return begin;
}

/** Where the text begins that is closed there: at a quotation mark without a backslash of its own. */
function beginOfText(text: string, close: number): number {
  let open = close;
  do open = open <= 0 ? -1 : text.lastIndexOf('"', open - 1);
  while (open >= 0 && isEscaped(text, open));
  return open;
}

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text[first - 1] === '\\') first--;
  return (at - first) % 2 === 1;
}

/** The end of what stands before a place, without the blanks between. */
function endBefore(text: string, at: number): number {
  let end = at;
  while (end > 0 && (text[end - 1] ?? '').trim() === '') end--;
  return end;
}

function short(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name;
}
