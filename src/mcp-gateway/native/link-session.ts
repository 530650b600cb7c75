import { InFlight } from '../../kernel/in-flight.js';
import { headerNames } from '../../mcp/wire/header-names.js';
import { rpcErrorCodes } from '../../mcp/wire/error-codes.js';
import type { CallScope } from '../../kernel/call-scope.js';
import { isSameValue, keyOf, printJson } from '../../kernel/json/exact-number.js';
import { isJsonObject } from '../../kernel/json/json.js';
import { Problem } from '../../kernel/problems/problem.js';
import { withTraceparent } from '../../kernel/traced-message.js';
import {
  isNotification,
  isRequest,
  type RpcMessage,
  type RpcNotification,
  type RpcRequest,
} from '../../mcp/wire/json-rpc.js';
import { LinkFailure } from '../../mcp/wire/link-failure.js';
import type { Exchange, RawResponse } from '../../mcp/wire/link.js';
import { DeferredReply } from '../../mcp/server/deferred-reply.js';
import { inTime } from '../../mcp/server/in-time.js';
import type { ClientCall } from '../../platform/http/client-call.js';
import { headerOf, type NativeAnswer } from '../../mcp/server/native-answer.js';
import { refusalOfQuestion } from './http/muted-answer.js';
import {
  expectsAnswer,
  metaOf,
  type NativeMessage,
  type NativeRequest,
} from '../../mcp/server/native-request.js';
import type { NativeSession } from '../../mcp/server/native-session.js';
import { emptyReply, RpcRefusal } from '../../mcp/server/rpc-reply.js';
import { SessionMailbox } from '../../mcp/server/session-mailbox.js';
import type { SessionMemory } from '../../mcp/server/session-memory.js';
import { shakeHands, type SessionPeer } from '../../mcp/server/session-peer.js';
import { requireSessionVersion } from '../../mcp/server/session-version.js';
import type { IdleProcess } from '../../upstreams/connection/places/process-places.js';
import { heardOf } from '../../upstreams/tools/gate/hearing.js';
import type { LinkSessionOptions } from './link-session-options.js';

interface Running {
  readonly id: string | number;
  readonly progressToken: unknown;
  readonly answer: DeferredReply;
  readonly scope: CallScope;
  exchange?: Exchange;
}

/** Notifications and answers of a client that its server has not taken yet. */
const maxSending = 100;

const revivalMs = { first: 100, longest: 5000 };

/**
 * A session over one channel that carries everything: which message goes into which HTTP answer is decided here. When the peer is
 * lost, another takes its place and is told what the client had said.
 */
export class LinkSession<C extends ClientCall> implements NativeSession {
  private readonly running = new InFlight<Running, string | number>();
  private readonly mailbox: SessionMailbox;
  private peer: SessionPeer | undefined;
  private reviving: Promise<SessionPeer> | undefined;
  /** Requests of the server that the client has not answered: meanwhile no call is late. */
  private asked = 0;
  private closed = false;
  private streams = 0;
  private sending = 0;
  /** When the client last sent something, by `performance.now()`. */
  private usedAt = performance.now();

  constructor(
    first: SessionPeer,
    private readonly memory: SessionMemory,
    private readonly options: LinkSessionOptions<C>,
  ) {
    this.mailbox = new SessionMailbox(options.eventLog);
    this.adopt(first);
  }

  get busy(): boolean {
    return this.running.size > 0 || this.streams > 0;
  }

  get initialize(): NativeMessage {
    return this.memory.initialize;
  }

  tell(notification: RpcNotification): void {
    this.route(notification, undefined, undefined);
  }

