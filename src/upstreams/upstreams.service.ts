import { Injectable } from '@nestjs/common';
import type { CallScope } from '../kernel/call-scope.js';
import { withDeadline } from '../kernel/deadline.js';
import type { JsonObject } from '../kernel/json.js';
import type { Principal } from '../kernel/principal.js';
import { Problem } from '../kernel/problem.js';
import type { Snapshot } from './catalogue.js';
import { problemOfRpcError, requireResult, textOf } from './failure-mapping.js';
import { rpcErrorCodes, type RpcNotification } from './links/json-rpc.js';
import type { RawResponse } from './links/link.js';
import { paramHeaderValues } from './modern-headers.js';
import type { RegisteredServer } from './registered-server.js';
import { ToolFinder } from './tool-finder.service.js';
import type { ToolEntry, ToolView } from './tool-view.js';
import type { UpstreamState } from './upstream.js';
import { UpstreamPool, type PooledUpstream } from './upstream-pool.service.js';
import type { UpstreamConnection } from './upstream-connector.port.js';

export interface OperationOptions {
  readonly timeoutMs?: number | undefined;
  readonly onNotification?: ((notification: RpcNotification) => void) | undefined;
}

/** A tool that has been found and may be called. */
export interface CallableTool {
  readonly server: RegisteredServer;
  readonly pooled: PooledUpstream;
  readonly entry: ToolEntry;
}

export interface ToolCall extends OperationOptions {
  readonly arguments?: JsonObject | undefined;
  readonly inputResponses?: JsonObject | undefined;
  readonly requestState?: string | undefined;
  readonly _meta?: JsonObject | undefined;
}

const reservedMeta = /^io\.modelcontextprotocol\/(?:protocolVersion|serverInfo|subscriptionId)$/;

/** MCP operations on a server for a principal: the pool, the lists and the policy put together. */
@Injectable()
export class Upstreams {
  private progressTokens = 0;

  constructor(
    private readonly pool: UpstreamPool,
    private readonly finder: ToolFinder,
  ) {}

  state(principal: Principal, server: RegisteredServer): UpstreamState {
    return this.pool.get(server, principal.accountId).upstream.state;
  }

  /** Tools that are known already; asks nobody. */
  knownTools(principal: Principal, server: RegisteredServer): ToolView | undefined {
    return this.finder.known(server, this.pool.get(server, principal.accountId));
  }

  async tools(
    principal: Principal,
    server: RegisteredServer,
    scope: CallScope,
    refresh = false,
  ): Promise<ToolView> {
    const snapshot = await this.snapshot(principal, server, scope, refresh);
    return this.finder.view(principal.accountId, server, snapshot);
  }

  /** The tools as the server sent them, without policy and pins. */
  snapshot(
    principal: Principal,
    server: RegisteredServer,
    scope: CallScope,
    refresh = false,
  ): Promise<Snapshot> {
    return this.pool.get(server, principal.accountId).catalogue.get('tools', scope, refresh);
  }

  /** The same as last known; asks nobody. */
  knownSnapshot(principal: Principal, server: RegisteredServer): Snapshot | undefined {
    return this.pool.get(server, principal.accountId).catalogue.peek('tools');
  }

  async resources(
    principal: Principal,
    server: RegisteredServer,
    scope: CallScope,
    refresh = false,
  ): Promise<readonly [Snapshot, Snapshot]> {
    const { catalogue } = this.pool.get(server, principal.accountId);
    return Promise.all([
      catalogue.get('resources', scope, refresh),
      catalogue.get('resourceTemplates', scope, refresh),
    ]);
  }

  /** The same as last known; asks nobody. */
  knownResources(principal: Principal, server: RegisteredServer): readonly [Snapshot, Snapshot] | undefined {
    const { catalogue } = this.pool.get(server, principal.accountId);
    const resources = catalogue.peek('resources');
    const templates = catalogue.peek('resourceTemplates');
    return resources === undefined || templates === undefined ? undefined : [resources, templates];
  }

  prompts(
    principal: Principal,
    server: RegisteredServer,
    scope: CallScope,
    refresh = false,
  ): Promise<Snapshot> {
    return this.pool.get(server, principal.accountId).catalogue.get('prompts', scope, refresh);
  }

  /** The prompts as last known; asks nobody. */
  knownPrompts(principal: Principal, server: RegisteredServer): Snapshot | undefined {
    return this.pool.get(server, principal.accountId).catalogue.peek('prompts');
  }

  /** Finds a tool by the name that the server's policy shows; at once when it is known. Throws `tool-not-found`, `tool-denied`, `tool-changed` and the problems of the upstream. */
  tool(
    principal: Principal,
    server: RegisteredServer,
    name: string,
    scope: CallScope,
    timeoutMs?: number,
  ): CallableTool | Promise<CallableTool> {
    const pooled = this.pool.get(server, principal.accountId);
    const entry = this.finder.known(server, pooled)?.byName.get(name);
    return entry === undefined
      ? this.askForTool(principal, { server, pooled }, name, scope, timeoutMs)
      : { server, pooled, entry };
  }

