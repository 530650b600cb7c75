import { rpcErrorCodes } from '../../mcp/wire/error-codes.js';
import { Injectable } from '@nestjs/common';
import type { CallScope } from '../../kernel/call-scope.js';
import { withDeadline } from '../../kernel/pacing/deadline.js';
import type { JsonObject } from '../../kernel/json/json.js';
import type { Principal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import type { Snapshot } from '../connection/lists/catalogue.js';
import { problemOfRpcError, requireResult } from '../connection/failure-mapping.js';
import { foundInTime } from './found-in-time.js';
import type { RawResponse } from '../../mcp/wire/link.js';
import { blocksDrift, isPinned } from './pins/pinned-server.js';
import { PromptFinder, type PromptView } from './prompt-finder.service.js';
import { endAsked } from '../../mcp/wire/question.js';
import type { RegisteredServer } from '../declared/registered-server.js';
import { RequestMeta } from '../../mcp/wire/request-meta.js';
import { ServerError } from '../../mcp/wire/server-error.js';
import type { OperationOptions } from './tool-call.js';
import { UpstreamLists } from './upstream-lists.service.js';
import { UpstreamPool } from '../connection/upstream-pool.service.js';

/** The prompts of a server for a principal: the pool, the lists and the pins put together. */
@Injectable()
export class UpstreamPrompts {
  private readonly meta = new RequestMeta();

  constructor(
    private readonly pool: UpstreamPool,
    private readonly finder: PromptFinder,
    private readonly lists: UpstreamLists,
  ) {}

  async list(
    principal: Principal,
    server: RegisteredServer,
    scope: CallScope,
    refresh = false,
  ): Promise<PromptView> {
    const snapshot = await this.snapshot(principal, server, scope, refresh);
    return this.finder.view(principal.accountId, server, snapshot);
  }

  /** As the server sent them, without pins. */
  snapshot(
    principal: Principal,
    server: RegisteredServer,
    scope: CallScope,
    refresh = false,
  ): Promise<Snapshot> {
    return this.lists.get(principal, server, 'prompts', scope, refresh);
  }

  /** The prompts as last known; asks nobody. */
  known(principal: Principal, server: RegisteredServer): PromptView | undefined {
    return this.finder.known(server, this.pool.get(server, principal.accountId));
  }

  /** The same as the server sent them. */
  knownSnapshot(principal: Principal, server: RegisteredServer): Snapshot | undefined {
    return this.lists.peek(principal, server, 'prompts');
  }

  /**
   * What comes before a prompt is used. Where changed ones are blocked it throws `prompt-changed`, `prompt-not-found` and the problems of
   * the upstream; where they are told, somebody looks at the list meanwhile.
   */
  async require(
    principal: Principal,
    server: RegisteredServer,
    name: string,
    scope: CallScope,
    timeoutMs = server.definition.options.timeoutMs,
  ): Promise<void> {
    if (!blocksDrift(server)) {
      if (isPinned(server)) this.list(principal, server, scope.detached()).catch(() => undefined);
      return;
    }
    const pooled = this.pool.get(server, principal.accountId);
    const found = this.finder.requireAccepted(principal.accountId, server, pooled, name, scope);
    const wanted = { server, upstream: pooled.upstream, method: 'prompts/get', name, scope } as const;
    await foundInTime(found, wanted, timeoutMs);
  }

  /** Throws `prompt-not-found`, `prompt-changed`, `invalid-params` and the problems of the upstream. */
  async get(
    principal: Principal,
    server: RegisteredServer,
    prompt: { readonly name: string; readonly arguments?: JsonObject | undefined },
    scope: CallScope,
    options: OperationOptions = {},
  ): Promise<RawResponse> {
    const startedAt = performance.now();
    const { upstream } = this.pool.get(server, principal.accountId);
    const timeoutMs = upstream.timeoutOf(options.timeoutMs ?? server.definition.options.timeoutMs);
    await this.require(principal, server, prompt.name, scope, timeoutMs);
    const response = await upstream.request(
      {
        server,
        method: 'prompts/get',
        params: { ...prompt, _meta: this.meta.of(undefined, scope.traceparent) },
        onQuestion: endAsked,
        repeatable: true,
        timeoutMs,
        spentMs: performance.now() - startedAt,
      },
      scope,
    );
    const { error } = response.message;
    if (error === undefined) return requireResult(response);
    if (error.code === rpcErrorCodes.methodNotFound)
      throw new Problem('prompt-not-found', `There is no prompt "${prompt.name}".`, {
        cause: new ServerError(error),
      });
    const late = () => new Problem('upstream-timeout');
    const leftMs = timeoutMs - (performance.now() - startedAt);
    const listed = await withDeadline(this.snapshot(principal, server, scope), leftMs, late).catch(
      () => undefined,
    );
    if (listed?.items.some(({ name }) => name === prompt.name) === false)
      throw new Problem('prompt-not-found', `There is no prompt "${prompt.name}".`);
    throw problemOfRpcError(error);
  }
}
