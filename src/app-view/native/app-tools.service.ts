import { readResult } from '../../mcp/wire/message-decoder.js';
import { rpcErrorCodes } from '../../mcp/wire/error-codes.js';
import { Injectable } from '@nestjs/common';
import type { AppState } from '../../apps/document/app.js';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import { holderOf } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { ConnectAnswers } from '../../mcp-gateway/native/connect/connect-answers.service.js';
import {
  connectTool,
  connectToolNameOf,
  mayBeConnectTool,
} from '../../mcp-gateway/native/connect/connect-tool.js';
import { McpOperations } from '../../mcp-gateway/mcp-operations.service.js';
import { RpcRefusal } from '../../mcp/server/rpc-reply.js';
import { Keyring } from '../../platform/security/keyring.js';
import { ConnectionNeeds } from '../../upstreams/connection/connection-needs.service.js';
import type { RegisteredServer } from '../../upstreams/declared/registered-server.js';
import { metaKeys } from '../../mcp/wire/modern-headers.js';
import { WorkflowTools } from '../../workflows/catalog/workflow-tools.service.js';
import { ExposedNames } from '../exposed-names.service.js';
import { withNamedQuestions } from '../named-questions.js';
import { ServerFanOut } from '../server-fan-out.service.js';
import { ToolDirectories, type ToolDirectory } from '../search/tool-directory.service.js';
import type { AppCall } from './app-call.js';
import { defaultFound, lazyTools, told } from './lazy-tools.js';

const purpose = 'request-state';

/** `tools/list` and `tools/call` of an app's native endpoint. */
@Injectable()
export class AppNativeTools {
  constructor(
    private readonly directories: ToolDirectories,
    private readonly names: ExposedNames,
    private readonly operations: McpOperations,
    private readonly workflows: WorkflowTools,
    private readonly keyring: Keyring,
    private readonly round: ServerFanOut,
    private readonly connects: ConnectAnswers,
    private readonly needs: ConnectionNeeds,
  ) {}

  /** All tools under their exposed names, or the three that find them; and one for each server that somebody must connect. Pages are shown `asListed`. */
  async list(call: AppCall): Promise<readonly JsonObject[]> {
    const tools = isLazy(call) ? lazyTools : (await this.directory(call)).tools;
    const oauth = this.round.servers(call.state).filter(({ definition }) => definition.auth !== undefined);
    return oauth.length === 0 ? tools : [...tools, ...(await this.connectTools(call, oauth))];
  }

  async call(call: AppCall): Promise<JsonObject> {
    const { name, arguments: args } = call.params;
    if (!isLazy(call)) return this.run(call, String(name), args);
    const given = isJsonObject(args) ? args : {};
    switch (name) {
      case 'search_tools':
        return this.search(call, given);
      case 'describe_tool':
        return this.describe(call, nameIn(given));
      case 'call_tool':
        return this.run(call, nameIn(given), given['arguments']);
      default:
        return this.run(call, String(name), args);
    }
  }

  private async connectTools(
    { caller }: AppCall,
    oauth: readonly RegisteredServer[],
  ): Promise<readonly JsonObject[]> {
    const wanting = await Promise.all(
      oauth.map(async (server) => ((await this.needs.find(caller, server)) === undefined ? [] : [server])),
    );
    return wanting.flat().map(({ definition: { name } }) => connectTool(connectToolNameOf(name), name));
  }

  private directory({ caller, state, scope }: AppCall): Promise<ToolDirectory> {
    return this.directories.get(caller, state, {}, scope);
  }

  private async search(call: AppCall, { query, limit }: JsonObject): Promise<JsonObject> {
    const directory = await this.directory(call);
    const found = await this.directories.search(directory, typeof query === 'string' ? query : '');
    const wanted = typeof limit === 'number' ? Math.min(50, Math.max(1, Math.floor(limit))) : defaultFound;
    return told({
      tools: found
        .slice(0, wanted)
        .map(({ name, title, description, score }) => ({ name, title, description, score })),
    });
  }

  private async describe(call: AppCall, name: string): Promise<JsonObject> {
    const tool = (await this.directory(call)).tools.find((one) => one['name'] === name);
    if (tool === undefined) throw new Problem('tool-not-found', `The app has no tool "${name}".`);
    return told(asListed(tool));
  }

  /** The state that a server wants back is sealed with the server's name: it comes back to that server only. */
  private async run(
    { caller, state, params, meta, hearing, scope, notify }: AppCall,
    name: string,
    args: unknown,
  ): Promise<JsonObject> {
    const given = isJsonObject(args) ? args : undefined;
    const workflow = this.workflows.find(state, name);
    if (workflow !== undefined) {
      const start = await this.workflows.prepare(
        caller,
        state,
        workflow,
        { arguments: given, _meta: meta },
        scope,
      );
      return (await start(notify)).message.result ?? {};
    }
    const connecting = this.connecting(state, name);
    if (connecting !== undefined) return this.connects.connect(caller, connecting);
    const found = await this.names.tool(caller, state, name, scope);
    const owner = `${holderOf(caller.principal)} ${state.app.id} ${found.server.id}`;
    const { requestState, inputResponses } = params;
    const declared = meta[metaKeys.clientCapabilities];
    const run = await this.operations.prepareCall(
      caller,
      found.server,
      found.name,
      {
        arguments: given,
        inputResponses: isJsonObject(inputResponses) ? inputResponses : undefined,
        requestState: requestState === undefined ? undefined : this.open(owner, requestState),
        _meta: meta,
        hearing,
        capabilities: isJsonObject(declared) ? declared : {},
        endpoint: `native ${state.app.id}`,
      },
      scope,
    );
    const { name: asking } = found.server.definition;
    const answer = await run(notify);
    await readResult(answer.message);
    const result = withNamedQuestions(answer, asking).message.result ?? {};
    const stateOfServer = result['requestState'];
    return typeof stateOfServer === 'string'
      ? { ...result, requestState: this.keyring.seal(purpose, owner, stateOfServer) }
      : result;
  }

  /** The server that a tool of this name connects. */
  private connecting(state: AppState, name: string): RegisteredServer | undefined {
    if (!mayBeConnectTool(name)) return undefined;
    return this.round
      .servers(state)
      .find(({ definition }) => definition.auth !== undefined && connectToolNameOf(definition.name) === name);
  }

  private open(owner: string, sealed: unknown): string {
    try {
      return this.keyring.open(purpose, owner, String(sealed));
    } catch {
      throw new RpcRefusal(
        rpcErrorCodes.invalidParams,
        'The requestState is not one that this tool has given to you.',
        {
          status: 200,
          data: { reason: 'invalid_request_state' },
        },
      );
    }
  }
}

function nameIn({ name }: JsonObject): string {
  return typeof name === 'string' ? name : '';
}

function isLazy({ state }: AppCall): boolean {
  return state.config.tools?.mode === 'search';
}

/** Without what only our own lists say. */
export function asListed({ server: _server, tool: _tool, ...listed }: JsonObject): JsonObject {
  return listed;
}