  async post(call: C, { messages, isBatch, bytes }: NativeRequest): Promise<NativeAnswer> {
    const [message] = messages;
    if (isBatch || message === undefined)
      throw new RpcRefusal(rpcErrorCodes.invalidRequest, 'This server takes one message at a time.');
    requireSessionVersion(call.headers);
    this.memory.remember(message);
    this.usedAt = performance.now();
    if (expectsAnswer(message)) return this.request(call, message, bytes);
    const peer = this.peer ?? (await this.revive());
    if (message.method === undefined) this.asked = Math.max(0, this.asked - 1);
    if (message.method === 'notifications/cancelled') this.cancelled(message);
    await this.send(peer, message, bytes);
    return emptyReply(202);
  }

  get(call: ClientCall): Promise<NativeAnswer> {
    requireSessionVersion(call.headers);
    const reply = this.mailbox.open(call.context, headerOf(call, headerNames.lastEventId));
    this.streams++;
    call.res.on('close', () => this.streams--);
    if (this.peer === undefined) this.reviveSoon(revivalMs.first);
    return Promise.resolve(reply);
  }

  /** The process, unless a request is under way. The session goes on without it, and starts another when its client sends something. */
  idleProcess(): IdleProcess | undefined {
    const { peer } = this;
    if (peer === undefined || this.running.size > 0 || this.asked > 0) return undefined;
    return {
      idleMs: performance.now() - this.usedAt,
      isHeard: this.streams > 0,
      give: () => {
        this.peer = undefined;
        peer.onClose = () => undefined;
        return peer.close();
      },
    };
  }

  async close(): Promise<void> {
    this.closed = true;
    this.mailbox.close();
    await this.reviving?.catch(() => undefined);
    await this.peer?.close();
  }

  /** What is no request has no place among the calls: a peer that takes nothing must not gather it here. */
  private async send(peer: SessionPeer, message: NativeMessage, bytes: Buffer): Promise<void> {
    if (this.sending >= maxSending)
      throw new Problem('overloaded', 'The server does not take the messages that it is sent.', {
        retryAfterMs: 1000,
      });
    this.sending++;
    try {
      const taken = peer.send(message as unknown as Parameters<SessionPeer['send']>[0], bytes);
      await inTime(taken, this.options.timeoutMs, 'taking the message');
    } finally {
      this.sending--;
    }
  }

  private request(
    call: C,
    message: NativeMessage & { id: string | number },
    bytes: Buffer,
  ): Promise<NativeAnswer> {
    const id = keyOf(message.id);
    if (this.running.has(id))
      throw new RpcRefusal(rpcErrorCodes.invalidRequest, 'A request with this id is under way.');
    const answer = new DeferredReply(this.options.heartbeatMs, call.headers.accept, () =>
      this.mailbox.answer(),
    );
    const { progressToken } = metaOf(message);
    const running: Running = { id, progressToken, answer, scope: call.context };
    this.running.set(id, running);
    void this.options
      .around(call, message, (changed, traceparent) => {
        const told = changed === message ? bytes : Buffer.from(printJson(changed));
        return this.exchange(
          running,
          changed,
          traceparent === undefined ? told : withTraceparent(told, traceparent),
        );
      })
      .then((response) => {
        answer.end(response);
      })
      .finally(() => this.running.take(id));
    return answer.reply;
  }

  /** A peer that is found gone before it got the request is replaced, once. */
  private async exchange(
    running: Running,
    message: NativeMessage,
    bytes: Buffer | undefined,
  ): Promise<RawResponse> {
    const peer = this.peer ?? (await this.revive());
    try {
      return await this.attempt(peer, running, message, bytes);
    } catch (error) {
      const { kind } = LinkFailure.from(error);
      if (kind !== 'closed' && kind !== 'session-lost') throw error;
      if (this.peer === peer) this.peer = undefined;
      return this.attempt(await this.revive(), running, message, bytes);
    }
  }

  private async attempt(
    peer: SessionPeer,
    running: Running,
    message: NativeMessage,
    bytes: Buffer | undefined,
  ): Promise<RawResponse> {
    const exchange = peer.request(message as unknown as RpcRequest, { bytes, scope: running.scope });
    running.exchange = exchange;
    const { timeoutMs } = this.options;
    const timer = setInterval(() => {
      if (this.asked > 0) return;
      exchange.cancel(new LinkFailure('timeout', `the server did not answer within ${String(timeoutMs)} ms`));
    }, timeoutMs);
    try {
      return await exchange.response;
    } finally {
      clearInterval(timer);
    }
  }

