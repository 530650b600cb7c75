import { isDigit, isSpace, quote } from './json-bytes.js';
import { textEnd } from './text-end.js';

/** Where a member of an object stands, quotes included: from `start` its name to `nameEnd`, its value to `end`, the comma or brace after it. */
export interface MemberPlace {
  readonly start: number;
  readonly nameEnd: number;
  readonly end: number;
}

export interface OutlinedMember extends MemberPlace {
  /** Its value, and the space around it. */
  readonly bytes: Buffer;
}

/** What one look at an object in JSON tells of it. */
export interface JsonOutline {
  /** As `JsonMeter` counts them. */
  readonly values: number;
  /** Levels of lists and objects, its own included. */
  readonly levels: number;
  /** `undefined` when there are more than are noted. */
  readonly members: readonly OutlinedMember[] | undefined;
}

/** From this size on JSON is looked at once; of less it is sooner looked at again than remembered. */
export const outlinedBytes = 65_536;
const maxNotedMembers = 64;
/** Objects of which the members are noted: the one that is looked at, and those that are its members. */
const notedLevels = 2;

const looked = new WeakMap<Buffer, JsonOutline | undefined>();

/**
 * The outline of an object in large JSON, and proof that it is JSON (RFC 8259) but for bytes in its strings that are no UTF-8; `undefined` where
 * it is small, no JSON or no object. Bytes are looked at once, together with those of their members.
 */
export function outlineOf(json: Buffer): JsonOutline | undefined {
  if (json.length < outlinedBytes) return undefined;
  if (!looked.has(json)) looked.set(json, new OutlineReader(json).outline());
  return looked.get(json);
}

/**
 * Whether an object in large JSON has more values than `max`, read no further than that; `undefined` where it is small, not JSON or not an
 * object.
 */
export function holdsMoreValues(json: Buffer, max: number): boolean | undefined {
  if (json.length < outlinedBytes) return undefined;
  if (!looked.has(json))
    try {
      looked.set(json, new OutlineReader(json, max).outline());
    } catch (error) {
      if (error instanceof TooManyValues) return true;
      throw error;
    }
  const outline = looked.get(json);
  return outline && outline.values > max;
}

const openBrace = 0x7b;
const openBracket = 0x5b;
const closeBrace = 0x7d;
const comma = 0x2c;
const colon = 0x3a;

const minus = 0x2d;

/** By their first byte. */
const words: Record<number, Buffer> = {
  0x74: Buffer.from('true'),
  0x66: Buffer.from('false'),
  0x6e: Buffer.from('null'),
};
const noWord = Buffer.from('?');

class NoJson extends Error {}
class TooManyValues extends Error {}

/** An object of which the members are noted. */
interface Noted {
  /** Where its bytes begin, and how many values stand before them. */
  readonly from: number;
  readonly valuesBefore: number;
  /** The deepest level so far, from the outermost. */
  deepest: number;
  members: OutlinedMember[] | undefined;
  /** The member whose value has not ended: where it begins, its name ends and its value begins. */
  begun: readonly [start: number, nameEnd: number, valueStart: number];
}

/** Reads JSON from end to end without making values of it. */
class OutlineReader {
  private at = 0;
  private values = 0;
  /** The brackets that close what is open. */
  private readonly closers: number[] = [];
  /** By level, from 1. */
  private readonly noted: (Noted | undefined)[] = [];
  /** Of the object that has been closed last. */
  private closed: JsonOutline | undefined;

  constructor(
    private readonly json: Buffer,
    private readonly maxValues = Infinity,
  ) {}

  /** Throws `TooManyValues`. */
  outline(): JsonOutline | undefined {
    if (this.next() !== openBrace) return undefined;
    try {
      do this.passBeginning();
      while (this.passEnds());
      return this.next() === undefined ? this.closed : undefined;
    } catch (error) {
      if (error instanceof NoJson) return undefined;
      throw error;
    }
  }

  /** The next byte that is no space. */
  private next(): number | undefined {
    const { json } = this;
    let { at } = this;
    while (isSpace(json[at])) at++;
    this.at = at;
    return json[at];
  }

