import { LinkFailure } from './link-failure.js';

/** A blank line, in any mixture of line ends. Behind a line feed, a carriage return may be the first half of a line end that goes on. */
const boundary = /(?:\r\n|\n)(?:\r\n|\n|\r(?=[^\n]))|\r(?!\n)(?:\r\n|\r(?!\n))/g;
/** Of the longest of these all but one character. */
const longestTail = 3;
/** Pieces and lines are joined in groups of this many: a string for each would take many times the memory of what it holds. */
const groupSize = 1024;

/** Cuts an event stream (WHATWG HTML §9.2) into its events as they stand, each with the blank line that ends it. */
export class EventBlocks {
  private readonly decoder = new TextDecoder();
  /** What there is of an event that has not ended: put together once, however many pieces it comes in. */
  private readonly pieces = new JoinedTexts('');
  private length = 0;
  /** The last characters of the pieces: a blank line may go on in the next one. */
  private tail = '';

  constructor(
    private readonly maxLength: number,
    private readonly onBlock: (block: string) => void,
  ) {}

  /** Whether something has come that no blank line has ended. */
  get isOpen(): boolean {
    return this.length > 0;
  }

  /** Throws `too-large`. */
  push(chunk: Uint8Array): void {
    const text = this.decoder.decode(chunk, { stream: true });
    const before = this.tail;
    const searched = before + text;
    let start = 0;
    let isCut = false;
    boundary.lastIndex = 0;
    while (boundary.exec(searched) !== null) {
      const end = boundary.lastIndex - before.length;
      this.pieces.add(text.slice(start, end));
      const block = this.pieces.take();
      this.forget();
      start = end;
      isCut = true;
      this.onBlock(block);
      boundary.lastIndex = end + before.length;
    }
    this.keep(text.slice(start), isCut ? '' : before);
    if (this.length > this.maxLength)
      throw new LinkFailure(
        'too-large',
        `an event is longer than MAX_RESULT_BYTES (${String(this.maxLength)})`,
      );
  }

  private keep(piece: string, before: string): void {
    if (piece === '') return;
    this.pieces.add(piece);
    this.length += piece.length;
    this.tail = (before + piece.slice(-longestTail)).slice(-longestTail);
  }

  private forget(): void {
    this.length = 0;
    this.tail = '';
  }
}

/** Texts that are joined as they come. */
class JoinedTexts {
  private groups: string[] = [];
  private last: string[] = [];

  constructor(private readonly separator: string) {}

  add(text: string): void {
    this.last.push(text);
    if (this.last.length < groupSize) return;
    this.groups.push(this.last.join(this.separator));
    this.last = [];
  }

  /** All of them, joined; afterwards it is empty. */
  take(): string {
    const { groups, last } = this;
    this.groups = [];
    this.last = [];
    return (last.length === 0 ? groups : [...groups, last.join(this.separator)]).join(this.separator);
  }
}

/** The fields of one event that matter to who passes it on. */
export function fieldsOf(block: string): { id?: string; retryMs?: number; data: string } {
  const fields: { id?: string; retryMs?: number } = {};
  const data = new JoinedTexts('\n');
  for (const [, line = ''] of block.matchAll(/([^\r\n]+)(?:\r\n|\n|\r|$)/g)) {
    const [, name, value = ''] = /^(id|retry|data)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === 'id') fields.id = value;
    else if (name === 'retry' && /^\d+$/.test(value)) fields.retryMs = Number(value);
    else if (name === 'data') data.add(value);
  }
  return { ...fields, data: data.take() };
}
