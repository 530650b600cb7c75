import { OpenQuestions } from '../../questions/open-questions.service.js';
import { headerNames } from '../../../mcp/wire/header-names.js';
import { Injectable } from '@nestjs/common';
import { isSameValue } from '../../../kernel/json/exact-number.js';
import { isJsonObject } from '../../../kernel/json/json.js';
import { StreamReply } from '../../../platform/http/answers/reply.js';
import { fieldsOf } from '../../../mcp/wire/event-blocks.js';
import { EventFeed } from './event-feed.js';
import { relayEvents } from './event-relay.js';
import { relayPost, replyOf } from './http-relay.js';
import { HttpSender } from './http-sender.service.js';
import { HttpSession } from './http-session.js';
import type { NativeAnswer } from '../../../mcp/server/native-answer.js';
import type { NativeCall } from '../native-call.js';
import type { NativeRequest } from '../../../mcp/server/native-request.js';
import { NativeSessions } from '../../../mcp/server/native-sessions.service.js';
import { RelayTargets } from './relay-targets.service.js';
import { StreamViews } from './stream-views.service.js';
import { headersForServer } from './relay-headers.js';
import { refusalOf } from '../../../mcp/server/rpc-reply.js';
import { messageIn, messagesIn, requirePassable } from './server-answer.js';

/** Remote servers that speak the revision of the client. */
@Injectable()
export class HttpLane {
  constructor(
    private readonly sender: HttpSender,
    private readonly targets: RelayTargets,
    private readonly views: StreamViews,
    private readonly sessions: NativeSessions,
    private readonly questions: OpenQuestions,
  ) {}

  /** A POST without a session. */
  post(call: NativeCall, request: NativeRequest): Promise<NativeAnswer> {
    return this.sender.send(call, request);
  }

  /** Opens a session when the server does. `undefined` when its answer is none; throws a refusal when it is an error of MCP. */
  initialize(call: NativeCall, request: NativeRequest): Promise<NativeAnswer> {
    return this.sessions.inPlace(call.principal, () => this.begin(call, request));
  }

  private async begin(call: NativeCall, request: NativeRequest): Promise<NativeAnswer> {
    const { principal, server, headers } = call;
    const [initialize] = request.messages;
    if (initialize === undefined) return undefined;
    const origin = this.targets.origin(call);
    const limits = this.targets.limitsFor(call);
    const relayed = await relayPost(origin, call, {
      headers: headersForServer(headers, undefined),
      body: request.bytes,
      limits,
      whole: true,
    });
    requirePassable(relayed);
    const serverId = relayed.headers[headerNames.sessionId];
    const asSession = typeof serverId === 'string' ? { serverId } : undefined;
    const heard = this.views.muted(call, 'legacy', asSession)?.whole(relayed) ?? relayed;
    const answer = messagesIn(heard).find((message) => isSameValue(message['id'], initialize.id));
    if (isJsonObject(answer?.['error'])) throw refusalOf(answer['error']);
    const result = answer?.['result'];
    if (!isJsonObject(result)) return undefined;
    if (typeof serverId !== 'string') return this.sender.filtered(call, request, heard, undefined);
    const session = new HttpSession(
      origin,
      limits,
      this.sessions.memoryFor(initialize),
      String(result['protocolVersion']),
      serverId,
      {
        send: (later, messages, itself) => this.sender.send(later, messages, itself),
        shownTo: (later, itself) => this.views.shown(later, 'legacy', itself),
      },
    );
    session.clientId = this.sessions.add(principal, server, session, (end) =>
      this.questions.keep(principal, server, end),
    );
    return this.sender.filtered(call, request, heard, session.clientId);
  }

  /** `subscriptions/listen` (2026-07-28): the client's stream stays when the server's breaks off, and is acknowledged once. */
  async listen(call: NativeCall, request: NativeRequest): Promise<NativeAnswer> {
    const origin = this.targets.origin(call);
    const { maxResultBytes, timeoutMs } = this.targets.limitsFor(call);
    const headers = ['content-type', 'application/json', ...headersForServer(call.headers, undefined)];
    const open = () =>
      new EventFeed(
        (sink) => origin.exchange('POST', headers, request.bytes, sink),
        maxResultBytes,
        timeoutMs,
      );
    const first = open();
    const refused = await first.opened;
    if (refused !== undefined) {
      requirePassable(refused);
      return replyOf(refused);
    }
    call.res.on('close', () => {
      first.cancel();
    });
    let isAcknowledged = false;
    const shown = this.views.shown(call, 'modern', undefined);
    return new StreamReply((stream) =>
      relayEvents(stream, call.context, first, {
        endsWithServer: false,
        again: async () => {
          const feed = open();
          return (await feed.opened) === undefined ? feed : undefined;
        },
        isLast: (data) => isResponse(data),
        shown: (block, ways) => {
          if (!isAcknowledgement(fieldsOf(block).data))
            return shown === undefined ? block : shown(block, ways);
          const isFirst = !isAcknowledged;
          isAcknowledged = true;
          return isFirst ? block : undefined;
        },
      }),
    );
  }
}

function isAcknowledgement(data: string): boolean {
  return messageIn({ body: Buffer.from(data) })?.['method'] === 'notifications/subscriptions/acknowledged';
}

function isResponse(data: string): boolean {
  const message = messageIn({ body: Buffer.from(data) });
  return message !== undefined && !('method' in message);
}
