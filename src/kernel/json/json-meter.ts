import { Problem } from '../problems/problem.js';

/** What a body of JSON may be. */
export interface JsonLimits {
  /** Levels of lists and objects. */
  readonly maxDepth: number;
  /** Values: those in lists, those of members, and the lists and objects themselves. */
  readonly maxElements: number;
  /** The variable that bounds them. */
  readonly elementsVariable: 'MAX_JSON_ELEMENTS' | 'MAX_CONFIG_ELEMENTS' | 'MAX_RESULT_ELEMENTS';
}

const quote = 0x22;
const backslash = 0x5c;

/** Measures JSON as its bytes come, before anything is parsed: its levels, its values, its members. Whether it is JSON at all is not told. */
export class JsonMeter {
  /** Members of all objects. */
  members = 0;
  private elements = 0;
  private depth = 0;
  private isInString = false;
  private isEscaped = false;

  constructor(private readonly limits: JsonLimits) {}

  /** Throws `json-too-deep`, and `body-too-large` for too many values. */
  add(bytes: Buffer): void {
    for (let i = this.isInString ? this.afterString(bytes, 0) : 0; i < bytes.length; i++) {
      switch (bytes[i]) {
        case quote:
          i = this.afterString(bytes, i + 1) - 1;
          break;
        case 0x3a:
          this.members++;
          break;
        case 0x2c:
          this.count();
          break;
        case 0x5b:
        case 0x7b:
          this.count();
          this.deeper();
          break;
        case 0x5d:
        case 0x7d:
          this.depth--;
          break;
        default:
      }
    }
  }

  private count(): void {
    const { maxElements, elementsVariable: limit } = this.limits;
    if (++this.elements > maxElements)
      throw new Problem(
        'body-too-large',
        `The body may hold at most ${String(maxElements)} values (${limit}).`,
        { members: { limit } },
      );
  }

  private deeper(): void {
    if (++this.depth > this.limits.maxDepth)
      throw new Problem(
        'json-too-deep',
        `The body is nested deeper than ${String(this.limits.maxDepth)} levels.`,
      );
  }

  /** The place behind the quote that ends the string; the end of `bytes` when it goes on in the next ones. */
  private afterString(bytes: Buffer, from: number): number {
    const start = this.isEscaped ? from + 1 : from;
    for (let end = bytes.indexOf(quote, start); end >= 0; end = bytes.indexOf(quote, end + 1))
      if (backslashesBefore(bytes, end, start) % 2 === 0) {
        this.isInString = this.isEscaped = false;
        return end + 1;
      }
    this.isInString = true;
    // A piece of no byte, or of the escaped one only, leaves what is known as it is.
    if (bytes.length >= start) this.isEscaped = backslashesBefore(bytes, bytes.length, start) % 2 === 1;
    return bytes.length;
  }
}

function backslashesBefore(bytes: Buffer, end: number, start: number): number {
  let count = 0;
  while (end - count > start && bytes[end - 1 - count] === backslash) count++;
  return count;
}
