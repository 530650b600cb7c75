import { readResult } from '../../mcp/wire/message-decoder.js';
import { rpcErrorCodes } from '../../mcp/wire/error-codes.js';
import { Injectable } from '@nestjs/common';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import { McpOperations } from '../../mcp-gateway/mcp-operations.service.js';
import { KeptResultReads } from '../../mcp-gateway/kept-result-reads.service.js';
import { RpcRefusal } from '../../mcp/server/rpc-reply.js';
import { listingCapability } from '../../upstreams/connection/lists/list-circles.js';
import type { RawResponse } from '../../mcp/wire/link.js';
import { ExposedNames } from '../exposed-names.service.js';
import { AppAddresses } from './app-addresses.service.js';
import type { AppCall } from './app-call.js';
import { AppCompletions } from './app-completions.service.js';
import { AppLists } from './app-lists.service.js';
import { AppNativeTools } from './app-tools.service.js';

/** What an app offers, before anybody asks. */
export const appCapabilities = {
  tools: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  prompts: { listChanged: true },
  completions: {},
  experimental: listingCapability,
};

/** The methods of MCP on all servers of an app as if they were one. Answers in the shapes of both eras at once. */
@Injectable()
export class AppMcp {
  constructor(
    private readonly lists: AppLists,
    private readonly tools: AppNativeTools,
    private readonly addresses: AppAddresses,
    private readonly names: ExposedNames,
    private readonly operations: McpOperations,
    private readonly completions: AppCompletions,
    private readonly results: KeptResultReads,
  ) {}

  /** Throws refusals and problems. */
  async answer(call: AppCall): Promise<JsonObject> {
    switch (call.method) {
      case 'tools/list':
        return this.lists.page(call, 'tools');
      case 'tools/call':
        return this.tools.call(call);
      case 'resources/list':
        return this.lists.page(call, 'resources');
      case 'resources/templates/list':
        return this.lists.page(call, 'resourceTemplates');
      case 'resources/read':
        return this.read(call);
      case 'prompts/list':
        return this.lists.page(call, 'prompts');
      case 'prompts/get':
        return this.prompt(call);
      case 'completion/complete':
        return this.completions.complete(call);
      default:
        throw new RpcRefusal(rpcErrorCodes.methodNotFound, 'Method not found', { status: 404 });
    }
  }

  private async read({ caller, state, params, scope }: AppCall): Promise<JsonObject> {
    const kept = this.results.find(caller, params['uri']);
    if (kept !== undefined) return resultOf(await kept);
    const { server, uri } = await this.addresses.find(caller, state, String(params['uri']), scope);
    return resultOf(await this.operations.read(caller, server, { uri }, scope));
  }

  private async prompt({ caller, state, params, scope }: AppCall): Promise<JsonObject> {
    const found = await this.names.prompt(caller, state, String(params['name']), scope);
    const given = params['arguments'];
    const prompt = { name: found.name, ...(isJsonObject(given) ? { arguments: given } : {}) };
    return resultOf(await this.operations.prompt(caller, found.server, prompt, scope));
  }
}

async function resultOf({ message }: RawResponse): Promise<JsonObject> {
  return (await readResult(message)) ?? {};
}
