import { InFlight } from '../../../kernel/in-flight.js';
import { headerNames } from '../../../mcp/wire/header-names.js';
import { printJson } from '../../../kernel/json/exact-number.js';
import { StreamReply } from '../../../platform/http/answers/reply.js';
import type { HttpOrigin } from '../../../upstreams/links/http-origin.js';
import { isForgotten } from '../../../upstreams/links/http-status.js';
import { LinkFailure } from '../../../mcp/wire/link-failure.js';
import { EventFeed } from './event-feed.js';
import { relayEvents } from './event-relay.js';
import type { EventView } from './stream-ways.js';
import { relayPost, replyOf, type RelayLimits } from './http-relay.js';
import type { NativeAnswer } from '../../../mcp/server/native-answer.js';
import type { NativeCall } from '../native-call.js';
import { eventOf } from '../../../mcp/server/deferred-reply.js';
import type { EventStream } from '../../../platform/http/answers/event-stream.js';
import type { RpcNotification } from '../../../mcp/wire/json-rpc.js';
import type { NativeMessage, NativeRequest } from '../../../mcp/server/native-request.js';
import type { NativeSession } from '../../../mcp/server/native-session.js';
import { headersForServer } from './relay-headers.js';
import { messagesIn, requirePassable } from './server-answer.js';
import type { SessionMemory } from '../../../mcp/server/session-memory.js';

/** How messages go to the server, and what a client gets of its events, where it may not have all. */
interface Ways {
  send(call: NativeCall, request: NativeRequest, session: HttpSession): Promise<NativeAnswer>;
  shownTo(call: NativeCall, session: HttpSession): EventView | undefined;
}

const closeMs = 500;

/** A session with a remote server of the same era. The client keeps its id when the server has forgotten theirs: it is opened anew. */
export class HttpSession implements NativeSession {
  clientId = '';
  /** Messages that are being answered, and streams. */
  private readonly calls = new InFlight<NativeCall>();
  private healing: Promise<void> | undefined;
  private readonly streams = new Set<EventStream>();

  constructor(
    private readonly origin: HttpOrigin,
    private readonly limits: RelayLimits,
    private readonly memory: SessionMemory,
    private readonly protocolVersion: string,
    /** What the server calls the session. */
    public serverId: string,
    private readonly ways: Ways,
  ) {}

  get busy(): boolean {
    return this.calls.size > 0;
  }

  get initialize(): NativeMessage {
    return this.memory.initialize;
  }

  /** Without an id: a client that resumes asks the server for what came after the last that the server said. */
  tell(notification: RpcNotification): void {
    const [stream] = this.streams;
    stream?.write(eventOf(printJson(notification)));
  }

  async post(call: NativeCall, request: NativeRequest): Promise<NativeAnswer> {
    const ended = this.calls.add(call);
    try {
      for (const message of request.messages) this.memory.remember(message);
      return await this.ways.send(call, request, this);
    } finally {
      ended();
    }
  }

  /** The stream of what the server says unasked, or one that is resumed. It outlives the server. */
  async get(call: NativeCall): Promise<NativeAnswer> {
    const { context, res, headers } = call;
    const resumes = headers[headerNames.lastEventId] !== undefined;
    let feed: EventFeed | undefined = this.feed(call, headers[headerNames.lastEventId] as string | undefined);
    try {
      const refused = await feed.opened;
      if (refused?.status === 404) feed = await this.again(call, undefined);
      else if (refused !== undefined) {
        requirePassable(refused);
        return replyOf(refused, this.clientId);
      }
    } catch (error) {
      if (!LinkFailure.from(error).blamesServer) throw error;
      feed = undefined;
    }
    const ended = this.calls.add(call);
    res.on('close', () => {
      ended();
      feed?.cancel();
    });
    const again = (lastEventId: string | undefined) => this.again(call, lastEventId);
    return new StreamReply(async (stream) => {
      this.streams.add(stream);
      try {
        await relayEvents(stream, context, feed, {
          again,
          endsWithServer: resumes,
          shown: this.ways.shownTo(call, this),
        });
      } finally {
        this.streams.delete(stream);
      }
    });
  }

  /** What cannot be asked is not lost. */
  async isLost(): Promise<boolean> {
    const ping = this.relay({ jsonrpc: '2.0', id: 'gantry-ping', method: 'ping' });
    const status = await ping.then(
      (answer) => answer.status,
      () => undefined,
    );
    return isForgotten(status);
  }

  heal(lostId: string): Promise<void> {
    if (this.serverId !== lostId) return Promise.resolve();
    this.healing ??= this.reopen().finally(() => {
      this.healing = undefined;
    });
    return this.healing;
  }

  async close(): Promise<void> {
    for (const { context } of this.calls.values()) context.cancel();
    await new Promise<void>((resolve) => {
      const done = () => {
        resolve();
      };
      const sink = {
        cap: this.limits.maxResultBytes,
        onHead: () => undefined,
        onData: () => undefined,
        onEnd: done,
        onFailure: done,
      };
      const exchange = this.origin.exchange('DELETE', this.ownHeaders(), undefined, sink);
      setTimeout(() => {
        exchange.cancel(new LinkFailure('closed', 'the server took too long to end the session'));
      }, closeMs).unref();
    });
  }

  private async again(call: NativeCall, lastEventId: string | undefined): Promise<EventFeed | undefined> {
    const usedId = this.serverId;
    const feed = this.feed(call, lastEventId);
    const refused = await feed.opened;
    if (refused === undefined) return feed;
    if (refused.status !== 404 && refused.status !== 400) return undefined;
    await this.heal(usedId);
    const healed = this.feed(call, undefined);
    return (await healed.opened) === undefined ? healed : undefined;
  }

  private feed({ headers }: NativeCall, lastEventId: string | undefined): EventFeed {
    const chosen = headersForServer({ ...headers, [headerNames.lastEventId]: lastEventId }, this.serverId);
    return new EventFeed(
      (sink) => this.origin.exchange('GET', chosen, undefined, sink),
      this.limits.maxResultBytes,
      this.limits.timeoutMs,
    );
  }

  private async reopen(): Promise<void> {
    const opened = await relayPost(this.origin, undefined, {
      headers: ['accept', 'application/json, text/event-stream'],
      body: printJson(this.memory.initialize),
      limits: this.limits,
    });
    requirePassable(opened);
    const id = opened.headers[headerNames.sessionId];
    if (typeof id !== 'string' || !messagesIn(opened).some((message) => 'result' in message))
      throw new LinkFailure('session-lost', 'the server does not open the session again');
    this.serverId = id;
    for (const message of this.memory.replay()) await this.relay(message);
  }

  private relay(message: object): ReturnType<typeof relayPost> {
    return relayPost(this.origin, undefined, {
      headers: this.ownHeaders(),
      body: printJson(message),
      limits: this.limits,
    });
  }

  private ownHeaders(): string[] {
    return [
      ...['accept', 'application/json, text/event-stream'],
      ...[headerNames.protocolVersion, this.protocolVersion],
      ...[headerNames.sessionId, this.serverId],
    ];
  }
}
