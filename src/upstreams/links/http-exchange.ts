import type { Dispatcher } from 'undici';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Duplex } from 'node:stream';
import { ProxyRefusal } from '../../platform/egress/proxy-tunnel.js';
import { ownBytes } from '../../kernel/freeable-bytes.js';
import { EgressDenied } from '../../platform/egress/egress-policy.js';
import { LinkFailure } from '../../mcp/wire/link-failure.js';
import { AnswerRoom, type HoldAnswer } from '../../platform/usage/answer-room.js';
import { PacedReading } from './paced-reading.js';
import type { RedactedStream, Redacts } from './redaction/redaction.js';

/** What is done with the parts of an HTTP response as they arrive. Anything thrown ends the exchange. */
export interface ResponseSink {
  /** Bytes that the body may have, decompressed: `MAX_EXCHANGE_BYTES` of a stream, else `MAX_RESULT_BYTES`. */
  readonly cap: number;
  /** Whether it is a stream of events, which is read in turns with those of others; known when `onHead` is through. */
  readonly isStream?: boolean;
  /** Of a stream: the bytes of an event that has not ended. */
  readonly gathered?: number;
  onHead(status: number, headers: Readonly<Record<string, string | string[] | undefined>>): void;
  onData(chunk: Buffer): void;
  onEnd(): void;
  /** Called once, instead of `onEnd`. */
  onFailure(failure: LinkFailure): void;
}

/**
 * Feeds a response to its sink: decompresses, counts decompressed bytes against the cap, takes hidden values out, and turns errors of the
 * transport into failures that say whether a byte of the answer had come.
 */
