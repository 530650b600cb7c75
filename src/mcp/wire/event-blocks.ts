import { LinkFailure } from './link-failure.js';

const boundary = /\r\n\r\n|\n\n|\r\r/g;
/** Of the longest of these all but one character. */
const longestTail = 3;

/** Cuts an event stream (WHATWG HTML §9.2) into its events as they stand, each with the blank line that ends it. */
export class EventBlocks {
  private readonly decoder = new TextDecoder();
  /** What there is of an event that has not ended: put together once, however many pieces it comes in. */
  private pieces: string[] = [];
  private length = 0;
  /** The last characters of the pieces: a blank line may go on in the next one. */
  private tail = '';

  constructor(
    private readonly maxLength: number,
    private readonly onBlock: (block: string) => void,
  ) {}

  /** Throws `too-large`. */
  push(chunk: Uint8Array): void {
    const text = this.decoder.decode(chunk, { stream: true });
    const before = this.tail;
    const searched = before + text;
    let start = 0;
    boundary.lastIndex = 0;
    while (boundary.exec(searched) !== null) {
      const end = boundary.lastIndex - before.length;
      this.pieces.push(text.slice(start, end));
      const block = this.pieces.join('');
      this.forget();
      start = end;
      this.onBlock(block);
      boundary.lastIndex = end + before.length;
    }
    this.keep(text.slice(start), start === 0 ? before : '');
    if (this.length > this.maxLength)
      throw new LinkFailure(
        'too-large',
        `an event is longer than MAX_RESULT_BYTES (${String(this.maxLength)})`,
      );
  }

  private keep(piece: string, before: string): void {
    if (piece === '') return;
    this.pieces.push(piece);
    this.length += piece.length;
    this.tail = (before + piece.slice(-longestTail)).slice(-longestTail);
  }

  private forget(): void {
    this.pieces = [];
    this.length = 0;
    this.tail = '';
  }
}

/** The fields of one event that matter to who passes it on. */
export function fieldsOf(block: string): { id?: string; retryMs?: number; data: string } {
  const fields: { id?: string; retryMs?: number } = {};
  const data: string[] = [];
  for (const line of block.split(/\r\n|\n|\r/)) {
    const [, name, value = ''] = /^(id|retry|data)(?:: ?(.*))?$/.exec(line) ?? [];
    if (name === 'id') fields.id = value;
    else if (name === 'retry' && /^\d+$/.test(value)) fields.retryMs = Number(value);
    else if (name === 'data') data.push(value);
  }
  return { ...fields, data: data.join('\n') };
}
