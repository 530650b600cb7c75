import { headerNames } from '../../../mcp/wire/header-names.js';
import { keyOf, printJson } from '../../../kernel/json/exact-number.js';
import { Injectable } from '@nestjs/common';
import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import { withTraceparent } from '../../../kernel/traced-message.js';
import { Config } from '../../../platform/config/config.js';
import { Reply } from '../../../platform/http/answers/reply.js';
import { problemOfFailure } from '../../../upstreams/connection/failure-mapping.js';
import type { HttpOrigin } from '../../../upstreams/links/http-origin.js';
import { mayMeanLostSession } from '../../../upstreams/links/http-status.js';
import { LinkFailure } from '../../../mcp/wire/link-failure.js';
import { NativeAccess } from '../../../upstreams/connection/native-access.service.js';
import { CallGate } from '../../../upstreams/tools/gate/call-gate.service.js';
import type { GatedMessage } from '../../../upstreams/tools/gate/message-target.js';
import { heardOf } from '../../../upstreams/tools/gate/hearing.js';
import { isEventStream } from '../../../mcp/wire/event-stream-parser.js';
import { HeardAnswers } from './heard-answers.js';
import { inBand } from './in-band.js';
import { relayPost, replyOf, type Relayed, type RelayLimits } from './http-relay.js';
import { farewellTo } from './farewell.js';
import type { NativeAnswer } from '../../../mcp/server/native-answer.js';
import type { NativeCall } from '../native-call.js';
import { mayAsk } from '../../questions/question-rules.js';
import { MutedAnswer } from './muted-answer.js';
import { expectsAnswer, type NativeMessage, type NativeRequest } from '../../../mcp/server/native-request.js';
import { reviewed } from './reviewed-request.js';
import { headersForClient, headersForServer } from './relay-headers.js';
import { sentHeaders } from './sent-headers.js';
import { rpcErrorOf } from '../../../mcp/server/rpc-reply.js';
import { messagesIn, requirePassable } from './server-answer.js';
import { toldEvent } from './told-events.js';
import { mayStray, methodOf, StrayAnswers } from './stray-answers.js';

/** The server's side of a session: what it is called there, and what to do when it is forgotten. */
export interface ServerSession {
  readonly clientId: string;
  readonly serverId: string;
  /** Whether the server does not know it any more; asks it. */
  isLost(): Promise<boolean>;
  /** Opens it anew, unless it is another one than `lostId` by now. Rejects with a `LinkFailure`. */
  heal(lostId: string): Promise<void>;
}

/** What a POST needs in place of what belongs to the GET of a stream. */
const forMessages = { accept: 'application/json, text/event-stream', [headerNames.lastEventId]: undefined };

interface Sending {
  /** Listens for the record. */
  readonly heard: HeardAnswers | undefined;
  readonly sent: NativeRequest;
  /** Whether it is not what the client sent. */
  readonly isChanged: boolean;
  /** Whether the answer is gone through before the client gets it. */
  readonly isFiltered: boolean;
  readonly session: ServerSession | undefined;
}

/** Carries messages to remote servers that speak the revision of the client: unread where no policy wants to know. */
@Injectable()
export class HttpSender {
  constructor(
    private readonly access: NativeAccess,
    private readonly gate: CallGate,
    private readonly config: Config,
  ) {}

  /** Throws a `LinkFailure`. */
  origin({ upstream }: NativeCall): HttpOrigin {
    return this.access.origin(upstream);
  }

  limitsFor({ server, upstream }: NativeCall): RelayLimits {
    const { MAX_RESULT_BYTES, MAX_RESULT_ELEMENTS, MAX_TOOL_TIMEOUT_MS } = this.config.values;
    const { MAX_EXCHANGE_BYTES, MAX_EXCHANGE_EVENTS } = this.config.values;
    return {
      maxResultBytes: MAX_RESULT_BYTES,
      maxResultValues: MAX_RESULT_ELEMENTS,
      maxExchangeBytes: MAX_EXCHANGE_BYTES,
      maxExchangeEvents: MAX_EXCHANGE_EVENTS,
      timeoutMs: upstream.timeoutOf(server.definition.options.timeoutMs),
      maxTimeoutMs: MAX_TOOL_TIMEOUT_MS,
    };
  }