export class HttpExchange implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | undefined;
  private decompressor: Duplex | undefined;
  private received = 0;
  private headSeen = false;
  private settled = false;
  private cancelled: LinkFailure | undefined;
  private deadline: NodeJS.Timeout | undefined;
  private reading: PacedReading | undefined;
  /** Who wants nothing to come for now. */
  private readonly held = new Set<'sink' | 'pace'>();

  private redacted: RedactedStream | undefined;
  private readonly room: AnswerRoom;

  constructor(
    private readonly sink: ResponseSink,
    private readonly redaction?: Redacts,
    holdAnswer?: HoldAnswer,
  ) {
    this.room = new AnswerRoom(holdAnswer);
  }

  cancel(failure: LinkFailure): void {
    if (this.settled) return;
    this.cancelled = failure;
    this.fail(failure);
    this.controller?.abort(failure);
  }

  /** Gives the answer so long to end, unless it has. */
  endWithin(ms: number, failure: LinkFailure): void {
    if (this.settled) return;
    clearTimeout(this.deadline);
    this.deadline = setTimeout(() => {
      this.cancel(failure);
    }, ms).unref();
  }

  /** Stops the answer from coming until `resume`; for who cannot pass it on as fast. */
  pause(): void {
    this.hold('sink');
  }

  resume(): void {
    this.release('sink');
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.cancelled !== undefined) controller.abort(this.cancelled);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    this.headSeen = true;
    // Not before: what is hidden may be known only when the request leaves.
    this.redacted = this.redaction?.stream();
    this.attempt(() => {
      this.sink.onHead(status, headers);
      this.decompressor = decompressorFor(headers['content-encoding']);
      if (this.sink.isStream === true) this.reading = this.inTurns();
      this.decompressor?.on('data', (chunk: Buffer) => {
        this.read(chunk);
      });
      this.decompressor?.on('end', () => {
        this.finish();
      });
      this.decompressor?.on('error', (cause) => {
        this.abort(new LinkFailure('bad-answer', 'the compressed answer cannot be read', { cause }));
      });
    });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.settled) return;
    if (this.decompressor === undefined) {
      // undici gives out what the socket has read, and is through with it when it gives out the next.
      if (this.redacted === undefined && this.sink.isStream !== true) ownBytes(chunk);
      this.read(chunk);
    } else if (!this.decompressor.write(chunk)) {
      controller.pause();
      this.decompressor.once('drain', () => {
        controller.resume();
      });
    }
  }

  onResponseEnd(): void {
    if (this.decompressor === undefined) this.finish();
    else this.decompressor.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.decompressor?.destroy();
    this.fail(this.cancelled ?? failureOf(error, this.headSeen));
  }

  private inTurns(): PacedReading {
    const source = {
      pause: () => {
        this.hold('pace');
      },
      resume: () => {
        this.release('pace');
      },
    };
    return new PacedReading(source, (piece) => {
      this.take(piece);
    });
  }

  private hold(by: 'sink' | 'pace'): void {
    this.held.add(by);
    (this.decompressor ?? this.controller)?.pause();
  }

  private release(by: 'sink' | 'pace'): void {
    this.held.delete(by);
    if (this.held.size === 0) (this.decompressor ?? this.controller)?.resume();
  }

  private read(chunk: Buffer): void {
    if (this.reading === undefined) this.take(chunk);
    else this.reading.push(chunk);
  }

  private take(chunk: Buffer): void {
    if (this.settled) return;
    this.received += chunk.length;
    const { cap } = this.sink;
    if (this.received > cap)
      this.abort(new LinkFailure('too-large', `the answer is larger than ${this.capName} (${String(cap)})`));
    else
      this.attempt(() => {
        const shown = this.redacted?.push(chunk) ?? chunk;
        if (shown.length > 0) this.sink.onData(shown);
        this.room.set(this.sink.isStream === true ? (this.sink.gathered ?? 0) : this.received);
      });
  }

  private get capName(): string {
    return this.sink.isStream === true ? 'MAX_EXCHANGE_BYTES' : 'MAX_RESULT_BYTES';
  }

  private finish(): void {
    if (this.settled) return;
    this.attempt(() => {
      const rest = this.redacted?.end();
      if (rest !== undefined && rest.length > 0) this.sink.onData(rest);
      this.sink.onEnd();
      this.settled = true;
      this.room.leave();
      clearTimeout(this.deadline);
    });
  }

  private attempt(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.abort(LinkFailure.from(error));
    }
  }

  private abort(failure: LinkFailure): void {
    this.fail(failure);
    this.decompressor?.destroy();
    this.controller?.abort(failure);
  }

  private fail(failure: LinkFailure): void {
    if (this.settled) return;
    this.settled = true;
    this.room.leave();
    this.reading?.stop();
    clearTimeout(this.deadline);
    this.sink.onFailure(failure);
  }
}

/** Codings have no case (RFC 9110 §8.4.1). */
function decompressorFor(encoding: string | string[] | undefined): Duplex | undefined {
  switch (encoding?.toString().toLowerCase()) {
    case undefined:
    case '':
    case 'identity':
      return undefined;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      throw new LinkFailure('bad-answer', 'the answer has a Content-Encoding that was not asked for');
  }
}

const connectFailures = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** `ETIMEDOUT` and the like also end connections in use; then the request may have arrived. Of several addresses comes one `AggregateError`. */
function isOfConnecting(error: NodeJS.ErrnoException): boolean {
  if (error.syscall !== undefined) return error.syscall === 'connect' || error.syscall === 'getaddrinfo';
  return error instanceof AggregateError || connectFailures.has(error.code ?? '');
}

function failureOf(error: NodeJS.ErrnoException, headSeen: boolean): LinkFailure {
  if (error instanceof LinkFailure) return error;
  if (error instanceof EgressDenied) return new LinkFailure('egress-denied', error.message, { cause: error });
  if (error instanceof ProxyRefusal)
    return new LinkFailure('unreachable', `no connection could be made: ${error.message}`, { cause: error });
  if (isOfConnecting(error))
    return new LinkFailure('unreachable', 'no connection could be made', { cause: error });
  return headSeen
    ? new LinkFailure('broken', 'the connection broke in the middle of the answer', { cause: error })
    : new LinkFailure('broken-before-answer', 'the connection broke before the answer', { cause: error });
}
