import { readResult } from '../../mcp/wire/message-decoder.js';
import { OpenQuestions } from '../questions/open-questions.service.js';
import { headerNames } from '../../mcp/wire/header-names.js';
import { printJson } from '../../kernel/json/exact-number.js';
import { Injectable } from '@nestjs/common';
import { printed } from '../../kernel/text/printable.js';
import { Config } from '../../platform/config/config.js';
import { Reply } from '../../platform/http/answers/reply.js';
import { answered } from '../../upstreams/connection/hops.js';
import { problemOfFailure } from '../../upstreams/connection/failure-mapping.js';
import type { RpcRequest } from '../../mcp/wire/json-rpc.js';
import { LinkFailure } from '../../mcp/wire/link-failure.js';
import { CallGate } from '../../upstreams/tools/gate/call-gate.service.js';
import { requireOneReading } from '../../upstreams/tools/gate/shown-response.js';
import { shownQuestion } from '../../upstreams/tools/gate/shown-question.js';
import type { LinkTransport, RawResponse } from '../../mcp/wire/link.js';
import type { IdleProcess } from '../../upstreams/connection/places/process-places.js';
import { NativeAccess } from '../../upstreams/connection/native-access.service.js';
import { mayAsk } from '../questions/question-rules.js';
import { ShownPeer, type QuestionView } from './shown-peer.js';
import { SessionConnects } from './connect/session-connects.service.js';
import { randomUUID } from 'node:crypto';
import { LinkSession } from './link-session.js';
import { nextPageOf, responseWithAllPages } from './whole-list.js';
import { failureResponse } from '../../mcp/server/failure-reply.js';
import type { NativeAnswer } from '../../mcp/server/native-answer.js';
import type { NativeCall } from './native-call.js';
import type { NativeMessage } from '../../mcp/server/native-request.js';
import { NativeSessions } from '../../mcp/server/native-sessions.service.js';
import { refusalOf } from '../../mcp/server/rpc-reply.js';
import { shakeHands, type SessionPeer } from '../../mcp/server/session-peer.js';

/** Sessions of the 2025 revisions with servers that have no sessions over HTTP: a process each, or a connection each. */
@Injectable()
export class LinkLane {
  constructor(
    private readonly access: NativeAccess,
    private readonly gate: CallGate,
    private readonly sessions: NativeSessions,
    private readonly questions: OpenQuestions,
    private readonly connects: SessionConnects,
    private readonly config: Config,
  ) {}

  /** A session with a process or a connection of its own. Throws a refusal when the server answers the handshake with an error. */
  initialize(
    call: NativeCall,
    initialize: NativeMessage,
    kind: Exclude<LinkTransport, 'http'>,
  ): Promise<NativeAnswer> {
    return this.open(call, initialize, (idle) => this.access.link(call.upstream, kind, idle));
  }

  /** A session with whatever `renew` makes. Throws problems and refusals. */
  open(
    call: NativeCall,
    initialize: NativeMessage,
    renew: (idle: () => IdleProcess | undefined) => SessionPeer,
  ): Promise<NativeAnswer> {
    return this.sessions.inPlace(call.principal, () => this.begin(call, initialize, renew));
  }

  private async begin(
    call: NativeCall,
    initialize: NativeMessage,
    renew: (idle: () => IdleProcess | undefined) => SessionPeer,
  ): Promise<NativeAnswer> {
    const { principal, server, upstream, context } = call;
    const opened: { session?: LinkSession<NativeCall> } = {};
    const make = () =>
      new ShownPeer(
        renew(() => opened.session?.idleProcess()),
        this.questionsOf(call),
      );
    const peer = make();
    const { CONNECT_TIMEOUT_MS, START_TIMEOUT_MS, STREAM_HEARTBEAT_MS } = this.config.values;
    const isProcess = server.definition.target.transport === 'stdio';
    const connectTimeoutMs = isProcess ? START_TIMEOUT_MS : CONNECT_TIMEOUT_MS;
    const startedAt = performance.now();
    const response = await shakeHands(peer, initialize as unknown as RpcRequest, connectTimeoutMs).finally(
      () => (context.upstreamMs += performance.now() - startedAt),
    );
    if (response.message.error !== undefined) {
      void peer.close();
      throw refusalOf({ ...response.message.error });
    }
    const session: LinkSession<NativeCall> = new LinkSession<NativeCall>(
      peer,
      this.sessions.memoryFor(initialize),
      {
        renew: make,
        timeoutMs: upstream.timeoutOf(server.definition.options.timeoutMs),
        connectTimeoutMs,
        heartbeatMs: STREAM_HEARTBEAT_MS,
        muted: !mayAsk(server.definition.options),
        hearing: () => this.gate.hearing(server),
        eventLog: this.sessions.eventLogFor(response.message.result),
        around: (later, message, run) => this.around(session, later, message, run),
      },
    );
    opened.session = session;
    context.setHeader(
      headerNames.sessionId,
      this.sessions.add(principal, server, session, (end) => this.questions.keep(principal, server, end)),
    );
    const shown = await this.shown(call, initialize, response);
    return new Reply(200, shown, { 'content-type': 'application/json' });
  }

