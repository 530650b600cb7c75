import { isUtf8 } from 'node:buffer';
import { ByteCollector } from '../../kernel/byte-collector.js';
import { LinkFailure } from './link-failure.js';

export interface StreamEvent {
  readonly event: string;
  /** UTF-8. */
  readonly data: Buffer;
  readonly id: string | undefined;
}

const carriageReturn = 0x0d;
const lineFeed = 0x0a;
const colon = 0x3a;
const space = 0x20;
const byteOrderMark = Buffer.from('\uFEFF');
const oneLineFeed = Buffer.from('\n');

/** Of `event` and `retry`, the longest names of fields. */
const longestName = 5;

/** Whether an answer is a stream of events; media types have no case (RFC 9110 §8.3.1). */
export function isEventStream(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  const type = headers['content-type'];
  return typeof type === 'string' && /^text\/event-stream\b/i.test(type);
}

/**
 * Incremental parser of `text/event-stream` (WHATWG HTML §9.2.6) with a cap on the length of a line and of one event. Data stays the bytes that
 * came.
 */
export class EventStreamParser {
  /** The beginning of a line that has not ended. */
  private readonly pending = new ByteCollector();
  private event = '';
  /** Lines are copied into one buffer: an object for each line would take a hundred times the memory of an empty line. */
  private readonly data = new ByteCollector();
  private hasData = false;
  private id: string | undefined;
  /** Whether a line feed that comes next belongs to it. */
  private endedInCarriage = false;
  private isFirstLine = true;
  /** Reconnection time that the server asked for, milliseconds. */
  retryMs: number | undefined;

  constructor(
    private readonly maxBytes: number,
    private readonly onEvent: (event: StreamEvent) => void,
  ) {}

  /** Bytes of the event that has not ended. */
  get gathered(): number {
    return this.pending.length + this.data.length;
  }

  /** Throws `too-large`. */
  push(chunk: Buffer): void {
    if (chunk.length === 0) return;
    let start = this.endedInCarriage && chunk[0] === lineFeed ? 1 : 0;
    this.endedInCarriage = chunk[chunk.length - 1] === carriageReturn;
    // Each is looked for again only behind where it was found.
    let feed = placeOf(lineFeed, chunk, start);
    let carriage = placeOf(carriageReturn, chunk, start);
    for (let end = Math.min(feed, carriage); end < chunk.length; end = Math.min(feed, carriage)) {
      this.endLine(chunk, start, end);
      start = end + (end === carriage && feed === end + 1 ? 2 : 1);
      if (feed < start) feed = placeOf(lineFeed, chunk, start);
      if (carriage < start) carriage = placeOf(carriageReturn, chunk, start);
    }
    if (start < chunk.length) this.pending.add(chunk.subarray(start));
    this.checkSize(this.pending.length);
  }

  private endLine(chunk: Buffer, start: number, end: number): void {
    if (this.pending.length === 0) {
      this.line(chunk, start, end);
      return;
    }
    this.pending.add(chunk.subarray(start, end));
    const line = this.pending.take();
    this.line(line, 0, line.length);
  }

  private line(bytes: Buffer, from: number, end: number): void {
    const isMarked = this.isFirstLine && bytes.subarray(from, from + 3).equals(byteOrderMark);
    const start = isMarked ? from + 3 : from;
    this.isFirstLine = false;
    if (start === end) this.dispatch();
    else if (bytes[start] !== colon) this.field(bytes.subarray(start, end));
  }

  private field(line: Buffer): void {
    const mark = line.indexOf(colon);
    const nameEnd = mark < 0 ? line.length : mark;
    if (nameEnd > longestName) return;
    const value = line.subarray(nameEnd + (line[nameEnd + 1] === space ? 2 : 1));
    switch (line.toString('latin1', 0, nameEnd)) {
      case 'data':
        if (this.hasData) this.data.add(oneLineFeed);
        this.hasData = true;
        this.data.add(value);
        this.checkSize(this.data.length);
        break;
      case 'event':
        this.event = value.toString();
        break;
      case 'id':
        if (!value.includes(0)) this.id = value.toString();
        break;
      case 'retry':
        if (/^\d+$/.test(value.toString())) this.retryMs = Number(value.toString());
    }
  }

  private dispatch(): void {
    const { hasData, event, id } = this;
    this.hasData = false;
    this.event = '';
    if (hasData) this.onEvent({ event: event || 'message', data: asUtf8(this.data.take()), id });
  }

  private checkSize(length: number): void {
    if (length > this.maxBytes)
      throw new LinkFailure(
        'too-large',
        `an event is longer than MAX_RESULT_BYTES (${String(this.maxBytes)})`,
      );
  }
}

/** The end when it is not there. */
function placeOf(byte: number, bytes: Buffer, from: number): number {
  const place = bytes.indexOf(byte, from);
  return place < 0 ? bytes.length : place;
}

/** What is no UTF-8 is replaced as decoders do it (WHATWG Encoding §4.8). */
function asUtf8(data: Buffer): Buffer {
  return isUtf8(data) ? data : Buffer.from(data.toString());
}
