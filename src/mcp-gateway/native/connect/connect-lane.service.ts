import { Injectable } from '@nestjs/common';

import { printed } from '../../../kernel/text/printable.js';
import { Problem } from '../../../kernel/problems/problem.js';
import { failureResponse } from '../../../mcp/server/failure-reply.js';
import { listenFilterOf } from '../../../mcp/server/listen-filter.js';
import { listenStream, type ListenSource } from '../../../mcp/server/listen-stream.js';
import { checkModernRequest } from '../../../mcp/server/modern-checks.js';
import { discovered } from '../../../mcp/server/modern-results.js';
import type { NativeAnswer } from '../../../mcp/server/native-answer.js';
import { expectsAnswer, type NativeMessage, type NativeRequest } from '../../../mcp/server/native-request.js';
import { NativeSessions } from '../../../mcp/server/native-sessions.service.js';
import type { NativeSession } from '../../../mcp/server/native-session.js';
import { emptyReply, RpcRefusal } from '../../../mcp/server/rpc-reply.js';
import { shakeHands } from '../../../mcp/server/session-peer.js';
import { rpcErrorCodes } from '../../../mcp/wire/error-codes.js';
import { headerNames } from '../../../mcp/wire/header-names.js';
import type { RpcRequest } from '../../../mcp/wire/json-rpc.js';
import { Config } from '../../../platform/config/config.js';
import { Reply, type StreamReply } from '../../../platform/http/answers/reply.js';
import { version } from '../../../version.js';
import { AnsweringPeer, type PeerIntroduction } from '../answering-peer.js';
import { ModernAnswers } from '../modern-answers.service.js';
import { LinkSession } from '../link-session.js';
import type { NativeCall } from '../native-call.js';
import { askedOf } from './asked-message.js';
import { ConnectAnswers } from './connect-answers.service.js';
import { serverCapabilities, ServerMcp } from './server-mcp.service.js';
import { SessionConnects } from './session-connects.service.js';

type Asked = NativeMessage & { id: string | number; method: string };

/**
 * Clients at a server that wants OAuth, while nobody has connected it for them: the handshake succeeds, the list has one tool, which connects
 * it, and what is opened now goes on with the server itself when that is done.
 */
@Injectable()
export class ConnectLane {
  /** Sessions that were opened here: they take everything, connected or not. */
  private readonly own = new WeakSet<NativeSession>();

  constructor(
    private readonly mcp: ServerMcp,
    private readonly connects: ConnectAnswers,
    private readonly answers: ModernAnswers,
    private readonly pending: SessionConnects,
    private readonly sessions: NativeSessions,
    private readonly config: Config,
  ) {}

  /** Whether a request of 2026-07-28 is an answer to what was asked here. */
  isAnswer(call: NativeCall, { messages }: NativeRequest): boolean {
    const [message] = messages;
    return message !== undefined && expectsAnswer(message) && this.connects.isOwn(askedOf(call, message));
  }

  owns(session: NativeSession): boolean {
    return this.own.has(session);
  }

  /** A message of 2026-07-28. Throws refusals. */
  modern(call: NativeCall, request: NativeRequest): NativeAnswer | Promise<NativeAnswer> {
    const [message] = request.messages;
    if (request.isBatch || message === undefined)
      throw new RpcRefusal(rpcErrorCodes.invalidRequest, '2026-07-28 takes one message at a time.');
    if (!expectsAnswer(message)) return emptyReply(202);
    checkModernRequest(message, call.headers);
    const { id, method } = message;
    if (method === 'server/discover') {
      const introduction = { capabilities: serverCapabilities, instructions: undefined };
      const result = discovered({ ...introduction, ...introductionOf(call) });
      return Reply.json({ jsonrpc: '2.0', id, result });
    }
    if (method === 'subscriptions/listen') return this.listen(call, message);
    return this.answers.begin(call, message, call.server, this.mcp);
  }

  /** Opens a session that goes on when the server is connected. */
  open(call: NativeCall, initialize: NativeMessage): Promise<NativeAnswer> {
    return this.sessions.inPlace(call.principal, () => this.begin(call, initialize));
  }

