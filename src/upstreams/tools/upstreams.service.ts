import { rpcErrorCodes } from '../../mcp/wire/error-codes.js';
import { Injectable } from '@nestjs/common';
import type { CallScope } from '../../kernel/call-scope.js';
import type { Caller } from '../../kernel/caller.js';
import { Problem } from '../../kernel/problems/problem.js';
import { requireListFault, type Snapshot } from '../connection/lists/catalogue.js';
import { problemOfRpcError, requireResult, cleanText } from '../connection/failure-mapping.js';
import { foundInTime } from './found-in-time.js';
import { shownFaults } from './shown-faults.js';
import type { ListFault } from '../connection/lists/list-fault.js';
import { inSlices } from '../../kernel/pacing/slices.js';
import type { RawResponse } from '../../mcp/wire/link.js';
import { paramHeaderValues } from '../../mcp/wire/modern-headers.js';
import { asNeedOf } from '../connection/connection-need.js';
import type { AdmittedTool } from './gate/found-targets.service.js';
import { CallGate } from './gate/call-gate.service.js';
import { heardBy } from './gate/hearing.js';
import { askedAs } from './gate/shown-question.js';
import { errorShownBy, shownBy } from './gate/shown-response.js';
import { endAsked } from '../../mcp/wire/question.js';
import { operatorDetail } from '../connection/operator-detail.js';
import { RequestMeta } from '../../mcp/wire/request-meta.js';
import { ServerError } from '../../mcp/wire/server-error.js';
import type { RegisteredServer } from '../declared/registered-server.js';
import { ToolFinder } from './tool-finder.service.js';
import type { OperationOptions, ToolCall } from './tool-call.js';
import type { ToolView } from './tool-view.js';
import { deniesTool } from '../connection/lists/unknown-tool.js';
import type { UpstreamState } from '../connection/upstream-state.js';
import { UpstreamLists } from './upstream-lists.service.js';
import { UpstreamPool } from '../connection/upstream-pool.service.js';
import type { UpstreamConnection } from '../connection/handshake/upstream-connector.port.js';

/** MCP operations on a server for a caller: the pool, the lists and the policy put together. */
@Injectable()
export class Upstreams {
  private readonly meta = new RequestMeta();

  constructor(
    private readonly pool: UpstreamPool,
    private readonly finder: ToolFinder,
    private readonly lists: UpstreamLists,
    private readonly gate: CallGate,
  ) {}

  /** How a server is, as everybody is told: one that answers but does not list its tools is degraded. */
  state(caller: Caller, server: RegisteredServer): UpstreamState {
    const { state } = this.pool.get(server, caller).upstream;
    const trouble = state.status === 'ready' ? this.listTrouble(caller, server) : undefined;
    return trouble === undefined ? state : { ...state, status: 'degraded', lastFailure: trouble };
  }

  /** What of a failure of this server the operator is told beyond what everybody is. */
  operatorDetail(caller: Caller, server: RegisteredServer, failure: Problem): string {
    return operatorDetail(server, failure, this.pool.get(server, caller).lastWords.text);
  }

  /** Why the tools cannot be had right now, so that waiting for them is of no use. */
  listTrouble(caller: Caller, server: RegisteredServer): Problem | undefined {
    return this.pool.get(server, caller).catalogue.trouble('tools');
  }

  /** What is wrong with the lists of a server as last known, by the names that the caller knows; of tools that it may see. */
  listFaults(caller: Caller, server: RegisteredServer): Promise<readonly ListFault[]> {
    return inSlices(shownFaults(this.pool.get(server, caller).catalogue.faults, server));
  }

  /** Tools that are known already; asks nobody. */
  knownTools(caller: Caller, server: RegisteredServer): ToolView | undefined {
    return this.finder.known(server, this.pool.get(server, caller));
  }

  async tools(
    caller: Caller,
    server: RegisteredServer,
    scope: CallScope,
    refresh = false,
  ): Promise<ToolView> {
    const snapshot = await this.snapshot(caller, server, scope, refresh);
    return this.finder.view(caller.owner.accountId, server, snapshot);
  }

  /** The tools as the server sent them, without policy and pins. */
  snapshot(caller: Caller, server: RegisteredServer, scope: CallScope, refresh = false): Promise<Snapshot> {
    return this.lists.get(caller, server, 'tools', scope, refresh);
  }

  /** The same; `undefined` when the server, though it can be reached, does not list its tools. */
  findSnapshot(caller: Caller, server: RegisteredServer, scope: CallScope): Promise<Snapshot | undefined> {
    return this.snapshot(caller, server, scope).catch(requireListFault);
  }

  /** The same as last known; asks nobody. */
  knownSnapshot(caller: Caller, server: RegisteredServer): Snapshot | undefined {
    return this.lists.peek(caller, server, 'tools');
  }

  async resources(
    caller: Caller,
    server: RegisteredServer,
    scope: CallScope,
    refresh = false,
  ): Promise<readonly [Snapshot, Snapshot]> {
    return Promise.all([
      this.lists.get(caller, server, 'resources', scope, refresh),
      this.lists.get(caller, server, 'resourceTemplates', scope, refresh),
    ]);
  }

