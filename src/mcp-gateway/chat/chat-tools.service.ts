import { Injectable } from '@nestjs/common';
import { CallScope } from '../../kernel/call-scope.js';
import { reachOf } from '../../kernel/grant-reach.js';
import { matchesGlob } from '../../kernel/text/glob.js';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import type { Caller } from '../../kernel/caller.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { Logger } from '../../platform/logging/logger.js';
import { CallGate } from '../../upstreams/tools/gate/call-gate.service.js';
import { endUnanswerable } from '../../mcp/wire/question.js';
import type { RegisteredServer } from '../../upstreams/declared/registered-server.js';
import type { ToolEntry } from '../../upstreams/tools/tool-view.js';
import { withoutOmitted } from '../omitted-nulls.js';
import { Upstreams } from '../../upstreams/tools/upstreams.service.js';
import type { ApprovalMode, ToolGlobs } from './chat-request.js';
import type { ChatTool, ToolRun } from './models/language-models.port.js';
import { boundedResult, modelText, FailedTool } from './tool-result.js';

/** Whose tools, for whom, and within which work. */
export interface ToolUse {
  readonly caller: Caller;
  readonly server: RegisteredServer;
  readonly globs: ToolGlobs;
  readonly mode: ApprovalMode;
  /** Calls that may run because the caller has said so. */
  readonly approved: ReadonlySet<string>;
  readonly scope: CallScope;
}

/** The tools of a server for a chat: those that lists show, with the same policy. */
@Injectable()
export class ChatTools {
  constructor(
    private readonly gate: CallGate,
    private readonly upstreams: Upstreams,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  /** Throws the problems of the upstream. */
  async list(use: ToolUse): Promise<ChatTool[]> {
    const { caller, server, globs, mode, approved, scope } = use;
    const view = await this.upstreams.tools(caller, server, scope);
    return [...view.byName].flatMap(([name, entry]) => {
      if (!isChosen(name, globs)) return [];
      const asks = mayApprove(caller) || !entry.needsApproval ? mustAsk(entry, mode) : false;
      return [
        {
          name,
          definition: entry.shown,
          needsApproval: (input: JsonObject, toolCallId: string) =>
            asks || approved.has(toolCallId) || this.isAskedFor(use, name, input),
          run: (input: JsonObject, run: ToolRun) => this.run(use, { name, asks }, input, run),
        },
      ];
    });
  }

  /** Whether this very call needs an approval. Nothing is said here of what stands against it: the call itself will be refused. */
  private async isAskedFor(
    { caller, server, scope }: ToolUse,
    name: string,
    input: JsonObject,
  ): Promise<boolean> {
    if (!mayApprove(caller)) return false;
    let isAsked = false;
    const approval = { isGiven: () => (isAsked = true) };
    const unrecorded = CallScope.of(caller.owner.accountId, scope.requestId);
    try {
      await this.gate.admit(caller, { server, name, arguments: input, approval }, unrecorded);
    } catch {
      return false;
    }
    return isAsked;
  }

  private async run(
    { caller, server, approved, scope }: ToolUse,
    { name, asks }: { readonly name: string; readonly asks: boolean },
    input: JsonObject,
    { toolCallId, onProgress }: ToolRun,
  ): Promise<JsonObject> {
    try {
      // What is asked about runs only after an approval, which the turn has checked.
      const approval = { isGiven: () => mayApprove(caller) && (asks || approved.has(toolCallId)) };
      const asked = { server, name, arguments: input, approval };
      const tool = await this.gate.admit(caller, asked, scope);
      const { message } = await this.upstreams.call(
        tool,
        {
          arguments: withoutOmitted(tool.arguments ?? {}, tool.entry.shown['inputSchema']),
          onQuestion: endUnanswerable,
          onNotification: ({ method, params = {} }) => {
            if (method === 'notifications/progress') onProgress(shownProgress(params));
          },
        },
        scope,
      );
      return this.usable(message.result ?? {});
    } catch (error) {
      if (error instanceof FailedTool || error instanceof Problem) throw error;
      this.logger.error('chat.tool-failed', { requestId: scope.requestId, error });
      throw new FailedTool('The tool could not be called.');
    }
  }

  /** A failure must be thrown, or it would count as a result like any other. */
  private usable(result: JsonObject): JsonObject {
    const { CHAT_MAX_TOOL_RESULT_BYTES, CHAT_MAX_TOOL_TEXT } = this.config.values;
    if (result['resultType'] === 'input_required')
      throw new Problem('tool-needs-input', 'The tool asks for input that a chat cannot give it.');
    if (result['isError'] === true) throw new FailedTool(modelText(result, CHAT_MAX_TOOL_TEXT));
    return boundedResult(result, CHAT_MAX_TOOL_RESULT_BYTES);
  }
}

function isChosen(name: string, { allow, deny = [] }: ToolGlobs): boolean {
  const isOne = (patterns: readonly string[]) => patterns.some((pattern) => matchesGlob(pattern, name));
  return !isOne(deny) && (allow === undefined || isOne(allow));
}

/** Programs with a grant do not decide for their person: what the app's policy wants approved is refused to them, as on their other ways. */
function mayApprove({ principal }: Caller): boolean {
  return reachOf(principal) === undefined;
}

/** The policy of the app stands above the mode. */
function mustAsk({ needsApproval, shown }: ToolEntry, mode: ApprovalMode): boolean {
  if (needsApproval || mode === 'always') return true;
  if (mode === 'never') return false;
  const annotations = isJsonObject(shown['annotations']) ? shown['annotations'] : {};
  return annotations['readOnlyHint'] !== true && annotations['destructiveHint'] !== false;
}

function shownProgress({ progress, total, message }: JsonObject): JsonObject {
  return {
    progress,
    ...(total === undefined ? {} : { total }),
    ...(typeof message === 'string' ? { message: message.slice(0, 1000) } : {}),
  };
}
