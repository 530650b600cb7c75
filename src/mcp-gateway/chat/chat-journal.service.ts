import { Injectable } from '@nestjs/common';
import { Audit } from '../../accounts/audit.service.js';
import type { Principal } from '../../kernel/principal.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { Logger } from '../../platform/logging/logger.js';
import type { ChatReport } from './chat-run.js';
import { ChatMetrics } from './chat-metrics.adapter.js';
import type { ModelRoute } from './model-route.js';

/** Writes down what a chat used: model, steps, tools, tokens; never what was said. */
@Injectable()
export class ChatJournal {
  constructor(
    private readonly audit: Audit,
    private readonly metrics: ChatMetrics,
    private readonly logger: Logger,
  ) {}

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
    this.audit
      .record(principal, { action: 'chat.finished', target: handle, details: used }, context)
      .catch((error: unknown) => {
        this.logger.warn('chat.unrecorded', { requestId: context.requestId, error });
      });
  }
}