  /** The same as last known; asks nobody. */
  knownResources(caller: Caller, server: RegisteredServer): readonly [Snapshot, Snapshot] | undefined {
    const resources = this.lists.peek(caller, server, 'resources');
    const templates = this.lists.peek(caller, server, 'resourceTemplates');
    return resources === undefined || templates === undefined ? undefined : [resources, templates];
  }

  /** Whether a tool says of itself that it may be called twice without harm. Throws `tool-not-found`, `tool-denied`, `tool-changed` and the problems of the upstream. */
  async isRepeatable(
    caller: Caller,
    server: RegisteredServer,
    name: string,
    scope: CallScope,
  ): Promise<boolean> {
    const pooled = this.pool.get(server, caller);
    const found = this.finder.find(caller.owner.accountId, server, pooled, name, scope);
    const { timeoutMs } = server.definition.options;
    return (await foundInTime(found, pooled.upstream, 'tools', timeoutMs)).repeatable;
  }

  /** Calls a tool once. Throws `invalid-params`, `tool-not-found` when the server has dropped it, and the problems of the upstream. */
  async call(tool: AdmittedTool, call: ToolCall, scope: CallScope): Promise<RawResponse> {
    const startedAt = performance.now();
    const { server, pooled, entry, spentMs } = tool;
    const timeoutMs = call.timeoutMs ?? server.definition.options.timeoutMs;
    const { arguments: args, inputResponses, requestState } = call;
    const params = {
      name: entry.original,
      arguments: args ?? {},
      inputResponses,
      requestState,
      _meta: this.meta.of(call._meta, scope.traceparent, call.onNotification !== undefined),
    };
    const response = await pooled.upstream.request(
      {
        server,
        method: 'tools/call',
        isListed: true,
        params,
        paramHeaders:
          entry.paramHeaders.length === 0 ? undefined : paramHeaderValues(entry.paramHeaders, args),
        onNotification: call.onNotification && heardBy(call.onNotification, this.gate.hearing(server)),
        onQuestion: askedAs(tool.show, call.onQuestion ?? endAsked),
        asked: call.asked,
        leaving: call.leaving,
        repeatable: entry.repeatable,
        timeoutMs,
        spentMs,
      },
      scope,
    );
    if (deniesTool(response, entry.original)) {
      const leftMs = pooled.upstream.timeoutOf(timeoutMs) - spentMs - (performance.now() - startedAt);
      await this.finder.requireListed(tool, leftMs, scope);
    }
    const { error } = response.message;
    if (error !== undefined)
      throw problemOfRpcError(tool.show === undefined ? error : await errorShownBy(tool.show, error));
    return tool.show === undefined ? requireResult(response) : shownBy(tool.show, requireResult(response));
  }

  /** Throws `resource-not-found` and the problems of the upstream. */
  async read(
    caller: Caller,
    server: RegisteredServer,
    uri: string,
    scope: CallScope,
    options: OperationOptions = {},
  ): Promise<RawResponse> {
    const { upstream } = this.pool.get(server, caller);
    const asked = { method: 'resources/read', params: { uri } };
    const { params } = (await this.gate.review(caller, server, asked, scope)?.()) ?? asked;
    const show = this.gate.show(caller, server, asked, scope);
    const response = await upstream.request(
      {
        server,
        method: 'resources/read',
        params: { ...params, _meta: this.meta.of(undefined, scope.traceparent) },
        onQuestion: askedAs(show, endAsked),
        repeatable: true,
        timeoutMs: options.timeoutMs ?? server.definition.options.timeoutMs,
      },
      scope,
    );
    const { error: said } = response.message;
    if (said === undefined) return shownBy(show, requireResult(response));
    const error = (await this.gate.showError(caller, server, asked, scope)?.(said)) ?? said;
    const cause = new ServerError(error);
    if (error.code === rpcErrorCodes.resourceNotFound || error.code === rpcErrorCodes.invalidParams)
      throw new Problem('resource-not-found', cleanText(error), { cause });
    if (error.code === rpcErrorCodes.methodNotFound)
      throw new Problem('resource-not-found', `There is no resource "${uri}".`, { cause });
    throw problemOfRpcError(error);
  }

  /** Asks the server for a sign of life; milliseconds that it took. */
  async ping(
    caller: Caller,
    server: RegisteredServer,
    scope: CallScope,
  ): Promise<{ latencyMs: number; connection: UpstreamConnection }> {
    const { upstream } = this.pool.get(server, caller);
    const begunAt = performance.now();
    const timeoutMs = upstream.timeoutOf(server.definition.options.timeoutMs);
    const connection = await upstream.connect(scope, timeoutMs, server);
    const startedAt = performance.now();
    const method = connection.era === 'modern' ? 'server/discover' : 'ping';
    const { message } = await upstream
      .request({ method, params: {}, repeatable: true, timeoutMs, spentMs: startedAt - begunAt }, scope)
      .catch(asNeedOf(server));
    if (message.error !== undefined && message.error.code !== rpcErrorCodes.methodNotFound)
      throw problemOfRpcError(message.error);
    return { latencyMs: performance.now() - startedAt, connection };
  }
}