  private async askForTool(
    principal: Principal,
    { server, pooled }: Omit<CallableTool, 'entry'>,
    name: string,
    scope: CallScope,
    timeoutMs = server.definition.options.timeoutMs,
  ): Promise<CallableTool> {
    const found = this.finder.find(principal.accountId, server, pooled, name, scope);
    const refused = found.catch((error: unknown) => {
      scope.refuseHop(server, 'tools/call', name, Problem.from(error).code);
      throw error;
    });
    const expired = () => new Problem('upstream-timeout', 'The server did not list its tools in time.');
    return {
      server,
      pooled,
      entry: await (timeoutMs === undefined ? refused : withDeadline(refused, timeoutMs, expired)),
    };
  }

  /** Calls a tool once. Throws `invalid-params` and the problems of the upstream. */
  async call(
    { server, pooled, entry }: CallableTool,
    call: ToolCall,
    scope: CallScope,
  ): Promise<RawResponse> {
    const { arguments: args, inputResponses, requestState } = call;
    const params = {
      name: entry.original,
      arguments: args ?? {},
      inputResponses,
      requestState,
      _meta: this.meta(call._meta, scope, call.onNotification !== undefined),
    };
    const response = await pooled.upstream.request(
      {
        server,
        method: 'tools/call',
        params,
        paramHeaders:
          entry.paramHeaders.length === 0 ? undefined : paramHeaderValues(entry.paramHeaders, args),
        onNotification: call.onNotification,
        repeatable: entry.repeatable,
        timeoutMs: call.timeoutMs ?? server.definition.options.timeoutMs,
      },
      scope,
    );
    if (response.message.error !== undefined) throw problemOfRpcError(response.message.error);
    return requireResult(response);
  }

  /** Throws `resource-not-found` and the problems of the upstream. */
  async read(
    principal: Principal,
    server: RegisteredServer,
    uri: string,
    scope: CallScope,
    options: OperationOptions = {},
  ): Promise<RawResponse> {
    const { upstream } = this.pool.get(server, principal.accountId);
    const response = await upstream.request(
      {
        server,
        method: 'resources/read',
        params: { uri, _meta: this.meta(undefined, scope) },
        repeatable: true,
        timeoutMs: options.timeoutMs ?? server.definition.options.timeoutMs,
      },
      scope,
    );
    const { error } = response.message;
    if (error === undefined) return requireResult(response);
    if (error.code === rpcErrorCodes.resourceNotFound || error.code === rpcErrorCodes.invalidParams)
      throw new Problem('resource-not-found', textOf(error));
    if (error.code === rpcErrorCodes.methodNotFound)
      throw new Problem('resource-not-found', 'The server has no resources.');
    throw problemOfRpcError(error);
  }

  /** Throws `prompt-not-found`, `invalid-params` and the problems of the upstream. */
  async prompt(
    principal: Principal,
    server: RegisteredServer,
    prompt: { readonly name: string; readonly arguments?: JsonObject | undefined },
    scope: CallScope,
    options: OperationOptions = {},
  ): Promise<RawResponse> {
    const { upstream, catalogue } = this.pool.get(server, principal.accountId);
    const response = await upstream.request(
      {
        server,
        method: 'prompts/get',
        params: { ...prompt, _meta: this.meta(undefined, scope) },
        repeatable: true,
        timeoutMs: options.timeoutMs ?? server.definition.options.timeoutMs,
      },
      scope,
    );
    const { error } = response.message;
    if (error === undefined) return requireResult(response);
    if (error.code === rpcErrorCodes.methodNotFound)
      throw new Problem('prompt-not-found', 'The server has no prompts.');
    if (error.code === rpcErrorCodes.invalidParams) {
      const { items } = await catalogue.get('prompts', scope);
      if (!items.some(({ name }) => name === prompt.name))
        throw new Problem('prompt-not-found', `There is no prompt "${prompt.name}".`);
    }
    throw problemOfRpcError(error);
  }

  /** Asks the server for a sign of life; milliseconds that it took. */
  async ping(
    principal: Principal,
    server: RegisteredServer,
    scope: CallScope,
  ): Promise<{ latencyMs: number; connection: UpstreamConnection }> {
    const { upstream } = this.pool.get(server, principal.accountId);
    const connection = await upstream.connect(scope);
    const startedAt = performance.now();
    const method = connection.era === 'modern' ? 'server/discover' : 'ping';
    const { message } = await upstream.request(
      { method, params: {}, repeatable: true, timeoutMs: server.definition.options.timeoutMs },
      scope,
    );
    if (message.error !== undefined && message.error.code !== rpcErrorCodes.methodNotFound)
      throw problemOfRpcError(message.error);
    return { latencyMs: performance.now() - startedAt, connection };
  }

  /** `_meta` of a request: what the caller gave without what is ours to say, a progress token, and the trace. */
  private meta(
    given: JsonObject | undefined,
    scope: CallScope,
    wantsProgress = false,
  ): JsonObject | undefined {
    const { traceparent } = scope;
    if (given === undefined && !wantsProgress && traceparent === undefined) return undefined;
    const own = Object.entries(given ?? {}).filter(
      ([key]) => !reservedMeta.test(key) && key !== 'progressToken',
    );
    return {
      ...Object.fromEntries(own),
      ...(wantsProgress ? { progressToken: `gantry-${String(++this.progressTokens)}` } : {}),
      ...(traceparent === undefined ? {} : { traceparent }),
    };
  }
}
