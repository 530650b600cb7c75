import { keyOf, printJson } from '../../../kernel/json/exact-number.js';
import { Injectable } from '@nestjs/common';
import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import { withTraceparent } from '../../../kernel/traced-message.js';
import { Config } from '../../../platform/config/config.js';
import { Reply } from '../../../platform/http/answers/reply.js';
import { problemOfFailure } from '../../../upstreams/connection/failure-mapping.js';
import { mayMeanLostSession } from '../../../upstreams/links/http-status.js';
import { LinkFailure } from '../../../mcp/wire/link-failure.js';
import { mayAsk } from '../../questions/question-rules.js';
import { CallGate } from '../../../upstreams/tools/gate/call-gate.service.js';
import { heardOf } from '../../../upstreams/tools/gate/hearing.js';
import { isEventStream } from '../../../mcp/wire/event-stream-parser.js';
import { asksForList, withAllPages } from './all-pages.js';
import { HeardAnswers } from './heard-answers.js';
import { inBand } from './in-band.js';
import { relayPost, replyOf, type Relayed } from './http-relay.js';
import { farewellTo } from './farewell.js';
import type { NativeAnswer } from '../../../mcp/server/native-answer.js';
import type { NativeCall } from '../native-call.js';
import { expectsAnswer, type NativeMessage, type NativeRequest } from '../../../mcp/server/native-request.js';
import { reviewed } from './reviewed-request.js';
import { headersForClient } from './relay-headers.js';
import { sentHeaders } from './sent-headers.js';
import { failureResponse } from '../../../mcp/server/failure-reply.js';
import { judgeableIn, requirePassable } from './server-answer.js';
import { RelayTargets } from './relay-targets.service.js';
import { StreamViews } from './stream-views.service.js';
import type { StreamQuestions } from './stream-questions.js';
import { methodOf } from './stray-answers.js';

/** The server's side of a session: what it is called there, and what to do when it is forgotten. */
export interface ServerSession {
  readonly clientId: string;
  readonly serverId: string;
  /** Whether the server does not know it any more; asks it. */
  isLost(): Promise<boolean>;
  /** Opens it anew, unless it is another one than `lostId` by now. Rejects with a `LinkFailure`. */
  heal(lostId: string): Promise<void>;
}

interface Sending {
  /** Listens for the record. */
  readonly heard: HeardAnswers | undefined;
  readonly sent: NativeRequest;
  /** Whether it is not what the client sent. */
  readonly isChanged: boolean;
  /** Whether the answer is read as a whole before the client gets it. */
  readonly isFiltered: boolean;
  readonly questions: StreamQuestions | undefined;
  readonly session: ServerSession | undefined;
}

/** Carries messages to remote servers that speak the revision of the client: unread where no policy wants to know. */
@Injectable()
export class HttpSender {
  constructor(
    private readonly gate: CallGate,
    private readonly targets: RelayTargets,
    private readonly views: StreamViews,
    private readonly config: Config,
  ) {}

  /** Sends the messages of one POST and their answer back. Throws problems. */
  async send(call: NativeCall, request: NativeRequest, session?: ServerSession): Promise<NativeAnswer> {
    const { res, context } = call;
    const isBegun = () => res.headersSent && !res.writableEnded;
    try {
      const answer = await this.exchange(call, request, session);
      if (answer === undefined || !isBegun()) return answer;
      res.end(answer.body);
    } catch (error) {
      if (!isBegun()) throw error;
      const asked = request.messages.find(expectsAnswer);
      res.end(`event: message\ndata: ${failureResponse(error, asked?.id, context)}\n\n`);
    }
    return undefined;
  }

