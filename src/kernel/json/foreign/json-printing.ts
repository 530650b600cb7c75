import { ExactNumber } from '../exact-number.js';
import type { JsonObject } from '../json.js';
import { pieceEnd } from '../../text/piece-end.js';

/** What a value may be that is printed in steps. */
export interface PrintLimits {
  /** Levels of lists and objects. */
  readonly maxDepth: number;
  /** Bytes of the text in UTF-8. */
  readonly maxBytes: number;
  /** Is given each number that is kept as it was written, and may throw. */
  readonly onNumber?: (number: ExactNumber) => void;
}

/** A value nests deeper than it may. */
export class NestsTooDeeply extends Error {
  override readonly name = 'NestsTooDeeply';

  constructor(maxDepth: number) {
    super(`nests deeper than ${String(maxDepth)} levels`);
  }
}

/** Characters that are gathered before they are counted, and of a text that are printed at once. */
const pieceLength = 16_384;

/**
 * `printJson` of a value that may be large, in steps that can be put aside; `undefined` as soon as the text would have more than `maxBytes`
 * bytes, so that measuring takes time by the limit and not by the value. Throws a `NestsTooDeeply`; never overflows the stack.
 */
export function* printingJson(value: unknown, limits: PrintLimits): Generator<undefined, string | undefined> {
  const text = new BoundedText(limits.maxBytes);
  const isWhole = yield* print(value, limits, text);
  return isWhole && text.flush() ? text.whole() : undefined;
}

/** Bytes that `printJson` of a value takes; `undefined` where they are more than `maxBytes`. */
export function* measuringJson(
  value: unknown,
  limits: PrintLimits,
): Generator<undefined, number | undefined> {
  const text = new BoundedText(limits.maxBytes, false);
  const isWhole = yield* print(value, limits, text);
  return isWhole && text.flush() ? text.bytes : undefined;
}

/** A list or object whose members are being printed. */
interface OpenValue {
  readonly value: JsonObject | readonly unknown[];
  /** Absent in lists. */
  readonly names: readonly string[] | undefined;
  next: number;
  isEmpty: boolean;
}

/** Whether all of it had room. */
function* print(value: unknown, limits: PrintLimits, text: BoundedText): Generator<undefined, boolean> {
  const open: OpenValue[] = [];
  let printed: unknown = value;
  for (;;) {
    if (typeof printed === 'string' && printed.length > pieceLength) {
      if (!(yield* printText(printed, text))) return false;
    } else if (typeof printed === 'object' && printed !== null && !(printed instanceof ExactNumber)) {
      if (open.length >= limits.maxDepth) throw new NestsTooDeeply(limits.maxDepth);
      const one = opened(printed);
      text.add(one.names === undefined ? '[' : '{');
      open.push(one);
    } else {
      if (printed instanceof ExactNumber) limits.onNumber?.(printed);
      text.add(printed instanceof ExactNumber ? printed.source : printedScalar(printed));
    }
    if (text.isFull) {
      if (!text.flush()) return false;
      yield undefined;
    }
    const next = nextMember(open, text);
    if (next === undefined) return true;
    printed = next.value;
  }
}

function opened(value: object): OpenValue {
  const isList = Array.isArray(value);
  return {
    value: value as OpenValue['value'],
    names: isList ? undefined : Object.keys(value),
    next: 0,
    isEmpty: true,
  };
}

/** Closes what is printed to its end, up to the member that comes next; `undefined` behind the last one. */
function nextMember(open: OpenValue[], text: BoundedText): { readonly value: unknown } | undefined {
  for (let one = open.at(-1); one !== undefined; one = open.at(-1)) {
    const member = one.names === undefined ? nextItem(one) : nextNamed(one, one.names);
    if (member !== undefined) {
      text.add(`${one.isEmpty ? '' : ','}${member.name}`);
      one.isEmpty = false;
      return member;
    }
    text.add(one.names === undefined ? ']' : '}');
    open.pop();
  }
  return undefined;
}

/** What JSON does not know is `null` in it. */
function printedScalar(value: unknown): string {
  return value === undefined ? 'null' : JSON.stringify(value);
}

interface NextMember {
  /** As it stands before the value. */
  readonly name: string;
  readonly value: unknown;
}

function nextItem(one: OpenValue): NextMember | undefined {
  const items = one.value as readonly unknown[];
  return one.next < items.length ? { name: '', value: items[one.next++] } : undefined;
}

/** What is `undefined` is no member of JSON. */
function nextNamed(one: OpenValue, names: readonly string[]): NextMember | undefined {
  while (one.next < names.length) {
    const name = names[one.next++] ?? '';
    const value = (one.value as JsonObject)[name];
    if (value !== undefined) return { name: `${JSON.stringify(name)}:`, value };
  }
  return undefined;
}

function* printText(value: string, text: BoundedText): Generator<undefined, boolean> {
  // Each character takes a byte at least.
  if (!text.hasRoomFor(value.length)) return false;
  text.add('"');
  for (let from = 0; from < value.length;) {
    const to = pieceEnd(value, from, pieceLength);
    text.add(JSON.stringify(value.slice(from, to)).slice(1, -1));
    if (!text.flush()) return false;
    yield undefined;
    from = to;
  }
  text.add('"');
  return true;
}

/** A text that is put together of pieces, within bytes. */
class BoundedText {
  bytes = 0;
  private piece = '';
  private readonly pieces: string[] = [];

  constructor(
    private readonly maxBytes: number,
    private readonly isKept = true,
  ) {}

  get isFull(): boolean {
    return this.piece.length >= pieceLength;
  }

  add(text: string): void {
    this.piece += text;
  }

  hasRoomFor(characters: number): boolean {
    return this.bytes + this.piece.length + characters <= this.maxBytes;
  }

  /** Counts what was added. Whether it had room. */
  flush(): boolean {
    this.bytes += Buffer.byteLength(this.piece);
    if (this.isKept) this.pieces.push(this.piece);
    this.piece = '';
    return this.bytes <= this.maxBytes;
  }

  whole(): string {
    return this.pieces.join('');
  }
}
