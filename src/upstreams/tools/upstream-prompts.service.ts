import { rpcErrorCodes } from '../../mcp/wire/error-codes.js';
import { Injectable } from '@nestjs/common';
import type { CallScope } from '../../kernel/call-scope.js';
import type { Caller } from '../../kernel/caller.js';
import { withDeadline } from '../../kernel/pacing/deadline.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { Problem } from '../../kernel/problems/problem.js';
import type { Snapshot } from '../connection/lists/catalogue.js';
import { problemOfRpcError, requireResult } from '../connection/failure-mapping.js';
import type { RawResponse } from '../../mcp/wire/link.js';
import { CallGate } from './gate/call-gate.service.js';
import { askedAs } from './gate/shown-question.js';
import { shownBy } from './gate/shown-response.js';
import { PromptFinder, type PromptView } from './prompt-finder.service.js';
import { endAsked } from '../../mcp/wire/question.js';
import type { RegisteredServer } from '../declared/registered-server.js';
import { RequestMeta } from '../../mcp/wire/request-meta.js';
import { ServerError } from '../../mcp/wire/server-error.js';
import type { OperationOptions } from './tool-call.js';
import { UpstreamLists } from './upstream-lists.service.js';
import { UpstreamPool } from '../connection/upstream-pool.service.js';

/** The prompts of a server for a caller: the pool, the lists and the pins put together. */
@Injectable()
export class UpstreamPrompts {
  private readonly meta = new RequestMeta();

  constructor(
    private readonly pool: UpstreamPool,
    private readonly finder: PromptFinder,
    private readonly lists: UpstreamLists,
    private readonly gate: CallGate,
  ) {}

  async list(
    caller: Caller,
    server: RegisteredServer,
    scope: CallScope,
    refresh = false,
  ): Promise<PromptView> {
    const snapshot = await this.snapshot(caller, server, scope, refresh);
    return this.finder.view(caller.owner.accountId, server, snapshot);
  }

  /** As the server sent them, without pins. */
  snapshot(caller: Caller, server: RegisteredServer, scope: CallScope, refresh = false): Promise<Snapshot> {
    return this.lists.get(caller, server, 'prompts', scope, refresh);
  }

  /** The prompts as last known; asks nobody. */
  known(caller: Caller, server: RegisteredServer): PromptView | undefined {
    return this.finder.known(server, this.pool.get(server, caller));
  }

  /** The same as the server sent them. */
  knownSnapshot(caller: Caller, server: RegisteredServer): Snapshot | undefined {
    return this.lists.peek(caller, server, 'prompts');
  }

  /** Throws `prompt-not-found`, `prompt-changed`, `invalid-params` and the problems of the upstream. */
  async get(
    caller: Caller,
    server: RegisteredServer,
    prompt: { readonly name: string; readonly arguments?: JsonObject | undefined },
    scope: CallScope,
    options: OperationOptions = {},
  ): Promise<RawResponse> {
    const startedAt = performance.now();
    const { upstream } = this.pool.get(server, caller);
    const timeoutMs = upstream.timeoutOf(options.timeoutMs ?? server.definition.options.timeoutMs);
    const asked = { method: 'prompts/get', params: { ...prompt } };
    const { params } = (await this.gate.review(caller, server, asked, scope, timeoutMs)?.()) ?? asked;
    const show = this.gate.show(caller, server, asked, scope);
    const response = await upstream.request(
      {
        server,
        method: 'prompts/get',
        params: { ...params, _meta: this.meta.of(undefined, scope.traceparent) },
        onQuestion: askedAs(show, endAsked),
        repeatable: true,
        timeoutMs,
        spentMs: performance.now() - startedAt,
      },
      scope,
    );
    const { error: said } = response.message;
    if (said === undefined) return shownBy(show, requireResult(response));
    const error = (await this.gate.showError(caller, server, asked, scope)?.(said)) ?? said;
    if (error.code === rpcErrorCodes.methodNotFound)
      throw new Problem('prompt-not-found', `There is no prompt "${prompt.name}".`, {
        cause: new ServerError(error),
      });
    const late = () => new Problem('upstream-timeout');
    const leftMs = timeoutMs - (performance.now() - startedAt);
    const listed = await withDeadline(this.snapshot(caller, server, scope), leftMs, late).catch(
      () => undefined,
    );
    if (listed?.items.some(({ name }) => name === prompt.name) === false)
      throw new Problem('prompt-not-found', `There is no prompt "${prompt.name}".`);
    throw problemOfRpcError(error);
  }
}
