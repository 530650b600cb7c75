import { InFlight } from '../../kernel/in-flight.js';
import { keyOf } from '../../kernel/json/exact-number.js';
import { Listeners } from '../../mcp/wire/listeners.js';
import { isNotification, isResponse, type RpcMessage, type RpcRequest } from '../../mcp/wire/json-rpc.js';
import { tooManyEvents } from '../../mcp/wire/exchange-events.js';
import { LinkFailure } from '../../mcp/wire/link-failure.js';
import type { Exchange, LinkLimits, RawResponse, LinkRequestOptions } from '../../mcp/wire/link.js';
import { decodeMessages } from '../../mcp/wire/message-decoder.js';
import { isTelling, tellingBytes } from './unheard.js';

interface Pending {
  readonly isEndless: boolean;
  /** What the server had told on the channel when the request was sent. */
  readonly events: number;
  readonly bytes: number;
  readonly cancel: (failure: LinkFailure) => void;
  readonly resolve: (response: RawResponse) => void;
  readonly reject: (failure: LinkFailure) => void;
}

/** Correlates requests and responses on a transport where all messages share one channel (stdio, HTTP+SSE). */
export class Channel {
  private readonly pending = new InFlight<Pending, string | number>();
  private readonly hearers = new Listeners();
  /** Whether log lines and progress are for the listeners of requests alone. */
  dropsUnheard = false;
  private events = 0;
  private bytes = 0;

  constructor(
    private readonly write: (message: RpcMessage, bytes?: Buffer) => Promise<void>,
    private readonly onUnrelated: (message: RpcMessage, bytes?: Buffer) => void,
    private readonly limits: LinkLimits,
  ) {}

  request(message: RpcRequest, options: LinkRequestOptions = {}): Exchange {
    const id = keyOf(message.id);
    const cancel = (failure: LinkFailure) => {
      const waiter = this.settle(id);
      if (waiter === undefined) return;
      waiter.reject(failure);
      this.write({
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId: id, reason: failure.message },
      }).catch(() => undefined);
    };
    const { events, bytes } = this;
    const isEndless = message.method === 'subscriptions/listen';
    const response = new Promise<RawResponse>((resolve, reject) => {
      this.pending.set(id, { isEndless, events, bytes, cancel, resolve, reject });
    });
    this.hearers.add(message, options.onNotification);
    this.write(message, options.bytes).catch((error: unknown) => {
      this.settle(id)?.reject(LinkFailure.from(error));
    });
    return {
      response,
      cancel,
      forget: () =>
        this.settle(id)?.reject(new LinkFailure('cancelled', 'the caller does not wait any longer')),
    };
  }

  /** Takes the bytes of one or more messages from the server. Throws `bad-answer`. */
  receive(bytes: Buffer): void {
    if (this.dropsUnheard && !this.hearers.any && isTelling(bytes.toString('latin1', 0, tellingBytes))) {
      this.count(bytes.length);
      return;
    }
    const messages = decodeMessages(bytes, this.limits.maxResultValues);
    const whole = messages.length === 1 ? bytes : undefined;
    for (const { message, resultBytes, fault } of messages) {
      if (!isResponse(message)) {
        this.count(bytes.length / messages.length);
        this.deliver(message, whole);
      } else if (message.id !== null) {
        const waiter = this.settle(message.id);
        if (fault !== undefined) waiter?.reject(fault);
        else if (waiter !== undefined)
          this.answer(waiter, { message, resultBytes, bytes: whole }, bytes.length);
      }
    }
  }

  /** The transport is gone: nobody waits any longer. */
  fail(failure: LinkFailure): void {
    for (const waiter of this.pending.values()) waiter.reject(failure);
    this.pending.clear();
  }

  /** What comes beside the answers counts for all that wait for one. Looked at now and then. */
  private count(bytes: number): void {
    this.bytes += bytes;
    if (++this.events % 64 !== 0) return;
    const { maxExchangeBytes, maxExchangeEvents } = this.limits;
    for (const waiter of [...this.pending.values()])
      if (waiter.isEndless) continue;
      else if (this.events - waiter.events > maxExchangeEvents)
        waiter.cancel(tooManyEvents(maxExchangeEvents));
      else if (this.bytes - waiter.bytes > maxExchangeBytes)
        waiter.cancel(
          new LinkFailure(
            'too-large',
            `the answer is larger than MAX_EXCHANGE_BYTES (${String(maxExchangeBytes)})`,
          ),
        );
  }

  private answer(waiter: Pending, response: RawResponse, bytes: number): void {
    const max = this.limits.maxResultBytes;
    if (bytes <= max) waiter.resolve(response);
    else
      waiter.reject(
        new LinkFailure('too-large', `the answer is larger than MAX_RESULT_BYTES (${String(max)})`),
      );
  }

  private deliver(message: RpcMessage, bytes: Buffer | undefined): void {
    if (isNotification(message)) this.hearers.tell(message);
    this.onUnrelated(message, bytes);
  }

  private settle(id: string | number): Pending | undefined {
    const waiter = this.pending.take(id);
    this.hearers.delete(id);
    return waiter;
  }
}
