import { LinkFailure } from './link-failure.js';

const boundary = /\r\n\r\n|\n\n|\r\r/g;

/** Cuts an event stream (WHATWG HTML §9.2) into its events as they stand, each with the blank line that ends it. */
export class EventBlocks {
  private readonly decoder = new TextDecoder();
  private pending = '';

  constructor(
    private readonly maxLength: number,
    private readonly onBlock: (block: string) => void,
  ) {}

  /** Throws `too-large`. */
  push(chunk: Uint8Array): void {
    const text = this.pending + this.decoder.decode(chunk, { stream: true });
    let start = 0;
    boundary.lastIndex = Math.max(0, this.pending.length - 3);
    while (boundary.exec(text) !== null) {
      this.onBlock(text.slice(start, boundary.lastIndex));
      start = boundary.lastIndex;
    }
    this.pending = text.slice(start);
    if (this.pending.length > this.maxLength)
      throw new LinkFailure(
        'too-large',
        `an event is longer than MAX_RESULT_BYTES (${String(this.maxLength)})`,
      );
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
