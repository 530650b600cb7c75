import { Injectable } from '@nestjs/common';
import type { CallScope } from '../../../kernel/call-scope.js';
import type { Caller } from '../../../kernel/caller.js';
import type { JsonObject } from '../../../kernel/json/json.js';
import { needOf } from '../../connection/connection-need.js';
import { UpstreamPool, type PooledUpstream } from '../../connection/upstream-pool.service.js';
import type { RegisteredServer } from '../../declared/registered-server.js';
import { foundInTime } from '../found-in-time.js';
import { PromptFinder } from '../prompt-finder.service.js';
import { ToolFinder, type CallableTool } from '../tool-finder.service.js';
import type { ToolEntry } from '../tool-view.js';
import type { AdmittedCall, AskedTool, Showing } from './asked-tool.js';

/** A tool that may be called. Only the gate makes them, and nothing else passes for one. */
export class AdmittedTool implements CallableTool, AdmittedCall {
  readonly server: RegisteredServer;
  readonly pooled: PooledUpstream;
  readonly entry: ToolEntry;
  readonly spentMs: number;
  readonly arguments: JsonObject | undefined;
  readonly show: Showing | undefined;
  protected readonly isAdmitted = true;

  constructor({ server, pooled, entry, spentMs }: CallableTool, call: AdmittedCall) {
    this.server = server;
    this.pooled = pooled;
    this.entry = entry;
    this.spentMs = spentMs;
    this.arguments = call.arguments;
    this.show = call.show;
  }
}

/** Finds what callers name, in time; whether it may be called is the gate's affair. */
@Injectable()
export class FoundTargets {
  constructor(
    private readonly pool: UpstreamPool,
    private readonly tools: ToolFinder,
    private readonly prompts: PromptFinder,
  ) {}

  /** What is known of a tool already; asks nobody. */
  knownTool(
    caller: Caller,
    server: RegisteredServer,
    name: string,
  ): { readonly pooled: PooledUpstream; readonly entry: ToolEntry | undefined } {
    const pooled = this.pool.get(server, caller);
    return { pooled, entry: this.tools.knownEntry(server, pooled, name) };
  }

  /** Throws `tool-not-found`, `tool-denied`, `tool-changed` and the problems of the upstream. */
  async tool(
    caller: Caller,
    { server, name, timeoutMs = server.definition.options.timeoutMs }: AskedTool,
    scope: CallScope,
  ): Promise<CallableTool> {
    const startedAt = performance.now();
    const pooled = this.pool.get(server, caller);
    try {
      const found = this.tools.find(caller.owner.accountId, server, pooled, name, scope);
      const entry = await foundInTime(found, pooled.upstream, 'tools', timeoutMs);
      return { server, pooled, entry, spentMs: performance.now() - startedAt };
    } catch (error) {
      throw needOf(server, error);
    }
  }

  /** Throws `prompt-not-found`, `prompt-changed` and the problems of the upstream. */
  async requirePrompt(
    caller: Caller,
    server: RegisteredServer,
    name: string,
    timeoutMs: number | undefined,
    scope: CallScope,
  ): Promise<void> {
    const pooled = this.pool.get(server, caller);
    try {
      const found = this.prompts.requireAccepted(caller.owner.accountId, server, pooled, name, scope);
      await foundInTime(found, pooled.upstream, 'prompts', timeoutMs);
    } catch (error) {
      throw needOf(server, error);
    }
  }
}
