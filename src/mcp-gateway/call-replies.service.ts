import { Injectable } from '@nestjs/common';
import type { CallScope } from '../kernel/call-scope.js';
import { prefersEvents } from '../platform/http/answers/accept.js';
import type { Reply, StreamReply } from '../platform/http/answers/reply.js';
import type { ClientCall } from '../platform/http/client-call.js';
import { refuseStream } from '../platform/idempotency/idempotency-key.js';
import { Idempotency } from '../platform/idempotency/idempotency.service.js';
import { resultReply, streamedCall, type CallRun } from './call-reply.js';

/** A call of a tool as it came by HTTP. */
interface AskedCall {
  /** Keys of different routes have nothing to do with each other. */
  readonly route: string;
  /** All that the call asks for. */
  readonly content: readonly unknown[];
  readonly isRaw: boolean;
  /** Finds the tool and asks whether it may be called. */
  readonly prepare: (scope: CallScope) => CallRun | Promise<CallRun>;
}

/** Answers calls of tools: with the result, with an event stream when one is preferred, and at most once with an `Idempotency-Key`. */
@Injectable()
export class CallReplies {
  constructor(private readonly idempotency: Idempotency) {}

  async reply(
    { principal, headers, context }: ClientCall,
    { route, content, isRaw, prepare }: AskedCall,
  ): Promise<Reply | StreamReply> {
    const streamed = prefersEvents(headers.accept);
    const key = headers['idempotency-key']?.toString();
    if (key !== undefined) {
      refuseStream(streamed);
      const request = { principal, route, content: isRaw ? [...content, 'raw'] : content, scope: context };
      return this.idempotency.run(key, request, async (scope) => {
        const run = await prepare(scope);
        return resultReply(await run(), isRaw);
      });
    }
    const prepared = prepare(context);
    const run = prepared instanceof Promise ? await prepared : prepared;
    return streamed ? streamedCall(run, context, isRaw) : resultReply(await run(), isRaw);
  }
}
