import { printJson } from '../../../kernel/json/exact-number.js';
import type { ServerResponse } from 'node:http';

export interface EventStreamTerms {
  readonly cacheControl: string;
  /** A comment is sent after so much silence, so that proxies keep the connection. */
  readonly heartbeatMs: number;
  /** What may wait for a reader; one that is further behind is cut off before its time, so that many of them cannot fill the memory. */
  readonly maxWaitingBytes: number;
}

/** Shorter texts leave in one piece with what stands around them. */
const joinedBytes = 16_384;

/** Events, or plain text that is written while it comes into being. */
export type StreamMediaType = 'text/event-stream' | 'text/plain' | 'application/x-ndjson' | 'text/csv';

/** Writes Server-Sent Events (WHATWG HTML §9.2) to a response, with keep-alive comments. Readers that take nothing are cut off as in all answers: `cutOffStalledConnections`. */
export class EventStream {
  /** Plain text has no comments to send. */
  private readonly heartbeat: NodeJS.Timeout | undefined;
  private ended = false;
  private gathered = '';
  private flushing: NodeJS.Immediate | undefined;

  constructor(
    private readonly res: ServerResponse,
    mediaType: StreamMediaType,
    private readonly limits: EventStreamTerms,
    /** Name, value, name, value. */
    headers: readonly string[],
    private readonly onWritten: () => void = () => undefined,
  ) {
    res.writeHead(200, [
      ...headers,
      ...['content-type', `${mediaType}; charset=utf-8`],
      ...['cache-control', limits.cacheControl],
      ...['x-accel-buffering', 'no'],
    ]);
    res.flushHeaders();
    if (mediaType === 'text/event-stream')
      this.heartbeat = setTimeout(() => {
        this.comment();
      }, limits.heartbeatMs).unref();
    res.on('close', () => {
      this.release();
    });
  }

  /** Whether the reader is still there and keeps up. */
  get open(): boolean {
    return !this.ended && !this.res.destroyed;
  }

  send(event: string | undefined, data: unknown, id?: string): void {
    const lines = typeof data === 'string' ? data : printJson(data);
    this.write(
      `${id === undefined ? '' : `id: ${id}\n`}${event === undefined ? '' : `event: ${event}\n`}data: ${lines}\n\n`,
    );
  }

  /** JSON as the data of an event: its line breaks stand between tokens, never in strings. A long text is not copied. */
  sendJson(event: string, json: Buffer): void {
    if (json.length <= joinedBytes) {
      this.send(event, onOneLine(json).toString());
      return;
    }
    this.write(`event: ${event}\ndata: `);
    this.flush();
    if (!this.open) return;
    this.res.write(onOneLine(json));
    this.write('\n\n');
  }

  /** Resolves when the reader has taken what was written, or is gone: for those who have much to tell at once. */
  async drained(): Promise<void> {
    if (!this.open || !this.res.writableNeedDrain) return;
    await new Promise<void>((resolve) => {
      const goOn = () => {
        this.res.off('drain', goOn).off('close', goOn);
        resolve();
      };
      this.res.on('drain', goOn).on('close', goOn);
    });
  }

  /** Breaks the stream off, so that nobody takes what came for all. */
  abort(): void {
    this.release();
    this.res.destroy();
  }

  /** Ends the stream properly; later writes are dropped. */
  end(): void {
    this.flush();
    if (!this.open) return;
    this.release();
    this.res.end();
  }

  /** Writes events that are complete already. All of one turn of the event loop go out in one piece. */
  write(chunk: string): void {
    if (!this.open) return;
    this.heartbeat?.refresh();
    this.gathered += chunk;
    this.flushing ??= setImmediate(() => {
      this.flush();
    });
  }

  private flush(): void {
    clearImmediate(this.flushing);
    this.flushing = undefined;
    const text = this.gathered;
    this.gathered = '';
    if (text === '' || !this.open) return;
    if (this.res.writableLength > this.limits.maxWaitingBytes) {
      this.res.destroy();
      return;
    }
    this.res.write(text);
    this.onWritten();
  }

  private comment(): void {
    this.write(': keep-alive\n\n');
  }

  private release(): void {
    this.ended = true;
    clearTimeout(this.heartbeat);
    clearImmediate(this.flushing);
  }
}

function onOneLine(json: Buffer): Buffer {
  if (!json.includes(0x0a) && !json.includes(0x0d)) return json;
  return Buffer.from(json.toString('latin1').replaceAll(/[\r\n]/g, ' '), 'latin1');
}
