import { Injectable } from '@nestjs/common';
import type { CallScope } from '../kernel/call-scope.js';
import type { JsonObject } from '../kernel/json/json.js';
import type { Caller } from '../kernel/caller.js';
import { Problem } from '../kernel/problems/problem.js';
import { Config } from '../platform/config/config.js';
import type { Snapshot } from '../upstreams/connection/lists/catalogue.js';
import type { RawResponse } from '../mcp/wire/link.js';
import { isCleared } from '../upstreams/declared/cleared-server.js';
import type { RegisteredServer } from '../upstreams/declared/registered-server.js';
import { ServerRegistry } from '../upstreams/declared/server-registry.service.js';
import type { AdmittedTool } from '../upstreams/tools/gate/found-targets.service.js';
import { CallGate } from '../upstreams/tools/gate/call-gate.service.js';
import type { ToolView } from '../upstreams/tools/tool-view.js';
import type { OperationOptions } from '../upstreams/tools/tool-call.js';
import { Upstreams } from '../upstreams/tools/upstreams.service.js';
import { UpstreamPrompts } from '../upstreams/tools/upstream-prompts.service.js';
import type { PromptView } from '../upstreams/tools/prompt-finder.service.js';
import { KeptResultReads } from './kept-result-reads.service.js';
import { withoutOmitted } from './omitted-nulls.js';
import { AskingCalls, type AskableCall } from './questions/asking-calls.service.js';

/** A call that nothing stands against any more. */
export type PreparedCall = (onNotification?: OperationOptions['onNotification']) => Promise<RawResponse>;

/** The plain operations on one server: handle and policy resolved, limits checked, then handed to the upstream. */
@Injectable()
export class McpOperations {
  constructor(
    private readonly registry: ServerRegistry,
    private readonly gate: CallGate,
    private readonly upstreams: Upstreams,
    private readonly upstreamPrompts: UpstreamPrompts,
    private readonly asking: AskingCalls,
    private readonly results: KeptResultReads,
    private readonly config: Config,
  ) {}

  async tools(caller: Caller, handle: string, refresh: boolean, scope: CallScope): Promise<ToolView> {
    return this.upstreams.tools(caller, await this.registry.get(caller.principal, handle), scope, refresh);
  }

  async resources(
    caller: Caller,
    handle: string,
    refresh: boolean,
    scope: CallScope,
  ): Promise<readonly [Snapshot, Snapshot]> {
    return this.upstreams.resources(
      caller,
      await this.registry.get(caller.principal, handle),
      scope,
      refresh,
    );
  }

  async prompts(caller: Caller, handle: string, refresh: boolean, scope: CallScope): Promise<PromptView> {
    return this.upstreamPrompts.list(
      caller,
      await this.registry.get(caller.principal, handle),
      scope,
      refresh,
    );
  }

  /**
   * Everything that can be refused is refused here, `approval-required` too; at once when server and tool are known, as they are for
   * nearly every call. Whoever has found the server already gives it in place of its handle.
   */
  prepareCall(
    caller: Caller,
    server: string | RegisteredServer,
    name: string,
    call: AskableCall,
    scope: CallScope,
  ): PreparedCall | Promise<PreparedCall> {
    this.checkTimeout(call.timeoutMs);
    const registered = this.resolve(caller, server);
    if (registered instanceof Promise)
      return registered.then((known) => this.prepareCall(caller, known, name, call, scope));
    const { arguments: args, timeoutMs } = call;
    const asked = { server: registered, name, arguments: args, timeoutMs };
    const tool = this.gate.admit(caller, asked, scope);
    return tool instanceof Promise
      ? tool.then((admitted) => this.prepared(caller, admitted, call, scope))
      : this.prepared(caller, tool, call, scope);
  }

  /** Whether grants leave the caller a tool, whatever else may be said of it. Throws `server-not-found`. */
  async isLeft(caller: Caller, handle: string, name: string): Promise<boolean> {
    const server = await this.registry.get(caller.principal, handle);
    return isCleared(server, server.policy.originalOf(name) ?? name);
  }

  private prepared(caller: Caller, tool: AdmittedTool, call: AskableCall, scope: CallScope): PreparedCall {
    const { arguments: args } = tool;
    const said =
      args === undefined
        ? call
        : { ...call, arguments: withoutOmitted(args, tool.entry.shown['inputSchema']) };
    return (onNotification) => {
      const heard = onNotification === undefined ? said : { ...said, onNotification };
      return this.asking.concerns(tool.server, heard)
        ? this.asking.call(caller, tool, heard, scope)
        : this.upstreams.call(tool, heard, scope);
    };
  }

  async read(
    caller: Caller,
    server: string | RegisteredServer,
    { uri, timeoutMs }: { uri: string; timeoutMs?: number | undefined },
    scope: CallScope,
  ): Promise<RawResponse> {
    this.checkTimeout(timeoutMs);
    const kept = this.results.find(caller, uri);
    if (kept !== undefined) return kept;
    return this.upstreams.read(caller, await this.resolve(caller, server), uri, scope, {
      timeoutMs,
    });
  }

  async prompt(
    caller: Caller,
    server: string | RegisteredServer,
    {
      timeoutMs,
      ...prompt
    }: { name: string; arguments?: JsonObject | undefined; timeoutMs?: number | undefined },
    scope: CallScope,
  ): Promise<RawResponse> {
    this.checkTimeout(timeoutMs);
    return this.upstreamPrompts.get(caller, await this.resolve(caller, server), prompt, scope, {
      timeoutMs,
    });
  }

  private resolve(
    caller: Caller,
    server: string | RegisteredServer,
  ): RegisteredServer | Promise<RegisteredServer> {
    return typeof server === 'string' ? this.registry.get(caller.principal, server) : server;
  }

  private checkTimeout(timeoutMs: number | undefined): void {
    const { MAX_TOOL_TIMEOUT_MS } = this.config.values;
    if (timeoutMs !== undefined && timeoutMs > MAX_TOOL_TIMEOUT_MS)
      throw new Problem('invalid-request', undefined, {
        errors: [
          {
            pointer: '/timeoutMs',
            detail: `must be at most MAX_TOOL_TIMEOUT_MS (${String(MAX_TOOL_TIMEOUT_MS)})`,
          },
        ],
      });
  }
}
