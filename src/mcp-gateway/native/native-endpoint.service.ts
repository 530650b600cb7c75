import { headerNames } from '../../mcp/wire/header-names.js';
import { rpcErrorCodes } from '../../mcp/wire/error-codes.js';
import { Injectable } from '@nestjs/common';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import type { MeasuredBody } from '../../platform/http/bodies/body-reader.js';
import type { ClientCall } from '../../platform/http/client-call.js';
import { Drain } from '../../platform/http/answers/drain.js';
import type { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { ticketIn } from '../../upstreams/approvals/approval-problems.js';
import { problemOfFailure } from '../../upstreams/connection/failure-mapping.js';
import { LinkFailure } from '../../mcp/wire/link-failure.js';
import { NativeAccess } from '../../upstreams/connection/native-access.service.js';
import type { RegisteredServer } from '../../upstreams/declared/registered-server.js';
import { ServerRegistry } from '../../upstreams/declared/server-registry.service.js';
import { isConnectionNeed, needOf } from '../../upstreams/connection/connection-need.js';
import { ConnectionNeeds } from '../../upstreams/connection/connection-needs.service.js';
import { ApprovalAnswers } from '../approving/approval-answers.service.js';
import { ConnectLane } from './connect/connect-lane.service.js';
import { EraMatch } from './era-match.service.js';
import { mutedFor } from './muted-request.js';
import { failureReply } from '../../mcp/server/failure-reply.js';
import { headerOf, requireGet, type NativeAnswer } from '../../mcp/server/native-answer.js';
import type { NativeCall } from './native-call.js';
import { clientNameIn, parseNativeRequest, type NativeRequest } from '../../mcp/server/native-request.js';
import type { NativeSession } from '../../mcp/server/native-session.js';
import { NativeResultReads } from './native-result-reads.service.js';
import { NativeSessions } from '../../mcp/server/native-sessions.service.js';
import { noteOperation } from '../../mcp/server/noted-operation.js';
import { requireNativeScopes } from '../../mcp/server/native-scopes.js';
import { emptyReply, isStepUp, RpcRefusal } from '../../mcp/server/rpc-reply.js';
import { endWithDrain } from '../../mcp/server/until-drain.js';

/** `/api/servers/{server}/mcp`: Streamable HTTP for any MCP client, of both eras. What MCP has no words for is a problem as elsewhere. */
@Injectable()
export class NativeEndpoint {
  constructor(
    private readonly registry: ServerRegistry,
    private readonly access: NativeAccess,
    private readonly sessions: NativeSessions,
    private readonly eras: EraMatch,
    private readonly connect: ConnectLane,
    private readonly needs: ConnectionNeeds,
    private readonly approvals: ApprovalAnswers,
    private readonly results: NativeResultReads,
    private readonly config: Config,
    private readonly drain: Drain,
  ) {}

  async post(client: ClientCall, handle: string, read: () => Promise<MeasuredBody>): Promise<NativeAnswer> {
    const found = this.callOf(client, handle);
    const call = found instanceof Promise ? await found : found;
    let request: NativeRequest | undefined;
    try {
      const parsed = parseNativeRequest(await read(), call.headers, this.config.values);
      request = parsed instanceof Promise ? await parsed : parsed;
      noteOperation(call, request);
      requireNativeScopes(call.principal, request, this.config.values);
      call.context.client = clientNameIn(request.messages[0]);
      const answer = this.results.find(call, request);
      if (answer !== undefined) {
        const hasSession = headerOf(call, headerNames.sessionId) !== undefined;
        if (request.era === 'legacy' && hasSession) this.session(call);
        return await answer();
      }
      const asked = this.approvals.resumed(call, request);
      request = asked instanceof Promise ? await asked : asked;
      const muted = mutedFor(call.server.definition.options, request);
      return await (call.server.definition.auth === undefined
        ? this.dispatch(call, muted)
        : this.connected(call, muted));
    } catch (error) {
      if ((request === undefined && !(error instanceof RpcRefusal)) || isStepUp(error)) throw error;
      return this.refused(call, request, error);
    }
  }

  /** What a request is answered that failed, or that somebody has to approve first. */
  private refused(call: NativeCall, request: NativeRequest | undefined, error: unknown): NativeAnswer {
    try {
      if (ticketIn(error) === undefined || request === undefined || request.isBatch) throw error;
      const hasSession = request.era === 'legacy' && headerOf(call, headerNames.sessionId) !== undefined;
      return this.connect.refused(
        call,
        request,
        hasSession ? this.session(call) : undefined,
        Problem.from(error),
      );
    } catch (failure) {
      return refusal(failure, request, call.context);
    }
  }

  /** The stream of a session. */
  async get(client: ClientCall, handle: string): Promise<NativeAnswer> {
    const call = await this.callOf(client, handle);
    requireNativeScopes(call.principal, undefined, this.config.values);
    try {
      requireGet(call);
      const session = this.session(call);
      this.endInTime(call);
      return await session.get(call);
    } catch (error) {
      return refusal(error, undefined, call.context);
    }
  }

  /** The end of a session. */
  async delete(client: ClientCall, handle: string): Promise<NativeAnswer> {
    const call = await this.callOf(client, handle);
    requireNativeScopes(call.principal, undefined, this.config.values);
    try {
      this.session(call);
      this.sessions.end(headerOf(call, headerNames.sessionId) ?? '');
      return emptyReply(200);
    } catch (error) {
      return refusal(error, undefined, call.context);
    }
  }

  private callOf(client: ClientCall, handle: string): NativeCall | Promise<NativeCall> {
    const { principal, owner, headers, res, context } = client;
    const callTo = (server: RegisteredServer): NativeCall => {
      const upstream = this.access.upstream(server, client);
      return { principal, owner, server, upstream, headers, res, context };
    };
    const found = this.registry.get(principal, handle);
    return found instanceof Promise ? found.then(callTo) : callTo(found);
  }

  private dispatch(call: NativeCall, request: NativeRequest): Promise<NativeAnswer> {
    const [message] = request.messages;
    if (message?.method === 'subscriptions/listen') this.endInTime(call);
    if (request.era === 'modern') return this.eras.modern(call, request);
    if (message?.method === 'initialize' && !request.isBatch) return this.eras.initialize(call, request);
    if (headerOf(call, headerNames.sessionId) === undefined) return this.eras.withoutSession(call, request);
    return this.session(call).post(call, request);
  }

  /** The same at a server that somebody has to connect first, and may have to connect again at any time. */
  private async connected(call: NativeCall, request: NativeRequest): Promise<NativeAnswer> {
    const { era, messages, isBatch } = request;
    const [message] = messages;
    const isOpening = message?.method === 'initialize' && !isBatch;
    const hasSession = !isOpening && headerOf(call, headerNames.sessionId) !== undefined;
    const session = era === 'legacy' && hasSession ? this.session(call) : undefined;
    if (session !== undefined && this.connect.owns(session)) return session.post(call, request);
    if (era === 'modern' && this.connect.isAnswer(call, request)) return this.connect.modern(call, request);
    const need = this.needs.find(call, call.server);
    const isNeeded = need !== undefined && (await need) !== undefined;
    try {
      if (!isNeeded) return await this.dispatch(call, request);
    } catch (thrown) {
      const error = needOf(call.server, thrown);
      // Lost in this very moment, or it covers less than this request needs.
      if (!isConnectionNeed(error) || message === undefined) throw error;
      return this.connect.refused(call, request, session, error);
    }
    if (message?.method === 'subscriptions/listen') this.endInTime(call);
    if (era === 'modern') return this.connect.modern(call, request);
    return isOpening ? this.connect.open(call, message) : this.connect.inSession(call, request, session);
  }

  /** A stream that would go on for ever ends with the gateway, and with the declaration of its server. */
  private endInTime(call: NativeCall): void {
    endWithDrain(this.drain, call);
    const { ended } = call.upstream.listeners;
    const release = ended.add(() => {
      call.context.cancel();
    });
    call.res.on('close', release);
  }

  private session(call: NativeCall): NativeSession {
    const id = headerOf(call, headerNames.sessionId);
    if (id === undefined)
      throw new RpcRefusal(
        rpcErrorCodes.badRequest,
        'This needs a session; there is no stream without one.',
        {
          status: 405,
          headers: { allow: 'POST' },
        },
      );
    const session = this.sessions.find(id, call.principal, call.server);
    if (session === undefined)
      throw new RpcRefusal(rpcErrorCodes.sessionNotFound, 'Session not found', { status: 404 });
    call.context.client = clientNameIn(session.initialize);
    return session;
  }
}

function refusal(error: unknown, request: NativeRequest | undefined, context: RequestContext): Reply {
  const failure = error instanceof LinkFailure ? problemOfFailure(error, undefined) : error;
  return failureReply(failure, request, context);
}
