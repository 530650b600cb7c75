import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { isJsonObject, type JsonObject } from '../../kernel/json.js';
import { maxPageSize, pageOf } from '../../kernel/page.js';
import { Problem } from '../../kernel/problem.js';
import { McpOperations } from '../../mcp-gateway/mcp-operations.service.js';
import { ownerOf } from '../../mcp-gateway/native/native-session.js';
import { errorCodes, RpcRefusal } from '../../mcp-gateway/native/rpc-reply.js';
import type { RawResponse } from '../../upstreams/links/link.js';
import type { CatalogueKind } from '../../upstreams/catalogue.js';
import { NativeAccess } from '../../upstreams/native-access.service.js';
import { AppPrompts } from '../app-prompts.service.js';
import { AppResources } from '../app-resources.service.js';
import { ServerRound } from '../server-round.service.js';
import { ExposedNames } from '../exposed-names.service.js';
import type { AppCall } from './app-call.js';
import { AppCompletions } from './app-completions.service.js';
import { AppNativeTools } from './app-tools.service.js';

/** What an app offers, before anybody asks. */
export const appCapabilities = {
  tools: { listChanged: true },
  resources: { listChanged: true },
  prompts: { listChanged: true },
  completions: {},
};

/** The methods of MCP on all servers of an app as if they were one. Answers in the shapes of both eras at once. */
@Injectable()
export class AppMcp {
  constructor(
    private readonly tools: AppNativeTools,
    private readonly resources: AppResources,
    private readonly prompts: AppPrompts,
    private readonly names: ExposedNames,
    private readonly operations: McpOperations,
    private readonly completions: AppCompletions,
    private readonly round: ServerRound,
    private readonly access: NativeAccess,
    private readonly clock: Clock,
  ) {}

  /** Throws refusals and problems. */
  async answer(call: AppCall): Promise<JsonObject> {
    switch (call.method) {
      case 'tools/list':
        return this.page(call, 'tools', await this.tools.list(call));
      case 'tools/call':
        return this.tools.call(call);
      case 'resources/list':
        return this.page(call, 'resources', await this.listed(call, 'resources'));
      case 'resources/templates/list':
        return this.page(call, 'resourceTemplates', await this.listed(call, 'resourceTemplates'));
      case 'resources/read':
        return this.read(call);
      case 'prompts/list':
        return this.page(call, 'prompts', await this.promptsOf(call));
      case 'prompts/get':
        return this.prompt(call);
      case 'completion/complete':
        return this.completions.complete(call);
      default:
        throw new RpcRefusal(errorCodes.methodNotFound, 'Method not found', { status: 404 });
    }
  }

  /** A page with the shortest life that a server gives its part: what is told of another's list is for this caller alone. */
  private page(call: AppCall, kind: CatalogueKind, all: readonly JsonObject[]): JsonObject {
    const { principal, state } = call;
    const ends = this.round
      .servers(state)
      .map((server) => this.access.expiresAt(server, principal.accountId, kind) ?? 0);
    const ttlMs = Math.max(0, Math.min(...ends, Number.MAX_SAFE_INTEGER) - this.clock.now());
    return { ...page(call, kind, all), ttlMs: ends.length === 0 ? 0 : ttlMs, cacheScope: 'private' };
  }

  private async listed(
    { principal, state, scope }: AppCall,
    kind: 'resources' | 'resourceTemplates',
  ): Promise<readonly JsonObject[]> {
    const directory = await this.resources.list(principal, state, undefined, scope);
    return directory[kind].map(({ server: _server, ...item }) => item);
  }

  private async promptsOf({ principal, state, scope }: AppCall): Promise<readonly JsonObject[]> {
    const { prompts } = await this.prompts.list(principal, state, undefined, scope);
    return prompts.map(({ server: _server, prompt: _prompt, ...item }) => item);
  }

  private async read({ principal, state, params, scope }: AppCall): Promise<JsonObject> {
    const uri = String(params['uri']);
    const server = await this.resources.serverOf(principal, state, { uri }, scope);
    return resultOf(await this.operations.read(principal, server, { uri }, scope));
  }

  private async prompt({ principal, state, params, scope }: AppCall): Promise<JsonObject> {
    const found = await this.names.prompt(principal, state, String(params['name']), scope);
    const given = params['arguments'];
    const prompt = { name: found.name, ...(isJsonObject(given) ? { arguments: given } : {}) };
    return resultOf(await this.operations.prompt(principal, found.server, prompt, scope));
  }
}

function resultOf({ message }: RawResponse): JsonObject {
  return message.result ?? {};
}

/** A page of a merged list; cursors are ours and good for this caller and this list only. */
function page({ principal, state, params }: AppCall, kind: string, all: readonly JsonObject[]): JsonObject {
  const { cursor } = params;
  try {
    const { items, nextCursor } = pageOf(
      all,
      { limit: maxPageSize, cursor: typeof cursor === 'string' ? cursor : undefined },
      `native ${kind} ${state.app.id} ${ownerOf(principal)}`,
    );
    return { [kind]: items, ...(nextCursor === undefined ? {} : { nextCursor }) };
  } catch (error) {
    if (error instanceof Problem)
      throw new RpcRefusal(errorCodes.invalidParams, error.message, { status: 200 });
    throw error;
  }
}
