import { Injectable } from '@nestjs/common';
import { AppConfigs } from '../../apps/app/app-configs.service.js';
import type { CallScope } from '../../kernel/call-scope.js';
import type { Caller } from '../../kernel/caller.js';
import { Problem } from '../../kernel/problems/problem.js';
import type { RegisteredServer } from '../../upstreams/declared/registered-server.js';
import { ToolApprovals } from './approvals/approvals.service.js';
import { ChatAttachments } from './attachments.service.js';
import { approvalsIn, type ChatMessage, type GivenApproval } from './chat-message.js';
import type { ChatInput, ChatWishes } from './chat-request.js';
import { ChatTools } from './chat-tools.service.js';
import type { ChatTool } from './models/language-models.port.js';
import { ModelProviders } from './models/model-providers.service.js';
import type { ModelRoute } from './models/model-route.js';
import { readableMessages } from './readable-messages.js';

/** A chat that may begin: everything has been looked up and checked. */
export interface PreparedChat {
  readonly route: ModelRoute;
  readonly wishes: ChatWishes;
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ChatTool[];
  /** Checked, but not used yet. */
  readonly approvals: readonly GivenApproval[];
  /** Not checked. */
  readonly denials: readonly GivenApproval[];
  /** Ids in the inbox of what policies ask about in this turn, by the call. */
  readonly asked: ReadonlyMap<string, string>;
}

/** Checks a chat before the first byte of its answer. */
@Injectable()
export class ChatPreparation {
  constructor(
    private readonly apps: AppConfigs,
    private readonly providers: ModelProviders,
    private readonly tools: ChatTools,
    private readonly attachments: ChatAttachments,
    private readonly approvals: ToolApprovals,
  ) {}

  /** Throws the problems of models, approvals, attachments and the upstream. */
  async prepare(
    caller: Caller,
    server: RegisteredServer,
    input: ChatInput,
    scope: CallScope,
  ): Promise<PreparedChat> {
    const wishes = { ...(await this.defaults(server)), ...given(input) };
    const route = await this.providers.route(wishes.model);
    const messages = readableMessages(input.messages);
    const answers = approvalsIn(messages);
    const approvals = answers.filter(({ approved }) => approved);
    for (const approval of approvals) this.approvals.check(caller.principal, server.id, approval);
    const asked = new Map<string, string>();
    const tools = await this.tools.list({
      caller,
      server,
      globs: wishes.tools ?? {},
      mode: wishes.approval ?? 'auto',
      approved: new Map(approvals.map((one) => [one.toolCallId, this.approvals.inboxIdOf(one)])),
      asked,
      scope,
    });
    const { toolChoice = 'auto', attachments = {} } = input;
    requireTools(tools, [
      ...approvals.map(({ toolName }) => toolName),
      ...(typeof toolChoice === 'string' ? [] : [toolChoice.toolName]),
    ]);
    return {
      ...{ route, wishes, tools, approvals, asked },
      denials: answers.filter(({ approved }) => !approved),
      messages: await this.attachments.attach(caller, server, attachments, messages, scope),
    };
  }

  /** What the config of the server's app says. */
  private async defaults({ app }: RegisteredServer): Promise<ChatWishes> {
    const state = app === undefined ? undefined : await this.apps.find(app.id);
    return state?.config.chat ?? {};
  }
}

/** The wishes that have been expressed. */
function given({
  model,
  system,
  tools,
  maxSteps,
  approval,
  maxOutputTokens,
  temperature,
}: ChatWishes): ChatWishes {
  const wishes = { model, system, tools, maxSteps, approval, maxOutputTokens, temperature };
  return Object.fromEntries(Object.entries(wishes).filter(([, wish]) => wish !== undefined));
}

function requireTools(tools: readonly ChatTool[], names: readonly string[]): void {
  for (const wanted of names)
    if (!tools.some(({ name }) => name === wanted))
      throw new Problem('tool-not-found', `The chat has no tool "${wanted.slice(0, 128)}".`);
}
