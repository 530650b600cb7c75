import { endOfString } from './number-text.mjs';

/** So many characters are parsed in one go: about a millisecond, whatever they say. */
export const partLength = 16_384;

/** Characters of a string that are parsed in one go, some milliseconds if all are escapes. */
const longStringLength = 262_144;
/** Characters of `\uXXXX`. */
const longestEscape = 6;

/** How the parts of a text are read. */
export interface PartReader {
  /** A whole JSON text. Throws a `SyntaxError`. */
  readonly parse: (text: string) => unknown;
  /** Is told of each member whose value is a part for itself. */
  readonly member: (name: string, value: unknown) => void;
}

/**
 * `JSON.parse` of a long text, put aside after each part of it; whatever is put together of several parts is made here, all else by
 * `reader`. Throws a `SyntaxError`.
 */
export function* parsingParts(text: string, reader: PartReader): Generator<undefined, unknown> {
  return yield* new Parts(text, reader).value(0, text.length);
}

class Parts {
  /** Where long strings end, by where they begin: each list and object around one asks again. */
  private readonly longStrings = new Map<number, number>();

  constructor(
    private readonly text: string,
    private readonly reader: PartReader,
  ) {}

  *value(from: number, to: number): Generator<undefined, unknown> {
    const start = this.firstToken(from);
    const isList = this.text[start] === '[';
    if (to - from > longStringLength && this.text[start] === '"') return yield* this.longString(start, to);
    if (to - from <= partLength || !(isList || this.text[start] === '{'))
      return this.reader.parse(this.text.slice(from, to));
    return yield* isList ? this.list(start + 1, to) : this.object(start + 1, to);
  }

  /** Piece by piece, as `JSON.parse` would take a whole string in one go. */
  private *longString(from: number, to: number): Generator<undefined, string> {
    const end = this.endOfString(from + 1);
    if (end >= to) throw new SyntaxError('a string does not end');
    this.requireEnd(end + 1, to);
    let value = '';
    for (let at = from + 1; at < end;) {
      const pieceEnd = this.pieceEnd(at, end);
      value += JSON.parse(`"${this.text.slice(at, pieceEnd)}"`) as string;
      at = pieceEnd;
      yield undefined;
    }
    return value;
  }

  /** Where a piece of a string that begins at `from` ends: not within an escape (RFC 8259 §7). */
  private pieceEnd(from: number, end: number): number {
    const most = from + longStringLength;
    if (most >= end) return end;
    const escape = this.text.lastIndexOf('\\', most - 1);
    if (escape < from || escape < most - longestEscape) return most;
    let first = escape;
    while (first > from && this.text[first - 1] === '\\') first--;
    // The last backslash of an odd number begins an escape.
    const begun = (escape - first) % 2 === 0 ? escape : escape - 1;
    const escapeEnd = begun + (this.text[begun + 1] === 'u' ? longestEscape : 2);
    return Math.min(Math.max(most, escapeEnd), end);
  }

  private *list(from: number, to: number): Generator<undefined, unknown[]> {
    const items: unknown[] = [];
    for (const { start, end, isLong } of this.runs(from, to, ']')) {
      // Finding the end of a long item takes a while, and so it does for each list that it is in.
      if (isLong) yield undefined;
      if (isLong) items.push(yield* this.value(start, end));
      else
        for (const item of this.reader.parse(`[${this.text.slice(start, end)}]`) as unknown[])
          items.push(item);
      yield undefined;
    }
    return items;
  }

  private *object(from: number, to: number): Generator<undefined, object> {
    const object: Record<string, unknown> = {};
    for (const { start, end, isLong } of this.runs(from, to, '}')) {
      if (isLong) {
        yield undefined;
        const { name, valueStart } = this.nameAt(start);
        const value = yield* this.value(valueStart, end);
        this.reader.member(name, value);
        set(object, name, value);
      } else {
        const part = this.reader.parse(`{${this.text.slice(start, end)}}`) as Record<string, unknown>;
        for (const name of Object.keys(part)) set(object, name, part[name]);
      }
      yield undefined;
    }
    return object;
  }

  /** Items or members that follow each other, those together that are short. Between `from` and `to` stands all of them and `closing`. */
  private *runs(
    from: number,
    to: number,
    closing: string,
  ): Generator<{ readonly start: number; readonly end: number; readonly isLong: boolean }> {
    let runStart = from;
    let start = from;
    for (;;) {
      const end = this.endOfItem(start, to);
      const isLast = this.text[end] === closing;
      if (!isLast && this.text[end] !== ',') throw new SyntaxError('an item or member does not end');
      // An empty list or object, with whatever white space in it.
      if (isLast && start === from && this.firstToken(from) >= end) {
        this.requireEnd(end + 1, to);
        return;
      }
      const isLong = end - start > partLength;
      if (isLong && start > runStart) yield this.run(runStart, start - 1, false);
      if (isLong || isLast || end - runStart > partLength)
        yield this.run(isLong ? start : runStart, end, isLong);
      if (isLong || end - runStart > partLength) runStart = end + 1;
      if (isLast) {
        this.requireEnd(end + 1, to);
        return;
      }
      start = end + 1;
    }
  }

  private requireEnd(from: number, to: number): void {
    if (this.firstToken(from) < to) throw new SyntaxError('something follows the end');
  }

  private run(start: number, end: number, isLong: boolean): { start: number; end: number; isLong: boolean } {
    if (this.firstToken(start) >= end) throw new SyntaxError('an item or member is missing');
    return { start, end, isLong };
  }

  /** Where the comma or bracket stands that ends what begins at `from`. */
  private endOfItem(from: number, to: number): number {
    let depth = 0;
    for (let at = from; at < to; at++)
      switch (this.text.charCodeAt(at)) {
        case 0x22:
          at = this.endOfString(at + 1);
          break;
        case 0x2c:
          if (depth === 0) return at;
          break;
        case 0x5b:
        case 0x7b:
          depth++;
          break;
        case 0x5d:
        case 0x7d:
          if (--depth < 0) return at;
          break;
        default:
      }
    return to;
  }

  private endOfString(from: number): number {
    const known = this.longStrings.get(from);
    if (known !== undefined) return known;
    const end = endOfString(this.text, from);
    if (end - from > longStringLength) this.longStrings.set(from, end);
    return end;
  }

  private nameAt(start: number): { readonly name: string; readonly valueStart: number } {
    const quote = this.firstToken(start);
    if (this.text[quote] !== '"') throw new SyntaxError('a member has no name');
    const end = this.endOfString(quote + 1);
    const colon = this.firstToken(end + 1);
    if (this.text[colon] !== ':') throw new SyntaxError('a member has no value');
    return { name: JSON.parse(this.text.slice(quote, end + 1)) as string, valueStart: colon + 1 };
  }

  /** Where the first character stands that is no white space of JSON. */
  private firstToken(from: number): number {
    let at = from;
    while (at < this.text.length && ' \t\n\r'.includes(this.text.charAt(at))) at++;
    return at;
  }
}

function set(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') Object.defineProperty(object, name, { value, enumerable: true });
  else object[name] = value;
}
