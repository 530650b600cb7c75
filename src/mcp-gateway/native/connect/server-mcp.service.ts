import { readResult } from '../../../mcp/wire/message-decoder.js';
import type { RawResponse } from '../../../mcp/wire/link.js';
import { Injectable } from '@nestjs/common';
import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import { maxPageSize } from '../../../kernel/page.js';
import { holderOf } from '../../../kernel/principal.js';
import { Problem } from '../../../kernel/problems/problem.js';
import { RpcRefusal } from '../../../mcp/server/rpc-reply.js';
import { rpcErrorCodes } from '../../../mcp/wire/error-codes.js';
import { metaKeys } from '../../../mcp/wire/modern-headers.js';
import { Cursors } from '../../../platform/security/cursors.js';
import { problemOfRpcError } from '../../../upstreams/connection/failure-mapping.js';
import { ConnectionNeeds } from '../../../upstreams/connection/connection-needs.service.js';
import type { CatalogueKind } from '../../../upstreams/connection/lists/catalogue-kind.js';
import { NativeAccess } from '../../../upstreams/connection/native-access.service.js';
import type { RegisteredServer } from '../../../upstreams/declared/registered-server.js';
import { CallGate } from '../../../upstreams/tools/gate/call-gate.service.js';
import { UpstreamPrompts } from '../../../upstreams/tools/upstream-prompts.service.js';
import { Upstreams } from '../../../upstreams/tools/upstreams.service.js';
import { McpOperations } from '../../mcp-operations.service.js';
import type { CallOn } from '../answering-call.js';
import { ConnectAnswers } from './connect-answers.service.js';
import { connectTool, connectToolName } from './connect-tool.js';

/** One MCP request to a server that may have to be connected first. */
type ServerCall = CallOn<RegisteredServer>;

/** What such a server offers, before anybody knows. */
export const serverCapabilities = {
  tools: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  prompts: { listChanged: true },
  completions: {},
};

/**
 * The methods of MCP at a server that wants OAuth, answered by the gateway: with the tool that connects it for as long as nobody has, and
 * by the server itself from then on, without another handshake. Answers in the shapes of both eras at once.
 */
@Injectable()
export class ServerMcp {
  constructor(
    private readonly connects: ConnectAnswers,
    private readonly needs: ConnectionNeeds,
    private readonly operations: McpOperations,
    private readonly upstreams: Upstreams,
    private readonly prompts: UpstreamPrompts,
    private readonly access: NativeAccess,
    private readonly gate: CallGate,
    private readonly cursors: Cursors,
  ) {}

  /** Throws refusals and problems, also what somebody has to do first. */
  async answer(call: ServerCall): Promise<JsonObject> {
    const { caller, state: server, params, scope } = call;
    switch (call.method) {
      case 'tools/list':
        return this.page(call, 'tools');
      case 'tools/call':
        return this.call(call);
      case 'resources/list':
        return this.page(call, 'resources');
      case 'resources/templates/list':
        return this.page(call, 'resourceTemplates');
      case 'resources/read':
        return resultOf(await this.operations.read(caller, server, { uri: String(params['uri']) }, scope));
      case 'prompts/list':
        return this.page(call, 'prompts');
      case 'prompts/get': {
        const { name, arguments: given } = params;
        const prompt = { name: String(name), ...(isJsonObject(given) ? { arguments: given } : {}) };
        return resultOf(await this.operations.prompt(caller, server, prompt, scope));
      }
      case 'completion/complete':
        return this.complete(call);
      default:
        throw new RpcRefusal(rpcErrorCodes.methodNotFound, 'Method not found', { status: 404 });
    }
  }

  /** What is told of another's list is for this caller alone, so it is never public. */
  private async page(call: ServerCall, kind: CatalogueKind): Promise<JsonObject> {
    const { caller, state: server, params } = call;
    const all = await this.list(call, kind);
    const { cursor } = params;
    try {
      const { items, nextCursor } = this.cursors.pageOf(
        all,
        { limit: maxPageSize, cursor: typeof cursor === 'string' ? cursor : undefined },
        `native ${kind} ${server.id} ${holderOf(caller.principal)}`,
      );
      return {
        [kind]: items,
        ...(nextCursor === undefined ? {} : { nextCursor }),
        ...{ ttlMs: 0, cacheScope: 'private' },
      };
    } catch (error) {
      if (error instanceof Problem)
        throw new RpcRefusal(rpcErrorCodes.invalidParams, error.message, { status: 200 });
      throw error;
    }
  }

  private async list(
    { caller, state: server, scope }: ServerCall,
    kind: CatalogueKind,
  ): Promise<readonly JsonObject[]> {
    if ((await this.needs.find(caller, server)) !== undefined)
      return kind === 'tools' ? [connectTool(connectToolName, server.definition.name)] : [];
    if (kind === 'tools') return (await this.upstreams.tools(caller, server, scope)).tools;
    if (kind === 'prompts') return (await this.prompts.list(caller, server, scope)).items;
    const [resources, templates] = await this.upstreams.resources(caller, server, scope);
    return kind === 'resources' ? resources.items : templates.items;
  }

  private async call(call: ServerCall): Promise<JsonObject> {
    const { caller, state: server, params, meta, hearing, scope, notify } = call;
    const name = String(params['name']);
    if (name === connectToolName && !(await this.hasOwn(call, name)))
      return this.connects.connect(caller, server);
    const { arguments: args, inputResponses, requestState } = params;
    const declared = meta[metaKeys.clientCapabilities];
    const run = await this.operations.prepareCall(
      caller,
      server,
      name,
      {
        arguments: isJsonObject(args) ? args : undefined,
        inputResponses: isJsonObject(inputResponses) ? inputResponses : undefined,
        requestState: typeof requestState === 'string' ? requestState : undefined,
        _meta: meta,
        hearing,
        capabilities: isJsonObject(declared) ? declared : {},
        endpoint: `native ${server.id}`,
      },
      scope,
    );
    return resultOf(await run(notify));
  }

  /** Whether the server, connected, has a tool of that name itself. */
  private async hasOwn({ caller, state: server, scope }: ServerCall, name: string): Promise<boolean> {
    if ((await this.needs.find(caller, server)) !== undefined) return false;
    return (await this.upstreams.tools(caller, server, scope)).byName.has(name);
  }

  private async complete({ caller, state: server, params, scope }: ServerCall): Promise<JsonObject> {
    const asked = { method: 'completion/complete', params };
    const request = (await this.gate.review(caller, server, asked, scope)?.()) ?? asked;
    const { message } = await this.access
      .upstream(server, caller)
      .request({ ...request, repeatable: true }, scope);
    if (message.error !== undefined) throw problemOfRpcError(message.error);
    const result = (await readResult(message)) ?? {};
    return this.gate.show(caller, server, request, scope)?.(result) ?? result;
  }
}

async function resultOf({ message }: RawResponse): Promise<JsonObject> {
  return (await readResult(message)) ?? {};
}
