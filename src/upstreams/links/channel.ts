import { keyOf } from '../../kernel/exact-number.js';
import { Hearers } from './hearers.js';
import { isNotification, isResponse, type RpcMessage, type RpcRequest } from './json-rpc.js';
import { LinkFailure } from './link-failure.js';
import type { Exchange, RawResponse, RequestOptions } from './link.js';
import { decodeMessages } from './message-decoder.js';

interface Pending {
  readonly resolve: (response: RawResponse) => void;
  readonly reject: (failure: LinkFailure) => void;
}

/** Correlates requests and responses on a transport where all messages share one channel (stdio, HTTP+SSE). */
export class Channel {
  private readonly pending = new Map<string | number, Pending>();
  private readonly hearers = new Hearers();

  constructor(
    private readonly write: (message: RpcMessage, bytes?: Buffer) => Promise<void>,
    private readonly onUnrelated: (message: RpcMessage, bytes?: Buffer) => void,
    private readonly maxResultBytes: number,
  ) {}

  request(message: RpcRequest, options: RequestOptions = {}): Exchange {
    const id = keyOf(message.id);
    const response = new Promise<RawResponse>((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
    });
    this.hearers.add(message, options.onNotification);
    this.write(message, options.bytes).catch((error: unknown) => {
      this.settle(id)?.reject(LinkFailure.from(error));
    });
    return {
      response,
      cancel: (failure) => {
        const waiter = this.settle(id);
        if (waiter === undefined) return;
        waiter.reject(failure);
        this.write({
          jsonrpc: '2.0',
          method: 'notifications/cancelled',
          params: { requestId: id, reason: failure.message },
        }).catch(() => undefined);
      },
      forget: () =>
        this.settle(id)?.reject(new LinkFailure('cancelled', 'the caller does not wait any longer')),
    };
  }

  /** Takes the bytes of one or more messages from the server. Throws `bad-answer`. */
  receive(bytes: Buffer): void {
    const messages = decodeMessages(bytes);
    const whole = messages.length === 1 ? bytes : undefined;
    for (const { message, resultBytes, fault } of messages) {
      if (!isResponse(message)) {
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

  private answer(waiter: Pending, response: RawResponse, bytes: number): void {
    const max = this.maxResultBytes;
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
    const waiter = this.pending.get(id);
    this.pending.delete(id);
    this.hearers.delete(id);
    return waiter;
  }
}
