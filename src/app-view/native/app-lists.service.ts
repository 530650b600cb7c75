import { rpcErrorCodes } from '../../mcp/wire/error-codes.js';
import { Injectable } from '@nestjs/common';
import type { JsonObject } from '../../kernel/json/json.js';
import { maxPageSize } from '../../kernel/page.js';
import { holderOf } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { RpcRefusal } from '../../mcp/server/rpc-reply.js';
import type { CatalogueKind } from '../../upstreams/connection/lists/catalogue-kind.js';
import { listsWaitingIn } from '../../upstreams/connection/lists/list-circles.js';
import { AppPrompts } from '../app-prompts.service.js';
import { AppResources } from '../app-resources.service.js';
import { Cursors } from '../../platform/security/cursors.js';
import type { AppCall } from './app-call.js';
import { withOwnAddresses } from './app-addresses.service.js';
import { AppLifetimes } from './app-lifetimes.service.js';
import { AppNativeTools, asListed } from './app-tools.service.js';

/** The lists of all servers of an app, merged; cursors are ours and good for this caller and this list only. */
@Injectable()
export class AppLists {
  constructor(
    private readonly tools: AppNativeTools,
    private readonly resources: AppResources,
    private readonly prompts: AppPrompts,
    private readonly lifetimes: AppLifetimes,
    private readonly cursors: Cursors,
  ) {}

  /** A page. What is told of another's list is for this caller alone, so it is never public. */
  async page(call: AppCall, kind: CatalogueKind): Promise<JsonObject> {
    call.scope.waitingLists = listsWaitingIn(call.meta);
    const all = await this.all(call, kind);
    return {
      ...this.pageIn(call, kind, all),
      ttlMs: this.lifetimes.ttlMs(call, kind),
      cacheScope: 'private',
    };
  }

  private async all(call: AppCall, kind: CatalogueKind): Promise<readonly JsonObject[]> {
    const { caller, state, scope } = call;
    if (kind === 'tools') return this.tools.list(call);
    if (kind === 'prompts') {
      const { prompts } = await this.prompts.list(caller, state, undefined, scope);
      return prompts.map(({ server: _server, prompt: _prompt, ...item }) => item);
    }
    const directory = await this.resources.list(caller, state, undefined, scope);
    return withOwnAddresses(directory[kind], kind === 'resources' ? 'uri' : 'uriTemplate');
  }

  private pageIn({ caller, state, params }: AppCall, kind: string, all: readonly JsonObject[]): JsonObject {
    const { cursor } = params;
    try {
      const { items, nextCursor } = this.cursors.pageOf(
        all,
        { limit: maxPageSize, cursor: typeof cursor === 'string' ? cursor : undefined },
        `native ${kind} ${state.app.id} ${holderOf(caller.principal)}`,
      );
      // Of many tools only those of the page are written anew.
      const shown = kind === 'tools' ? items.map(asListed) : items;
      return { [kind]: shown, ...(nextCursor === undefined ? {} : { nextCursor }) };
    } catch (error) {
      if (error instanceof Problem)
        throw new RpcRefusal(rpcErrorCodes.invalidParams, error.message, { status: 200 });
      throw error;
    }
  }
}
