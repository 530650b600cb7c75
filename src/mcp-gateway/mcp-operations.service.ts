import { Injectable } from '@nestjs/common';
import type { CallScope } from '../kernel/call-scope.js';
import type { JsonObject } from '../kernel/json/json.js';
import type { Principal } from '../kernel/principal.js';
import { Problem } from '../kernel/problems/problem.js';
import { Config } from '../platform/config/config.js';
import type { Snapshot } from '../upstreams/connection/lists/catalogue.js';
import type { RawResponse } from '../mcp/wire/link.js';
import type { RegisteredServer } from '../upstreams/declared/registered-server.js';
import { ServerRegistry } from '../upstreams/declared/server-registry.service.js';
import type { CallableTool } from '../upstreams/tools/tool-finder.service.js';
import type { ToolView } from '../upstreams/tools/tool-view.js';
import type { OperationOptions } from '../upstreams/tools/tool-call.js';
import { Upstreams } from '../upstreams/tools/upstreams.service.js';
import { UpstreamPrompts } from '../upstreams/tools/upstream-prompts.service.js';
import type { PromptView } from '../upstreams/tools/prompt-finder.service.js';
import { withoutOmitted } from './omitted-nulls.js';
import { AskingCalls, type AskableCall } from './questions/asking-calls.service.js';

/** A call that nothing stands against any more. */
export type PreparedCall = (onNotification?: OperationOptions['onNotification']) => Promise<RawResponse>;

/** The plain operations on one server: handle and policy resolved, limits checked, then handed to the upstream. */
@Injectable()
export class McpOperations {
  constructor(
    private readonly registry: ServerRegistry,
    private readonly upstreams: Upstreams,
    private readonly upstreamPrompts: UpstreamPrompts,
    private readonly asking: AskingCalls,
    private readonly config: Config,
  ) {}

  async tools(principal: Principal, handle: string, refresh: boolean, scope: CallScope): Promise<ToolView> {
    return this.upstreams.tools(principal, await this.registry.get(principal, handle), scope, refresh);
  }

  async resources(
    principal: Principal,
    handle: string,
    refresh: boolean,
    scope: CallScope,
  ): Promise<readonly [Snapshot, Snapshot]> {
    return this.upstreams.resources(principal, await this.registry.get(principal, handle), scope, refresh);
  }

  async prompts(
    principal: Principal,
    handle: string,
    refresh: boolean,
    scope: CallScope,
  ): Promise<PromptView> {
    return this.upstreamPrompts.list(principal, await this.registry.get(principal, handle), scope, refresh);
  }

  /**
   * Everything that can be refused is refused here, `approval-required` too; at once when server and tool are known, as they are for
   * nearly every call. Whoever has found the server already gives it in place of its handle.
   */
  prepareCall(
    principal: Principal,
    server: string | RegisteredServer,
    name: string,
    call: AskableCall,
    scope: CallScope,
  ): PreparedCall | Promise<PreparedCall> {
    this.checkTimeout(call.timeoutMs);
    const registered = this.resolve(principal, server);
    if (registered instanceof Promise)
      return registered.then((known) => this.prepareCall(principal, known, name, call, scope));
    const tool = this.upstreams.tool(principal, registered, name, scope, call.timeoutMs);
    return tool instanceof Promise
      ? tool.then((found) => this.prepared(principal, found, name, call, scope))
      : this.prepared(principal, tool, name, call, scope);
  }

  private prepared(
    principal: Principal,
    tool: CallableTool,
    name: string,
    call: AskableCall,
    scope: CallScope,
  ): PreparedCall {
    if (tool.entry.needsApproval) {
      scope.refuseHop(tool.server, 'tools/call', tool.entry.original, 'approval-required');
      throw new Problem('approval-required', `The app lets the tool "${name}" run only after an approval.`);
    }
    const { arguments: args } = call;
    const said =
      args === undefined
        ? call
        : { ...call, arguments: withoutOmitted(args, tool.entry.shown['inputSchema']) };
    return (onNotification) => {
      const heard = onNotification === undefined ? said : { ...said, onNotification };
      return this.asking.concerns(tool.server, heard)
        ? this.asking.call(principal, tool, heard, scope)
        : this.upstreams.call(tool, heard, scope);
    };
  }

  async read(
    principal: Principal,
    server: string | RegisteredServer,
    { uri, timeoutMs }: { uri: string; timeoutMs?: number | undefined },
    scope: CallScope,
  ): Promise<RawResponse> {
    this.checkTimeout(timeoutMs);
    return this.upstreams.read(principal, await this.resolve(principal, server), uri, scope, {
      timeoutMs,
    });
  }

  async prompt(
    principal: Principal,
    server: string | RegisteredServer,
    {
      timeoutMs,
      ...prompt
    }: { name: string; arguments?: JsonObject | undefined; timeoutMs?: number | undefined },
    scope: CallScope,
  ): Promise<RawResponse> {
    this.checkTimeout(timeoutMs);
    return this.upstreamPrompts.get(principal, await this.resolve(principal, server), prompt, scope, {
      timeoutMs,
    });
  }

  private resolve(
    principal: Principal,
    server: string | RegisteredServer,
  ): RegisteredServer | Promise<RegisteredServer> {
    return typeof server === 'string' ? this.registry.get(principal, server) : server;
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
