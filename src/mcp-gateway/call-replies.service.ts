import { Injectable } from '@nestjs/common';
import type { CallScope } from '../kernel/call-scope.js';
import { Problem } from '../kernel/problems/problem.js';
import { prefersEvents } from '../platform/http/answers/accept.js';
import { Reply, StreamReply } from '../platform/http/answers/reply.js';
import type { ClientCall } from '../platform/http/client-call.js';
import { refuseStream } from '../platform/idempotency/idempotency-key.js';
import { Idempotency } from '../platform/idempotency/idempotency.service.js';
import { ticketIn, type ApprovalTicket } from '../upstreams/approvals/approval-problems.js';
import { ApprovalWaits } from './approving/approval-waits.service.js';
import { httpWay, waitOf } from './approving/http-way.js';
import { resultReply, streamedCall, tellCall, type CallRun } from './call-reply.js';

/** A call of a tool as it came by HTTP. */
interface AskedCall {
  /** Keys of different routes have nothing to do with each other. */
  readonly route: string;
  /** All that the call asks for. */
  readonly content: readonly unknown[];
  readonly isRaw: boolean;
  /** Whether grants leave the caller the tool, so that an answer that is kept may be given again. */
  readonly isLeft: () => boolean | Promise<boolean>;
  /** Finds the tool and asks whether it may be called. */
  readonly prepare: (scope: CallScope) => CallRun | Promise<CallRun>;
}

/**
 * Answers calls of tools: with the result, with an event stream when one is preferred, at most once with an `Idempotency-Key`, and with where
 * it is approved when a call needs that.
 */
@Injectable()
export class CallReplies {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly waits: ApprovalWaits,
  ) {}

  async reply(client: ClientCall, call: AskedCall): Promise<Reply | StreamReply> {
    const { headers, context } = client;
    const streamed = prefersEvents(headers.accept);
    const key = headers['idempotency-key']?.toString();
    if (key !== undefined) refuseStream(streamed);
    context.approving = httpWay(headers, key);
    try {
      return await this.answer(client, call, streamed, key);
    } catch (error) {
      const ticket = ticketIn(error);
      if (ticket === undefined) throw error;
      return streamed ? this.streamed(client, call, ticket) : this.approved(client, call, key, ticket);
    }
  }

  private async answer(
    { principal, context }: ClientCall,
    { route, content, isRaw, isLeft, prepare }: AskedCall,
    streamed: boolean,
    key: string | undefined,
  ): Promise<Reply | StreamReply> {
    if (key !== undefined && (await isLeft())) {
      const request = { principal, route, content: isRaw ? [...content, 'raw'] : content, scope: context };
      return this.idempotency.run(key, request, async (scope) => {
        const run = await prepare(scope);
        return resultReply(await run(), isRaw);
      });
    }
    const prepared = prepare(context);
    const run = prepared instanceof Promise ? await prepared : prepared;
    return streamed ? streamedCall(run, context, isRaw) : resultReply(await run(), isRaw).passing();
  }

  /** The answer once it is approved, if that happens while the caller waits; else where it is. */
  private async approved(
    client: ClientCall,
    call: AskedCall,
    key: string | undefined,
    ticket: ApprovalTicket,
  ): Promise<Reply | StreamReply> {
    if (waitOf(client.headers) === 0) return Reply.json({ approval: ticket }, 202);
    await this.decided(client, ticket);
    try {
      return await this.answer(client, call, false, key);
    } catch (error) {
      const still = ticketIn(error);
      if (still === undefined) throw error;
      return Reply.json({ approval: still }, 202);
    }
  }

  private streamed(client: ClientCall, call: AskedCall, ticket: ApprovalTicket): StreamReply {
    const { context } = client;
    return new StreamReply(async (stream) => {
      stream.send('approval', ticket);
      if (waitOf(client.headers) === 0) return;
      const run: CallRun = async (onNotification) => {
        await this.decided(client, ticket);
        return (await call.prepare(context))(onNotification);
      };
      await tellCall(stream, run, context, call.isRaw);
    });
  }

  private async decided(client: ClientCall, ticket: ApprovalTicket): Promise<void> {
    const { principal, headers, context } = client;
    await this.waits.untilDecided(ticket, principal.accountId, waitOf(headers), context);
    if (context.cancelled) throw new Problem('client-closed-request');
    context.approving = { door: 'http', again: 'asks', ...context.approving, id: ticket.id };
  }
}
