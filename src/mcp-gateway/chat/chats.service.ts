import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { Config } from '../../platform/config/config.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { ServerRegistry } from '../../upstreams/declared/server-registry.service.js';
import { ChatInbox } from './approvals/chat-inbox.service.js';
import { ToolApprovals } from './approvals/approvals.service.js';
import { ChatJournal } from './chat-journal.service.js';
import { ChatPreparation } from './chat-preparation.service.js';
import type { ChatInput } from './chat-request.js';
import { ChatRun } from './chat-run.js';
import { ChatSlots } from './chat-slots.service.js';
import { LanguageModels } from './models/language-models.port.js';
import { ModelProviders } from './models/model-providers.service.js';

const defaultMaxSteps = 8;

/** Conversations of models with the tools of a server. */
@Injectable()
export class Chats {
  constructor(
    private readonly providers: ModelProviders,
    private readonly registry: ServerRegistry,
    private readonly preparation: ChatPreparation,
    private readonly slots: ChatSlots,
    private readonly approvals: ToolApprovals,
    private readonly inbox: ChatInbox,
    private readonly models: LanguageModels,
    private readonly journal: ChatJournal,
    private readonly config: Config,
  ) {}

  /** Starts a turn. All that can be refused is refused here; what is thrown is a problem with an answer of its own. */
  async start(caller: Caller, handle: string, input: ChatInput, context: RequestContext): Promise<ChatRun> {
    const { principal } = caller;
    await this.providers.requireOne();
    const server = await this.registry.get(principal, handle);
    const work = context.detached();
    context.onCancel(() => {
      work.cancel();
    });
    const { route, wishes, messages, tools, approvals, denials, asked } = await this.preparation.prepare(
      caller,
      server,
      input,
      work,
    );
    this.slots.take(principal, context);
    await this.approvals.use(approvals);
    await this.inbox.answer(principal, server.id, [...approvals, ...denials], context);
    const { values } = this.config;
    const stop = new AbortController();
    work.onCancel(() => {
      stop.abort();
    });
    const stream = await this.models.start({
      ...{ route, messages, tools },
      system: wishes.system,
      toolChoice: input.toolChoice ?? 'auto',
      maxSteps: wishes.maxSteps ?? defaultMaxSteps,
      maxOutputTokens: Math.min(
        wishes.maxOutputTokens ?? values.CHAT_MAX_OUTPUT_TOKENS,
        values.CHAT_MAX_OUTPUT_TOKENS,
      ),
      temperature: wishes.temperature,
      silenceMs: values.CHAT_SILENCE_TIMEOUT_MS,
      maxToolText: values.CHAT_MAX_TOOL_TEXT,
      signal: stop.signal,
      approvalId: (call) =>
        this.approvals.ask({
          ...{ principal, serverId: server.id, inboxId: asked.get(call.toolCallId) },
          ...call,
        }),
    });
    return new ChatRun(stream, work, context, values.CHAT_TIMEOUT_MS, (report) => {
      this.slots.charge(principal, report.outcome.usage);
      this.journal.note(principal, route, handle, context, report);
    });
  }
}
