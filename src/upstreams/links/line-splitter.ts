import { ByteCollector } from '../../kernel/byte-collector.js';
import { LinkFailure } from '../../mcp/wire/link-failure.js';

const newline = 0x0a;

/** Cuts a byte stream into lines, as MCP's stdio transport frames messages; a line over the cap is `too-large`. */
export class LineSplitter {
  private readonly line = new ByteCollector();

  constructor(
    private readonly maxBytes: number,
    private readonly onLine: (line: Buffer) => void,
  ) {}

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      this.add(chunk.subarray(start, end));
      const line = this.line.take();
      if (line.length > 0) this.onLine(line);
      start = end + 1;
    }
    if (start < chunk.length) this.add(chunk.subarray(start));
  }

  private add(part: Buffer): void {
    if (this.line.length + part.length > this.maxBytes)
      throw new LinkFailure('too-large', `a line is longer than MAX_LINE_BYTES (${String(this.maxBytes)})`);
    this.line.add(part);
  }
}