  /** Opens what is opened, up to a value that opens nothing, and passes that. */
  private passBeginning(): void {
    for (let byte = this.next(); byte === openBrace || byte === openBracket; byte = this.next()) {
      this.open(byte);
      // Nothing is in it.
      if (this.next() === this.closers[this.closers.length - 1]) return;
      if (byte === openBrace) this.passName();
    }
    this.passScalar();
  }

  /** Closes what is closed. Whether another value follows. */
  private passEnds(): boolean {
    for (;;) {
      const closer = this.closers[this.closers.length - 1];
      if (closer === undefined) return false;
      const byte = this.next();
      if (byte === closer) {
        this.close();
        continue;
      }
      if (byte !== comma) throw new NoJson();
      this.count();
      this.noteEnd();
      this.at++;
      if (closer === closeBrace) this.passName();
      return true;
    }
  }

  private count(): void {
    if (++this.values > this.maxValues) throw new TooManyValues();
  }

  private open(bracket: number): void {
    const level = this.closers.length + 1;
    if (level <= notedLevels) {
      const from = this.noted[level - 1]?.begun[2] ?? 0;
      this.noted[level] =
        bracket === openBrace
          ? { from, valuesBefore: this.values, deepest: level, members: [], begun: [0, 0, 0] }
          : undefined;
    }
    deepen(this.noted[1], level);
    deepen(this.noted[2], level);
    this.count();
    // Two further on in ASCII.
    this.closers.push(bracket + 2);
    this.at++;
  }

  private close(): void {
    this.noteEnd();
    const level = this.closers.length;
    if (level <= notedLevels) {
      const noted = this.noted[level];
      this.closed = noted && {
        values: this.values - noted.valuesBefore,
        levels: noted.deepest - level + 1,
        members: noted.members,
      };
      this.noted[level] = undefined;
    }
    this.closers.pop();
    this.at++;
  }

  private passName(): void {
    if (this.next() !== quote) throw new NoJson();
    const start = this.at;
    this.passText();
    const nameEnd = this.at;
    if (this.next() !== colon) throw new NoJson();
    this.at++;
    const noted = this.notedHere();
    if (noted !== undefined) noted.begun = [start, nameEnd, this.at];
    this.closed = undefined;
  }

  private noteEnd(): void {
    const noted = this.notedHere();
    if (noted?.members === undefined) return;
    const { from, members } = noted;
    const [start, nameEnd, valueStart] = noted.begun;
    if (valueStart === 0) return;
    const bytes = this.json.subarray(valueStart, this.at);
    if (this.closed !== undefined && bytes.length >= outlinedBytes) looked.set(bytes, this.closed);
    members.push({ start: start - from, nameEnd: nameEnd - from, end: this.at - from, bytes });
    if (members.length > maxNotedMembers) noted.members = undefined;
  }

  /** What is noted of the object that is open. */
  private notedHere(): Noted | undefined {
    const level = this.closers.length;
    return level <= notedLevels ? this.noted[level] : undefined;
  }

  private passScalar(): void {
    const byte = this.json[this.at] as number;
    if (byte === quote) this.passText();
    else if (byte === minus || isDigit(byte)) this.passNumber();
    else this.passWord(words[byte] ?? noWord);
  }

  private passText(): void {
    const end = textEnd(this.json, this.at + 1);
    if (end < 0) throw new NoJson();
    this.at = end + 1;
  }

  private passWord(word: Buffer): void {
    for (const byte of word) if (this.json[this.at++] !== byte) throw new NoJson();
  }

  private passNumber(): void {
    if (this.json[this.at] === minus) this.at++;
    if (this.json[this.at] === 0x30) this.at++;
    else this.passDigits();
    if (this.json[this.at] === 0x2e) {
      this.at++;
      this.passDigits();
    }
    const mark = this.json[this.at];
    if (mark !== 0x65 && mark !== 0x45) return;
    this.at++;
    const sign = this.json[this.at];
    if (sign === 0x2b || sign === 0x2d) this.at++;
    this.passDigits();
  }

  private passDigits(): void {
    const { json } = this;
    let { at } = this;
    while (isDigit(json[at])) at++;
    if (at === this.at) throw new NoJson();
    this.at = at;
  }
}

function deepen(noted: Noted | undefined, level: number): void {
  if (noted !== undefined && noted.deepest < level) noted.deepest = level;
}
