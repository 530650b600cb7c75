import { randomBytes } from 'node:crypto';
import type { EventStream } from '../../platform/http/answers/event-stream.js';
import { eventOf, type AnswerOutlet } from './deferred-reply.js';

export interface EventLogLimits {
  /** Events kept per stream. */
  readonly events: number;
  /** Characters kept per session. */
  readonly length: number;
  /** Time for which a stream that has ended can still be resumed. */
  readonly endedMs: number;
  /** Whether streams begin with an id and no data, so that they can be resumed before anything came (since 2025-11-25). */
  readonly primes: boolean;
}

/** A place in a stream: where a client stopped hearing. */
export interface StreamPosition {
  readonly stream: LoggedStream;
  /** Number of the last event that the client has. */
  readonly after: number;
}

/** Time within which an answer that is a stream gets its connection, or never. */
const attachMs = 1000;

/** The streams of one session, whose latest events are kept to be told again (MCP 2025-11-25, Resumability and Redelivery). */
export class EventLog {
  /** Event ids of other sessions have another beginning. */
  private readonly tag = randomBytes(6).toString('base64url');
  private readonly streams = new Map<number, LoggedStream>();
  private length = 0;
  private count = 0;

  constructor(private readonly limits: EventLogLimits) {}

  /** With `whole` nothing is dropped before somebody hears it for the first time. */
  open(whole: boolean): LoggedStream {
    for (const [number, stream] of this.streams)
      if (this.isOver(stream) || stream.isSpent) {
        this.streams.delete(number);
        while (stream.dropOldest());
      }
    const number = ++this.count;
    const onLength = (change: number) => {
      this.length += change;
      while (this.length > this.limits.length && this.dropOne());
    };
    const stream = new LoggedStream(`${this.tag}.${String(number)}`, this.limits, onLength, whole);
    this.streams.set(number, stream);
    return stream;
  }

  /** `undefined` when no event of this session has the id. */
  find(eventId: string): StreamPosition | undefined {
    const [tag, number, after] = eventId.split('.');
    const stream = tag === this.tag ? this.streams.get(Number(number)) : undefined;
    return stream === undefined || this.isOver(stream) || !/^\d{1,15}$/.test(after ?? '')
      ? undefined
      : { stream, after: Number(after) };
  }

  private isOver({ endedAt }: LoggedStream): boolean {
    return endedAt < performance.now() - this.limits.endedMs;
  }

  /** The longest stream gives way first. */
  private dropOne(): boolean {
    let longest: LoggedStream | undefined;
    for (const stream of this.streams.values())
      if (longest === undefined || stream.length > longest.length) longest = stream;
    return longest?.dropOldest() === true;
  }
}

/** One stream of a session, over however many connections: whoever holds it last gets what comes, and before that what it missed. */
export class LoggedStream implements AnswerOutlet {
  endedAt = Number.POSITIVE_INFINITY;
  length = 0;
  private stream: EventStream | undefined;
  private onDeaf: () => void = () => undefined;
  private readonly kept: string[] = [];
  /** All events, until they are heard for the first time. */
  private unheard: string[] | undefined;
  /** Number of the latest event, and of the latest that was written to somebody. */
  private last = 0;
  private written = 0;

  constructor(
    private readonly name: string,
    private readonly limits: EventLogLimits,
    private readonly onLength: (change: number) => void,
    whole: boolean,
  ) {
    if (whole) this.unheard = [];
  }

  /** Whether somebody hears it now. */
  get isHeard(): boolean {
    return this.stream?.open === true;
  }

  /** Whether it has ended and nothing of it is kept. */
  get isSpent(): boolean {
    return this.kept.length === 0 && Number.isFinite(this.endedAt);
  }

  write(message: Buffer | string): void {
    const event = `id: ${this.name}.${String(++this.last)}\n${eventOf(message)}`;
    if (this.stream?.open === true) {
      this.stream.write(event);
      this.written = this.last;
    }
    this.unheard?.push(event);
    this.kept.push(event);
    this.grow(event.length);
    if (this.kept.length > this.limits.events) this.dropOldest();
  }

  /** Whether all events since then are there to be told again. */
  has(after: number): boolean {
    return after >= this.last - this.kept.length;
  }

  /**
   * From now on it is this connection that hears; the one before ends. Begins with what came after the event `after`. `onDeaf` runs when
   * it hears nothing more.
   */
  attach(stream: EventStream, after = this.written, onDeaf: () => void = () => undefined): void {
    this.letGo();
    this.stream = stream;
    this.onDeaf = onDeaf;
    const first = this.unheard === undefined ? this.last - this.kept.length : 0;
    if (this.limits.primes) stream.write(`id: ${this.name}.${String(Math.max(after, first))}\ndata: \n\n`);
    for (const event of this.unheard ?? this.kept.slice(Math.max(0, after - first))) stream.write(event);
    this.unheard = undefined;
    this.written = this.last;
    if (Number.isFinite(this.endedAt)) this.letGo();
  }

  /** The connection is gone: what it takes up in memory is not held any longer. */
  detach(stream: EventStream): void {
    if (this.stream === stream) this.letGo();
  }

  end(): void {
    this.endedAt = performance.now();
    if (this.unheard !== undefined) setTimeout(() => (this.unheard = undefined), attachMs).unref();
    this.letGo();
  }

  /** Whether there was one. */
  dropOldest(): boolean {
    const event = this.kept.shift();
    if (event !== undefined) this.grow(-event.length);
    return event !== undefined;
  }

  private letGo(): void {
    const { stream, onDeaf } = this;
    this.stream = undefined;
    this.onDeaf = () => undefined;
    stream?.end();
    onDeaf();
  }

  private grow(change: number): void {
    this.length += change;
    this.onLength(change);
  }
}