  /** Sends the messages of one POST and their answer back. Throws problems. */
  async send(call: NativeCall, request: NativeRequest, session?: ServerSession): Promise<NativeAnswer> {
    const { server, context, upstream } = call;
    const reviewing = reviewed(call.headers, request, (message) =>
      this.gate.review(call, server, message, context),
    );
    const sent = reviewing === undefined ? request : await reviewing;
    const asked = sent.messages.find(expectsAnswer);
    const admission =
      asked === undefined
        ? undefined
        : await upstream.admit({ method: asked.method, params: asked.params, server }, context);
    const traceparent = admission?.traceparent;
    const traced = traceparent === undefined ? call : { ...call, headers: { ...call.headers, traceparent } };
    const heard =
      admission && HeardAnswers.of(call, sent, admission.hop, this.config.values.MAX_RESULT_BYTES);
    const sending = {
      heard,
      sent: traceparent === undefined ? sent : { ...sent, bytes: withTraceparent(sent.bytes, traceparent) },
      isChanged: sent !== request,
      isFiltered: this.isFiltered(call, sent),
      session,
    };
    try {
      const usedId = session?.serverId;
      const first = await this.relay(traced, sending);
      const relayed =
        session === undefined || usedId === undefined || first.streamed || first.status < 400
          ? first
          : await this.relayAgain(traced, sending, first, session, usedId);
      if (!relayed.streamed) requirePassable(relayed, asked?.id);
      admission?.succeeded();
      admission?.heard(relayed.body);
      if (relayed.streamed) return undefined;
      heard?.whole(relayed);
      const left = this.muted(call, request.era, session)?.whole(relayed) ?? relayed;
      return await this.filtered(call, sent, inBand(left, asked, request.era, call), session?.clientId);
    } catch (error) {
      if (!(error instanceof LinkFailure)) throw error;
      this.tellOfTimeout(call, sending, error);
      throw admission?.failed(error) ?? problemOfFailure(error, undefined);
    } finally {
      heard?.end();
      admission?.leave();
    }
  }

  private relay(
    call: NativeCall,
    { sent, heard, isChanged, isFiltered, session }: Sending,
  ): Promise<Relayed> {
    return relayPost(this.origin(call), call, {
      headers: sentHeaders(call, sent, isChanged, session?.serverId),
      body: sent.bytes,
      limits: this.limitsFor(call),
      sessionId: session?.clientId,
      farewell: (failure) => {
        this.tellOfTimeout(call, { sent, session }, failure);
        return farewellTo(call, sent, failure);
      },
      heard: (chunk) => heard?.push(chunk),
      whole: isFiltered,
      isMuted: !mayAsk(call.server.definition.options),
      shown: this.shown(call, sent.era, session, sent.messages),
    });
  }

  /** What a client gets of an event of a stream that is not gone through as a whole; `undefined`: all of it. */
  shown(
    call: NativeCall,
    era: NativeRequest['era'],
    session: Pick<ServerSession, 'serverId'> | undefined,
    asked: readonly NativeMessage[] = [],
  ): ((block: string) => string | undefined) | undefined {
    const looks = [
      this.muted(call, era, session)?.shown,
      this.straysOf(call, asked)?.shown,
      toldEvent(this.gate.hearing(call.server)),
    ].filter((look) => look !== undefined);
    if (looks.length === 0) return undefined;
    return (block) =>
      looks.reduce<string | undefined>((left, look) => (left === undefined ? left : look(left)), block);
  }

  private straysOf(call: NativeCall, asked: readonly NativeMessage[]): StrayAnswers | undefined {
    const isFiltered = (method: string | undefined) => this.isShown(call, { method });
    return mayStray.some(isFiltered) ? new StrayAnswers(isFiltered, asked) : undefined;
  }

  /** For a server that may ask nothing: what it asks all the same is answered here. */
  muted(
    call: NativeCall,
    era: NativeRequest['era'],
    session: Pick<ServerSession, 'serverId'> | undefined,
  ): MutedAnswer | undefined {
    if (mayAsk(call.server.definition.options)) return undefined;
    return new MutedAnswer(
      (answer) => {
        // On 2026-07-28 no answer to a request of a server has a place.
        if (era === 'legacy') this.tell(call, session, answer);
      },
      (problem) => rpcErrorOf(problem, call.context),
    );
  }