  /** The client waits no longer, and nor does anything here; the server is told in the client's own words. */
  private cancelled({ params }: NativeMessage): void {
    const id = keyOf(params?.['requestId']);
    const running = typeof id === 'string' || typeof id === 'number' ? this.running.get(id) : undefined;
    if (running === undefined) return;
    running.answer.drop();
    running.exchange?.forget?.();
    this.running.take(running.id);
  }

  /** Progress goes to the request it is of; questions and log lines to the latest; changes to the stream that is there for them. */
  private route(message: RpcMessage, bytes: Buffer | undefined, about: string | number | undefined): void {
    const refusal = this.options.muted === true ? refusalOfQuestion(message) : undefined;
    if (refusal !== undefined) {
      this.peer?.send(refusal).catch(() => undefined);
      return;
    }
    const text = bytes ?? printJson(message);
    const running = [...this.running.values()];
    const latest = running.find(({ id }) => about !== undefined && id === about) ?? running.at(-1);
    if (isRequest(message)) this.asked++;
    else if (isNotification(message) && message.method === 'notifications/progress') {
      const token = message.params?.['progressToken'];
      const concerned = [...this.running.values()].find(
        ({ progressToken }) => progressToken !== undefined && isSameValue(progressToken, token),
      );
      if (concerned?.answer.tell(text) !== true) this.mailbox.put(text);
      return;
    } else if (isNotification(message) && message.method !== 'notifications/message' && this.mailbox.isOpen) {
      this.mailbox.put(text);
      return;
    }
    if (latest?.answer.tell(text) !== true) this.mailbox.put(text);
  }

  private adopt(peer: SessionPeer): void {
    this.peer = peer;
    this.asked = 0;
    peer.onMessage = (message, bytes, about) => {
      const heard = heardOf(message, this.options.hearing?.());
      if (heard !== undefined) this.route(heard, heard === message ? bytes : undefined, about);
    };
    peer.onClose = () => {
      if (this.peer === peer) this.peer = undefined;
      if (this.mailbox.isOpen) this.reviveSoon(revivalMs.first);
    };
  }

  private reviveSoon(pauseMs: number): void {
    setTimeout(() => {
      if (this.closed || this.peer !== undefined || !this.mailbox.isOpen) return;
      this.revive().catch(() => {
        this.reviveSoon(Math.min(pauseMs * 2, revivalMs.longest));
      });
    }, pauseMs).unref();
  }

  private revive(): Promise<SessionPeer> {
    this.reviving ??= this.reopen().finally(() => {
      this.reviving = undefined;
    });
    return this.reviving;
  }

  private hasEnded(): boolean {
    return this.closed;
  }

  private async reopen(): Promise<SessionPeer> {
    if (this.hasEnded()) throw new LinkFailure('closed', 'the session has ended');
    const peer = this.options.renew();
    const { message } = await shakeHands(
      peer,
      this.memory.initialize as unknown as RpcRequest,
      this.options.connectTimeoutMs,
    );
    if (!isJsonObject(message.result) || this.hasEnded()) {
      await peer.close();
      throw new LinkFailure('unreachable', 'the server does not open the session again');
    }
    try {
      await inTime(this.retell(peer), this.options.connectTimeoutMs, 'hearing what had been said');
    } catch (error) {
      void peer.close();
      throw error;
    }
    this.adopt(peer);
    return peer;
  }

  private async retell(peer: SessionPeer): Promise<void> {
    for (const told of this.memory.replay()) {
      if (expectsAnswer(told)) await peer.request(told as unknown as RpcRequest).response;
      else await peer.send(told as unknown as Parameters<SessionPeer['send']>[0]);
    }
  }
}
