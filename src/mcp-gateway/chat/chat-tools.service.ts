import { readResult } from '../../mcp/wire/message-decoder.js';
import { Injectable } from '@nestjs/common';
import type { ApprovalWay } from '../../kernel/approval-way.js';
import { CallScope } from '../../kernel/call-scope.js';
import { matchesGlob } from '../../kernel/text/glob.js';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import type { Caller } from '../../kernel/caller.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { Logger } from '../../platform/logging/logger.js';
import { ticketIn } from '../../upstreams/approvals/approval-problems.js';
import { CallGate } from '../../upstreams/tools/gate/call-gate.service.js';
import { endUnanswerable } from '../../mcp/wire/question.js';
import type { RegisteredServer } from '../../upstreams/declared/registered-server.js';
import type { ToolEntry } from '../../upstreams/tools/tool-view.js';
import { withoutOmitted } from '../omitted-nulls.js';
import { Upstreams } from '../../upstreams/tools/upstreams.service.js';
import { AppOffers, type OfferedTool } from './app-offers.service.js';
import { isPerson } from './approvals/chat-inbox.service.js';
import type { ApprovalMode, ToolGlobs } from './chat-request.js';
import type { ChatTool, ToolRun } from './models/language-models.port.js';
import { boundedResult, modelText, FailedTool } from './tool-result.js';

/** Whose tools, for whom, and within which work. */
export interface ToolUse {
  readonly caller: Caller;
  readonly server: RegisteredServer;
  readonly globs: ToolGlobs;
  readonly mode: ApprovalMode;
  /** Calls that may run because the caller has said so, with the ids that what policies ask has in the inbox. */
  readonly approved: ReadonlyMap<string, string>;
  /** Takes the ids in the inbox of what policies ask about. */
  readonly asked: Map<string, string>;
  readonly scope: CallScope;
}

/** The tools of a server for a chat: those that lists show, with the same policy, and what its app offers beside them. */
@Injectable()
export class ChatTools {
  constructor(
    private readonly gate: CallGate,
    private readonly upstreams: Upstreams,
    private readonly offers: AppOffers,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  /** Throws the problems of the upstream. */
  async list(use: ToolUse): Promise<ChatTool[]> {
    const { caller, server, globs, mode, approved, scope } = use;
    const view = await this.upstreams.tools(caller, server, scope);
    const own = await this.offers.of(caller, server);
    const offered = [
      ...[...view.byName].map(([name, entry]) => this.ofServer(use, name, entry)),
      ...own.filter(({ name }) => !view.byName.has(name)),
    ];
    return offered.flatMap((tool) => {
      const { name, shown, needsApproval } = tool;
      if (!isChosen(name, globs)) return [];
      // What needs an approval of somebody else need not be asked about here.
      const asks = (isPerson(caller.principal) || !needsApproval) && mustAsk(shown, mode);
      return [
        {
          name,
          definition: shown,
          needsApproval: async (input: JsonObject, toolCallId: string) =>
            approved.has(toolCallId) || (await this.isAskedFor(use, tool, input, toolCallId)) || asks,
          run: (input: JsonObject, run: ToolRun) => this.run(use, tool, input, run),
        },
      ];
    });
  }

  private ofServer(
    { caller, server, scope }: ToolUse,
    name: string,
    { shown, needsApproval }: ToolEntry,
  ): OfferedTool {
    return {
      ...{ name, shown, needsApproval },
      prepare: async (input, admission) => {
        const tool = await this.gate.admit(caller, { server, name, arguments: input }, admission);
        const args = withoutOmitted(tool.arguments ?? {}, tool.entry.shown['inputSchema']);
        return (onNotification) =>
          this.upstreams.call(tool, { arguments: args, onQuestion: endUnanswerable, onNotification }, scope);
      },
    };
  }

  /** Whether a policy asks the person about this very call, in the inbox too. Nothing is said here of what stands against it: the call itself will be refused. */
  private async isAskedFor(
    { caller, asked, scope }: ToolUse,
    tool: OfferedTool,
    input: JsonObject,
    toolCallId: string,
  ): Promise<boolean> {
    if (!isPerson(caller.principal)) return false;
    const unrecorded = CallScope.of(caller.owner.accountId, scope.requestId);
    unrecorded.approving = { ...ofPerson, door: `chat ${toolCallId}` };
    try {
      await tool.prepare(input, unrecorded);
    } catch (error) {
      const ticket = ticketIn(error);
      if (ticket !== undefined) asked.set(toolCallId, ticket.id);
      return ticket !== undefined;
    }
    return false;
  }

  private async run(
    { caller, approved, scope }: ToolUse,
    tool: OfferedTool,
    input: JsonObject,
    { toolCallId, onProgress }: ToolRun,
  ): Promise<JsonObject> {
    const admission = scope.detached();
    const release = scope.onCancel(() => {
      admission.cancel();
    });
    try {
      admission.approving = isPerson(caller.principal)
        ? { ...ofPerson, door: `chat ${toolCallId}`, id: approved.get(toolCallId) }
        : ofProgram;
      const make = await tool.prepare(input, admission);
      const { message } = await make(({ method, params = {} }) => {
        if (method === 'notifications/progress') onProgress(shownProgress(params));
      });
      return this.usable((await readResult(message)) ?? {});
    } catch (error) {
      if (error instanceof FailedTool || error instanceof Problem) throw error;
      this.logger.error('chat.tool-failed', { requestId: scope.requestId, error });
      throw new FailedTool('The tool could not be called.');
    } finally {
      release();
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

/** A person is asked in the chat, and the answer decides unless a policy says who does. */
const ofPerson = { again: 'stands', terms: { self: true } } as const;
/** Keys and programs do not decide: others do, in the inbox, and the same call again goes on. */
const ofProgram: ApprovalWay = { door: 'chat', again: 'goes-on' };

/** What the caller wants to be asked about; policies ask whatever that is. */
function mustAsk(shown: JsonObject, mode: ApprovalMode): boolean {
  if (mode === 'always') return true;
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
