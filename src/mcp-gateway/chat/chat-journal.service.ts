import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Audit } from '../../accounts/audit/audit.service.js';
import type { Principal } from '../../kernel/principal.js';
import { Database } from '../../platform/database/database.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { Logger } from '../../platform/logging/logger.js';
import type { ChatReport } from './chat-run.js';
import { ChatMetrics } from './chat-metrics.adapter.js';
import type { ModelRoute } from './models/model-route.js';

/** Records wait so long for others: a disk that is asked once for many chats does not hold up those that are under way. */
const gatherMs = 100;

/** Writes down what a chat used: model, steps, tools, tokens; never what was said. */
@Injectable()
export class ChatJournal implements OnApplicationShutdown {
  private waiting: (() => Promise<void>)[] = [];
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly audit: Audit,
    private readonly metrics: ChatMetrics,
    private readonly logger: Logger,
    private readonly database: Database,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    this.write();
    await this.writing;
  }

  /** Never throws: the answer has been given. */
  note(
    principal: Principal,
    route: ModelRoute,
    handle: string,
    context: RequestContext,
    report: ChatReport,
  ): void {
    const { outcome, problem, ms, firstTokenMs } = report;
    const tools = outcome.steps.flatMap(({ toolCalls }) => toolCalls.map(({ toolName }) => toolName));
    const { inputTokens, outputTokens } = outcome.usage;
    const used = {
      model: route.name,
      steps: outcome.steps.length,
      tools: tools.slice(0, 100),
      inputTokens,
      outputTokens,
      result: problem?.code ?? outcome.finishReason ?? 'none',
    };
    this.metrics.observe(route.provider.name, report);
    this.logger.info('chat.finished', {
      requestId: context.requestId,
      server: handle,
      ...used,
      ...(problem?.extras.cause === undefined ? {} : { providerSaid: problem.extras.cause }),
      ms: Math.round(ms),
      ...(firstTokenMs === undefined ? {} : { firstTokenMs: Math.round(firstTokenMs) }),
    });
    const record = { action: 'chat.finished', target: handle, details: used };
    this.waiting.push(() => this.audit.record(principal, record, context));
    this.timer ??= setTimeout(() => {
      this.write();
    }, gatherMs);
  }

  /** All records that wait, in one transaction. */
  private write(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const records = this.waiting;
    this.waiting = [];
    if (records.length === 0) return;
    this.writing = this.database
      .write(async () => {
        for (const record of records) await record();
      })
      .catch((error: unknown) => {
        this.logger.warn('chat.unrecorded', { chats: records.length, error });
      });
  }
}