  /** A message in a session that was opened with the server, or without any. Throws refusals. */
  async inSession(
    call: NativeCall,
    { messages, isBatch }: NativeRequest,
    session: NativeSession | undefined,
  ): Promise<NativeAnswer> {
    const asked = messages.filter(expectsAnswer);
    if (asked.length === 0) return emptyReply(202);
    const answers = await Promise.all(asked.map((message) => this.answered(call, message, session)));
    const body = isBatch ? `[${answers.join(',')}]` : String(answers[0]);
    return new Reply(200, body, { 'content-type': 'application/json' });
  }

  /** What a request is answered that was on its way to the server when it turned out that somebody must connect it, again or for more. */
  refused(
    call: NativeCall,
    { era, messages, isBatch }: NativeRequest,
    session: NativeSession | undefined,
    need: Problem,
  ): NativeAnswer {
    const message = messages.find(expectsAnswer);
    if (message === undefined || isBatch) throw need;
    const { id } = message;
    if (era === 'modern') return this.connects.failed(need, askedOf(call, message), id, call.context);
    return Reply.json({ jsonrpc: '2.0', id, result: this.pending.told(need, session, call, message) });
  }

  private listen({ upstream, context }: NativeCall, message: Asked): StreamReply {
    const wishes = listenFilterOf(message, this.config.values.MAX_SUBSCRIPTIONS);
    const { listeners } = upstream;
    const source: ListenSource = {
      lists: (listener) => {
        listeners.lists.add(listener);
        return () => listeners.lists.delete(listener);
      },
      resource: (uri, listener) => listeners.resources.watch(uri, listener),
    };
    return listenStream(message.id, wishes, source, context);
  }

  private async begin(call: NativeCall, initialize: NativeMessage): Promise<NativeAnswer> {
    const { principal, owner, server, upstream, context } = call;
    const caller = { principal, owner };
    const { CONNECT_TIMEOUT_MS, STREAM_HEARTBEAT_MS } = this.config.values;
    const { listeners } = upstream;
    const renew = () =>
      new AnsweringPeer({
        caller,
        capabilities: serverCapabilities,
        state: () => Promise.resolve(server),
        introduction: () => introductionOf(call),
        answer: (asked) => this.mcp.answer(asked),
        watch: (_of, listener) => {
          listeners.lists.add(listener);
          return Promise.resolve(() => listeners.lists.delete(listener));
        },
        subscribe: (_of, uri, listener) => listeners.resources.watch(uri, listener),
        doneElsewhere: this.connects.doneElsewhere(caller),
      });
    const peer = renew();
    const { message } = await shakeHands(peer, initialize as unknown as RpcRequest, CONNECT_TIMEOUT_MS);
    const session = new LinkSession<NativeCall>(peer, this.sessions.memoryFor(initialize), {
      renew,
      timeoutMs: upstream.timeoutOf(server.definition.options.timeoutMs),
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      heartbeatMs: STREAM_HEARTBEAT_MS,
      eventLog: this.sessions.eventLogFor(message.result),
      around: async (later, asked, run) => {
        try {
          return printed((await run(asked)).message);
        } catch (error) {
          return failureResponse(error, asked.id, later.context);
        }
      },
    });
    this.own.add(session);
    context.setHeader(headerNames.sessionId, this.sessions.add(principal, server, session));
    return Reply.json(message);
  }

  /** The answer to one request, as text. */
  private async answered(
    call: NativeCall,
    message: Asked,
    session: NativeSession | undefined,
  ): Promise<string> {
    const { id, method } = message;
    try {
      const result = ownMethods.has(method)
        ? {}
        : await this.pending.around(session, call, message, () =>
            this.mcp.answer({
              ...askedOf(call, message),
              state: call.server,
              scope: call.context,
              notify: undefined,
            }),
          );
      return printed({ jsonrpc: '2.0', id, result });
    } catch (error) {
      return failureResponse(error, id, call.context);
    }
  }
}

/** What has nobody to be told of while there is no connection. */
const ownMethods: ReadonlySet<string> = new Set(['ping', 'logging/setLevel', 'resources/unsubscribe']);

/** Nothing of the server itself is known yet but what it is called here. */
function introductionOf({ server: { handle, definition } }: NativeCall): PeerIntroduction {
  return { serverInfo: { name: handle, title: definition.name, version } };
}
