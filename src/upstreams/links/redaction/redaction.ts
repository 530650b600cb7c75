import { Needle } from './needle.js';

const mask = Buffer.from('[redacted]');
const nothing = Buffer.alloc(0);

interface Hidden {
  readonly needle: Needle;
  readonly mask: Buffer;
}

/** Takes values out of what a server says: of bytes that are all there, or that come in pieces. */
export interface Redacts {
  /** The bytes without the values; the same object when they hold none. */
  of(bytes: Buffer): Buffer;
  stream(): RedactedStream | undefined;
}

/** Takes values out of what a server says, wherever in it they stand. Costs one search per value, and nothing for who has none. */
export class Redaction implements Redacts {
  private readonly hidden: readonly Hidden[];

  private constructor(forms: readonly string[]) {
    this.hidden = [...new Set(forms)]
      .sort((a, b) => b.length - a.length)
      .map((form) => ({ needle: new Needle(Buffer.from(form)), mask: maskFor(form) }));
  }

  /** For JSON, which stays JSON. */
  static ofJson(values: readonly string[]): Redaction | undefined {
    return values.length === 0 ? undefined : new Redaction(values.flatMap(formsInJson));
  }

  /** For text of any kind. */
  static ofText(values: readonly string[]): Redaction | undefined {
    return values.length === 0
      ? undefined
      : new Redaction(values.flatMap((value) => [value, ...formsInJson(value)]));
  }

  /** The bytes without the values; the same object when they hold none. */
  of(bytes: Buffer): Buffer {
    let clean = bytes;
    for (const hidden of this.hidden) clean = without(clean, hidden);
    return clean;
  }

  /** The same for bytes that come in pieces. */
  stream(): RedactedStream {
    return new RedactedStream(this);
  }

  /** How many bytes at the end could be the beginning of a value. */
  undecided(bytes: Buffer): number {
    return Math.max(...this.hidden.map(({ needle }) => needle.begunIn(bytes)));
  }
}

/** Keeps back the end of a piece only while it could be the beginning of a value. */
export class RedactedStream {
  private kept: Buffer = nothing;

  constructor(private readonly redaction: Redaction) {}

  push(piece: Buffer): Buffer {
    const clean = this.redaction.of(this.kept.length === 0 ? piece : Buffer.concat([this.kept, piece]));
    const end = clean.length - this.redaction.undecided(clean);
    this.kept = clean.subarray(end);
    return end === clean.length ? clean : clean.subarray(0, end);
  }

  /** What was kept back: nothing follows that could make it a value. */
  end(): Buffer {
    const { kept } = this;
    this.kept = nothing;
    return kept;
  }
}

function without(bytes: Buffer, { needle, mask: shown }: Hidden): Buffer {
  let at = needle.indexIn(bytes);
  if (at < 0) return bytes;
  const parts: Buffer[] = [];
  let start = 0;
  for (; at >= 0; at = needle.indexIn(bytes, start)) {
    parts.push(bytes.subarray(start, at), shown);
    start = at + needle.length;
  }
  parts.push(bytes.subarray(start));
  return Buffer.concat(parts);
}

/** What could stand outside of a string stays what it is: a number stays a number. */
function maskFor(form: string): Buffer {
  return /^[-+.,:\d\seE[\]{}]+$/.test(form) ? Buffer.from(form.replace(/\d/g, '9')) : mask;
}

/** Characters that writers of JSON escape besides those that must be: PHP, Go, Python, .NET. */
const dialects: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replaceAll('/', '\\/'),
  (text) => escaped(text, /[<>&]/g),
  (text) => escaped(text, /[\u0080-\uffff]/g),
  (text) =>
    escaped(text, /[<>&'+`\u0080-\uffff]/g).replace(/(?<=\\u)[\da-f]{4}/g, (hex) => hex.toUpperCase()),
];

/** How a value may be written inside a string of JSON, and of JSON that is a string of JSON. */
function formsInJson(value: string): string[] {
  const once = dialects.map((dialect) => dialect(inString(value)));
  return [...once, ...once.map(inString)];
}

function inString(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function escaped(text: string, characters: RegExp): string {
  return text.replace(characters, (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
