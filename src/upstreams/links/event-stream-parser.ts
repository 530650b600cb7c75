import { LinkFailure } from './link-failure.js';

export interface ServerSentEvent {
  readonly event: string;
  readonly data: string;
  readonly id: string | undefined;
}

/** Incremental parser of `text/event-stream` (WHATWG HTML §9.2.6) with a cap on the length of a line and of one event. */
export class EventStreamParser {
  private readonly decoder = new TextDecoder();
  private pending = '';
  private event = '';
  private data: string[] = [];
  private dataLength = 0;
  private id: string | undefined;
  private skipLineFeed = false;
  private started = false;
  /** Reconnection time that the server asked for, milliseconds. */
  retryMs: number | undefined;

  constructor(
    private readonly maxBytes: number,
    private readonly onEvent: (event: ServerSentEvent) => void,
  ) {}

  /** Throws `too-large`. */
  push(chunk: Uint8Array): void {
    let text = this.decoder.decode(chunk, { stream: true });
    if (!this.started && text.length > 0) {
      this.started = true;
      if (text.startsWith('\uFEFF')) text = text.slice(1);
    }
    const buffer = this.pending + text;
    let start = 0;
    for (let end = nextBreak(buffer, this.pending.length); end >= 0; end = nextBreak(buffer, start)) {
      if (this.skipLineFeed && end === start && buffer[end] === '\n') {
        this.skipLineFeed = false;
        start = end + 1;
        continue;
      }
      this.skipLineFeed = buffer[end] === '\r';
      this.line(buffer.slice(start, end));
      start = end + 1;
    }
    this.pending = start === 0 ? buffer : buffer.slice(start);
    if (this.pending.length > 0) this.skipLineFeed = false;
    this.checkSize(this.pending.length);
  }

  private line(line: string): void {
    if (line === '') {
      this.dispatch();
      return;
    }
    if (line.startsWith(':')) return;
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (field === 'data') {
      this.data.push(value);
      this.dataLength += value.length;
      this.checkSize(this.dataLength);
    } else if (field === 'event') {
      this.event = value;
    } else if (field === 'id') {
      if (!value.includes('\0')) this.id = value;
    } else if (field === 'retry' && /^\d+$/.test(value)) {
      this.retryMs = Number(value);
    }
  }

  private dispatch(): void {
    const { data, event, id } = this;
    this.data = [];
    this.dataLength = 0;
    this.event = '';
    if (data.length > 0) this.onEvent({ event: event || 'message', data: data.join('\n'), id });
  }

  private checkSize(length: number): void {
    if (length > this.maxBytes)
      throw new LinkFailure(
        'too-large',
        `an event is longer than MAX_RESULT_BYTES (${String(this.maxBytes)})`,
      );
  }
}

function nextBreak(text: string, from: number): number {
  const feed = text.indexOf('\n', from);
  const carriage = text.indexOf('\r', from);
  if (feed < 0) return carriage;
  return carriage < 0 ? feed : Math.min(feed, carriage);
}