  /** `undefined`: all of the answer has been written; once the answer has been begun, the rest goes on in its stream. */
  private async exchange(
    call: NativeCall,
    request: NativeRequest,
    session: ServerSession | undefined,
  ): Promise<Reply | undefined> {
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
    const heard = admission && HeardAnswers.of(call, sent, admission.hop, this.config.values);
    const sending = {
      heard,
      sent: traceparent === undefined ? sent : { ...sent, bytes: withTraceparent(sent.bytes, traceparent) },
      isChanged: sent !== request,
      isFiltered: this.isFiltered(call, sent) || asksForList(sent),
      questions: this.views.questions(call, request.era, session, asked),
      session,
    };
    try {
      const usedId = session?.serverId;
      const first = await this.relay(traced, sending);
      const answer =
        session === undefined || usedId === undefined || first.streamed || first.status < 400
          ? first
          : await this.relayAgain(traced, sending, first, session, usedId);
      const relayed = answer.streamed
        ? answer
        : await withAllPages(answer, sent, this.config.values, (page) =>
            this.relay(traced, { ...sending, sent: page, isChanged: true, heard: undefined }),
          );
      if (!relayed.streamed) requirePassable(relayed, asked?.id);
      sending.questions?.requireNoneIn(relayed);
      admission?.succeeded();
      // What answers a tool is heard for the record.
      if (asked?.method !== 'tools/call') admission?.heard(relayed.body);
      if (relayed.streamed) return undefined;
      heard?.whole(relayed);
      const left = this.views.muted(call, request.era, session)?.whole(relayed) ?? relayed;
      return await this.filtered(call, sent, inBand(left, asked, request.era, call), session?.clientId);
    } catch (error) {
      if (!(error instanceof LinkFailure)) throw error;
      this.tellOfEnd(call, sending, error);
      if (sending.questions?.refusal !== undefined) throw sending.questions.refusal;
      throw admission?.failed(error) ?? problemOfFailure(error, undefined);
    } finally {
      heard?.end();
      admission?.leave();
    }
  }

  private relay(
    call: NativeCall,
    { sent, heard, isChanged, isFiltered, questions, session }: Sending,
  ): Promise<Relayed> {
    return relayPost(this.targets.origin(call), call, {
      headers: sentHeaders(call, sent, isChanged, session?.serverId),
      body: sent.bytes,
      limits: this.targets.limitsFor(call),
      sessionId: session?.clientId,
      farewell: (failure) => {
        this.tellOfEnd(call, { sent, session, questions }, failure);
        return farewellTo(call, sent, questions?.refusal ?? failure);
      },
      heard: (chunk) => heard?.push(chunk),
      whole: isFiltered,
      isMuted: !mayAsk(call.server.definition.options),
      shown: () => this.views.shown(call, sent.era, session, sent.messages, questions),
      shownAtOnce: questions?.shown,
    });
  }

  /** Until 2025-11-25 a closed HTTP request is not a cancelled one: the server has to be told (Utilities, Cancellation). */
  private tellOfEnd(
    call: NativeCall,
    { sent, session, questions }: Pick<Sending, 'sent' | 'session' | 'questions'>,
    { kind, message }: LinkFailure,
  ): void {
    const asked = sent.messages.find(expectsAnswer);
    const isOurs = kind === 'timeout' || questions?.refusal !== undefined;
    if (!isOurs || sent.era !== 'legacy' || asked === undefined || asked.method === 'initialize') return;
    const params = { requestId: asked.id, reason: message };
    this.targets.tell(call, session?.serverId, { jsonrpc: '2.0', method: 'notifications/cancelled', params });
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

  /** An answer as the client is to see it: at once, unless a policy hides some of it. */
  filtered(
    call: NativeCall,
    request: NativeRequest,
    relayed: Relayed,
    sessionId: string | undefined,
  ): Reply | Promise<Reply> {
    if (this.isFiltered(call, request)) return this.judged(call, request, relayed, sessionId);
    this.views.straysOf(call, request.messages)?.refuse(relayed);
    return replyOf(relayed, sessionId).passing();
  }

  private async judged(
    call: NativeCall,
    request: NativeRequest,
    relayed: Relayed,
    sessionId: string | undefined,
  ): Promise<Reply> {
    const asked = new Map<unknown, NativeMessage>(
      request.messages.map((message) => [keyOf(message.id), message]),
    );
    const all = await judgeableIn(relayed);
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
          this.views.showing(call, question) ??
          this.views.showing(call, { method: methodOf(result), params: question?.params });
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
    return messages.some((message) => this.gate.showsLess(call.server, message));
  }
}
