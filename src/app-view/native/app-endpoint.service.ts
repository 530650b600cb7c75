import { headerNames } from '../../mcp/wire/header-names.js';
import { rpcErrorCodes } from '../../mcp/wire/error-codes.js';
import { Injectable } from '@nestjs/common';
import { AppConfigs } from '../../apps/app/app-configs.service.js';
import type { AppState } from '../../apps/document/app.js';
import { printed } from '../../kernel/text/printable.js';
import { ApprovalAnswers } from '../../mcp-gateway/approving/approval-answers.service.js';
import { AnsweringPeer } from '../../mcp-gateway/native/answering-peer.js';
import { ConnectAnswers } from '../../mcp-gateway/native/connect/connect-answers.service.js';
import { LinkSession } from '../../mcp-gateway/native/link-session.js';
import type { MeasuredBody } from '../../platform/http/bodies/body-reader.js';
import type { ClientCall } from '../../platform/http/client-call.js';
import { failureReply, failureResponse } from '../../mcp/server/failure-reply.js';
import { headerOf, requireGet, type NativeAnswer } from '../../mcp/server/native-answer.js';
import {
  clientNameIn,
  parseNativeRequest,
  type NativeMessage,
  type NativeRequest,
} from '../../mcp/server/native-request.js';
import type { NativeSession } from '../../mcp/server/native-session.js';
import { NativeSessions, type SessionTarget } from '../../mcp/server/native-sessions.service.js';
import { noteOperation } from '../../mcp/server/noted-operation.js';
import { requireNativeScopes } from '../../mcp/server/native-scopes.js';
import { emptyReply, isStepUp, RpcRefusal } from '../../mcp/server/rpc-reply.js';
import { shakeHands } from '../../mcp/server/session-peer.js';
import { endWithDrain } from '../../mcp/server/until-drain.js';
import { Config } from '../../platform/config/config.js';
import { Drain } from '../../platform/http/answers/drain.js';
import { Reply } from '../../platform/http/answers/reply.js';
import type { RpcRequest } from '../../mcp/wire/json-rpc.js';
import type { RawResponse } from '../../mcp/wire/link.js';
import { AppChanges } from './app-changes.service.js';
import { appCapabilities, AppMcp } from './app-mcp.service.js';
import { AppModern } from './app-modern.service.js';
import { introductionOf } from './app-introduction.js';

/** `/api/apps/{app}/mcp`: all servers of an app as one MCP server, for clients of both eras. */
@Injectable()
export class AppEndpoint {
  constructor(
    private readonly apps: AppConfigs,
    private readonly modern: AppModern,
    private readonly mcp: AppMcp,
    private readonly changes: AppChanges,
    private readonly sessions: NativeSessions,
    private readonly connections: ConnectAnswers,
    private readonly approvals: ApprovalAnswers,
    private readonly config: Config,
    private readonly drain: Drain,
  ) {}

  async post(call: ClientCall, slug: string, read: () => Promise<MeasuredBody>): Promise<NativeAnswer> {
    const state = await this.apps.get(call.principal, slug);
    let request: NativeRequest | undefined;
    try {
      const parsed = parseNativeRequest(await read(), call.headers, this.config.values);
      request = parsed instanceof Promise ? await parsed : parsed;
      noteOperation(call, request);
      requireNativeScopes(call.principal, request, this.config.values);
      const asked = this.approvals.resumed(call, request);
      request = asked instanceof Promise ? await asked : asked;
      call.context.client = clientNameIn(request.messages[0]);
      if (request.messages[0]?.method === 'subscriptions/listen') endWithDrain(this.drain, call);
      if (request.era === 'modern') return await this.modern.post(call, state.app.id, request);
      return await this.legacy(call, state, request);
    } catch (error) {
      if ((request === undefined && !(error instanceof RpcRefusal)) || isStepUp(error)) throw error;
      return failureReply(error, request, call.context);
    }
  }

  async get(call: ClientCall, slug: string): Promise<NativeAnswer> {
    const { app } = await this.apps.get(call.principal, slug);
    requireNativeScopes(call.principal, undefined, this.config.values);
    try {
      requireGet(call);
      const session = this.session(call, app.id);
      endWithDrain(this.drain, call);
      return await session.get(call);
    } catch (error) {
      return failureReply(error, undefined, call.context);
    }
  }

  async delete(call: ClientCall, slug: string): Promise<NativeAnswer> {
    const { app } = await this.apps.get(call.principal, slug);
    requireNativeScopes(call.principal, undefined, this.config.values);
    try {
      this.session(call, app.id);
      this.sessions.end(headerOf(call, headerNames.sessionId) ?? '');
      return emptyReply(200);
    } catch (error) {
      return failureReply(error, undefined, call.context);
    }
  }

  private legacy(call: ClientCall, state: AppState, request: NativeRequest): Promise<NativeAnswer> {
    const [message] = request.messages;
    if (message?.method === 'initialize' && !request.isBatch)
      return this.sessions.inPlace(call.principal, () => this.open(call, state, message));
    return this.session(call, state.app.id).post(call, request);
  }

  private async open(call: ClientCall, state: AppState, initialize: NativeMessage): Promise<NativeAnswer> {
    const { principal, owner, context } = call;
    const caller = { principal, owner };
    const { CONNECT_TIMEOUT_MS, STREAM_HEARTBEAT_MS, TOOL_TIMEOUT_MS } = this.config.values;
    const renew = () =>
      new AnsweringPeer({
        caller,
        capabilities: appCapabilities,
        state: () => this.apps.get(principal, state.app.id),
        introduction: introductionOf,
        answer: (asked) => this.mcp.answer(asked),
        watch: (of, listener) => this.changes.watch(caller, of, listener),
        subscribe: (of, uri, listener) => this.changes.subscribe(caller, of, uri, listener),
        doneElsewhere: this.connections.doneElsewhere(caller),
      });
    const peer = renew();
    const { message } = await shakeHands(peer, initialize as unknown as RpcRequest, CONNECT_TIMEOUT_MS);
    const session = new LinkSession<ClientCall>(peer, this.sessions.memoryFor(initialize), {
      renew,
      timeoutMs: TOOL_TIMEOUT_MS,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      heartbeatMs: STREAM_HEARTBEAT_MS,
      eventLog: this.sessions.eventLogFor(message.result),
      around: (later, asked, run) => answered(later, asked, run),
    });
    context.setHeader(headerNames.sessionId, this.sessions.add(principal, targetOf(state.app.id), session));
    return Reply.json(message);
  }

  private session(call: ClientCall, appId: string): NativeSession {
    const id = headerOf(call, headerNames.sessionId);
    if (id === undefined)
      throw new RpcRefusal(rpcErrorCodes.badRequest, 'This needs a session: send initialize first.', {
        status: call.context.method === 'POST' ? 400 : 405,
        ...(call.context.method === 'POST' ? {} : { headers: { allow: 'POST' } }),
      });
    const session = this.sessions.find(id, call.principal, targetOf(appId));
    if (session === undefined)
      throw new RpcRefusal(rpcErrorCodes.sessionNotFound, 'Session not found', { status: 404 });
    call.context.client = clientNameIn(session.initialize);
    return session;
  }
}

/** Sessions with an app outlive changes of its config: these are announced. */
function targetOf(appId: string): SessionTarget {
  return { id: appId, fingerprint: '' };
}

async function answered(
  { context }: ClientCall,
  message: NativeMessage,
  run: (message: NativeMessage) => Promise<RawResponse>,
): Promise<string> {
  try {
    return printed((await run(message)).message);
  } catch (error) {
    return failureResponse(error, message.id, context);
  }
}
