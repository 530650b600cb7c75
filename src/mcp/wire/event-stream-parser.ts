import { LinkFailure } from './link-failure.js';

export interface StreamEvent {
  readonly event: string;
  readonly data: string;
  readonly id: string | undefined;
}

const lineEnd = /\r\n?|\n/g;

/** Whether an answer is a stream of events; media types have no case (RFC 9110 §8.3.1). */
export function isEventStream(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  const type = headers['content-type'];
  return typeof type === 'string' && /^text\/event-stream\b/i.test(type);
}

/** Incremental parser of `text/event-stream` (WHATWG HTML §9.2.6) with a cap on the length of a line and of one event. */
export class EventStreamParser {
  private readonly decoder = new TextDecoder();
  private pending = '';
  private event = '';
  private data: string[] = [];
  private dataLength = 0;
  private id: string | undefined;
  /** Whether a line feed that comes next belongs to it. */
  private endedInCarriage = false;
  private started = false;
  /** Reconnection time that the server asked for, milliseconds. */
  retryMs: number | undefined;

  constructor(
    private readonly maxBytes: number,
    private readonly onEvent: (event: StreamEvent) => void,
  ) {}

  /** Characters of the event that has not ended. */
  get gathered(): number {
    return this.pending.length + this.dataLength;
  }

  /** Throws `too-large`. */
  push(chunk: Uint8Array): void {
    let text = this.decoder.decode(chunk, { stream: true });
    if (!this.started && text.length > 0) {
      this.started = true;
      if (text.startsWith('\uFEFF')) text = text.slice(1);
    }
    // Only what is new is searched, and a long line is put together once, however many pieces it comes in.
    let start = 0;
    for (const { 0: mark, index } of text.matchAll(lineEnd)) {
      const isSecondHalf = index === 0 && mark === '\n' && this.endedInCarriage;
      const line = this.pending + text.slice(start, index);
      this.pending = '';
      start = index + mark.length;
      if (!isSecondHalf) this.line(line);
    }
    if (text !== '') this.endedInCarriage = text.endsWith('\r');
    this.pending += text.slice(start);
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
      // With the line feed that joins it to the next: empty lines count, too.
      this.dataLength += value.length + 1;
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