  /** Until 2025-11-25 a closed HTTP request is not a cancelled one: the server has to be told (Utilities, Cancellation). */
  private tellOfTimeout(
    call: NativeCall,
    { sent, session }: Pick<Sending, 'sent' | 'session'>,
    { kind, message }: LinkFailure,
  ): void {
    const asked = sent.messages.find(expectsAnswer);
    if (kind !== 'timeout' || sent.era !== 'legacy' || asked === undefined || asked.method === 'initialize')
      return;
    const params = { requestId: asked.id, reason: message };
    this.tell(call, session, { jsonrpc: '2.0', method: 'notifications/cancelled', params });
  }

  /** A message of the gateway's own; what comes of it concerns nobody. */
  private tell(
    call: NativeCall,
    session: Pick<ServerSession, 'serverId'> | undefined,
    message: object,
  ): void {
    relayPost(this.origin(call), undefined, {
      headers: headersForServer({ ...call.headers, ...forMessages }, session?.serverId),
      body: printJson(message),
      limits: this.limitsFor(call),
    }).catch(() => undefined);
  }

  /** In a session that is opened anew, when the answer says that the server does not know the one that was used. */
  private async relayAgain(
    call: NativeCall,
    sending: Sending,
    refused: Relayed,
    session: ServerSession,
    usedId: string,
  ): Promise<Relayed> {
    if (!mayMeanLostSession(refused.status, refused.body)) return refused;
    const startedAt = performance.now();
    const isLost = await session.isLost();
    if (isLost) await session.heal(usedId);
    call.context.upstreamMs += performance.now() - startedAt;
    return isLost ? this.relay(call, sending) : refused;
  }

  /** An answer as the client is to see it, where a policy hides some of it. */
  async filtered(
    call: NativeCall,
    request: NativeRequest,
    relayed: Relayed,
    sessionId: string | undefined,
  ): Promise<Reply> {
    if (!this.isFiltered(call, request)) {
      this.straysOf(call, request.messages)?.refuse(relayed);
      return replyOf(relayed, sessionId);
    }
    const asked = new Map<unknown, NativeMessage>(
      request.messages.map((message) => [keyOf(message.id), message]),
    );
    const all = messagesIn(relayed);
    const hearing = this.gate.hearing(call.server);
    const answers = all
      .map((message) => heardOf(message, hearing))
      .filter((message) => message !== undefined);
    if (answers.length === 0) throw new LinkFailure('bad-answer', 'the server answered with nothing');
    const messages = await Promise.all(
      answers.map(async (message) => {
        const { result } = message;
        if (result === undefined) return this.withShownError(call, message, asked);
        const question = asked.get(keyOf(message['id']));
        const show =
          this.showing(call, question) ??
          this.showing(call, { method: methodOf(result), params: question?.params });
        if (show === undefined) return message;
        const shown = await show(result);
        return shown === result ? message : { ...message, result: shown };
      }),
    );
    const isSame = messages.length === all.length && messages.every((one, index) => one === all[index]);
    if (isSame) return replyOf(relayed, sessionId);
    const body = isEventStream(relayed.headers)
      ? messages.map((message) => `event: message\ndata: ${printJson(message)}\n\n`).join('')
      : printJson(request.isBatch ? messages : messages[0]);
    return new Reply(relayed.status, body, headersForClient(relayed.headers, sessionId));
  }

  /** An error that answers nothing that was asked is looked at as one of a tool. */
  private async withShownError(
    call: NativeCall,
    message: JsonObject,
    asked: ReadonlyMap<unknown, NativeMessage>,
  ): Promise<JsonObject> {
    const { error, id } = message;
    if (!isJsonObject(error)) return message;
    const about = asked.get(keyOf(id)) ?? { method: 'tools/call' };
    const shown = await this.gate.showError(call, call.server, about, call.context)?.(error);
    return shown === undefined || shown === error ? message : { ...message, error: shown };
  }

  private isFiltered(call: NativeCall, { messages }: NativeRequest): boolean {
    return messages.some((message) => this.isShown(call, message));
  }

  private isShown(call: NativeCall, message: GatedMessage): boolean {
    return this.showing(call, message) !== undefined;
  }

  private showing(call: NativeCall, message: GatedMessage | undefined): ReturnType<CallGate['show']> {
    return message === undefined ? undefined : this.gate.show(call, call.server, message, call.context);
  }
}