  /** What the client gets to see of what the server asks. */
  private questionsOf(call: NativeCall): QuestionView {
    const { server } = call;
    if (!mayAsk(server.definition.options)) return () => undefined;
    return (question, during) => {
      const show = this.gate.showQuestions(call, server, during?.message, during?.scope ?? call.context);
      return show === undefined || question.method === 'ping' ? undefined : shownQuestion(show, question);
    };
  }

  /** Policy, limits and breaker around one request; what fails is the response. */
  private async around(
    session: LinkSession<NativeCall>,
    call: NativeCall,
    message: NativeMessage,
    run: (message: NativeMessage, traceparent?: string) => Promise<RawResponse>,
  ): Promise<Buffer | string> {
    const { server, upstream, context } = call;
    try {
      const review = this.gate.review(call, server, message, context);
      const sent = review === undefined ? message : await review();
      const admission = await upstream.admit({ ...sent, method: String(sent.method), server }, context);
      const startedAt = performance.now();
      try {
        const first = await run(sent, admission.traceparent);
        admission.succeeded();
        const response = await this.withAllPages(call, sent, first, (page) =>
          run(page, admission.traceparent),
        );
        answered(admission.hop, sent, response);
        return await this.shown(call, sent, response);
      } catch (error) {
        throw error instanceof LinkFailure ? admission.failed(error) : error;
      } finally {
        context.upstreamMs += performance.now() - startedAt;
        admission.leave();
      }
    } catch (error) {
      const failure = error instanceof LinkFailure ? problemOfFailure(error, undefined) : error;
      return this.failed(failure, session, call, message);
    }
  }

  /** A response with all pages of the list that it begins. */
  private async withAllPages(
    { upstream }: NativeCall,
    sent: NativeMessage,
    first: RawResponse,
    ask: (message: NativeMessage) => Promise<RawResponse>,
  ): Promise<RawResponse> {
    return responseWithAllPages(
      sent,
      first,
      upstream.keeper.latest?.era === 'modern',
      this.config.values,
      (cursor) => ask({ ...nextPageOf(sent, cursor), id: `gantry-${randomUUID()}` }),
    );
  }

  private failed(
    failure: unknown,
    session: LinkSession<NativeCall>,
    call: NativeCall,
    message: NativeMessage,
  ): string {
    try {
      const result = this.connects.told(failure, session, call, message);
      return printed({ jsonrpc: '2.0', id: message.id, result });
    } catch (error) {
      return failureResponse(error, message.id, call.context);
    }
  }

  /** A response as the client is to see it. */
  private async shown(
    call: NativeCall,
    message: NativeMessage,
    response: RawResponse,
  ): Promise<Buffer | string> {
    const { error } = response.message;
    if (error !== undefined) {
      const said = await this.gate.showError(call, call.server, message, call.context)?.(error);
      return said === undefined || said === error
        ? textOf(response)
        : printJson({ ...response.message, error: said });
    }
    const show = this.gate.show(call, call.server, message, call.context);
    if (show === undefined) return textOf(response);
    const result = await readResult(response.message);
    const shown = await show(result);
    if (shown !== result) return printed({ ...response.message, result: shown });
    await requireOneReading(response.resultBytes, result);
    return textOf(response);
  }
}

/** A response as it came. */
function textOf({ bytes, message }: RawResponse): Buffer | string {
  return bytes ?? printJson(message);
}
