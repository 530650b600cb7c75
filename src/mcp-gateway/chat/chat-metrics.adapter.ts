import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram } from 'prom-client';
import { Metrics } from '../../platform/metrics/metrics.js';
import type { ChatReport } from './chat-run.js';
import { ChatSlots } from './chat-slots.service.js';

/** Chats by provider, never by model: models are named by callers. */
@Injectable()
export class ChatMetrics {
  private readonly chats: Counter<'provider' | 'result'>;
  private readonly tokens: Counter<'provider' | 'kind'>;
  private readonly firstToken: Histogram<'provider'>;

  constructor({ registry }: Metrics, slots: ChatSlots) {
    const registers = [registry];
    this.chats = new Counter({
      name: 'gantry_chats_total',
      help: 'Chats by what ended them: a reason of the model, or the code of a problem',
      labelNames: ['provider', 'result'],
      registers,
    });
    this.tokens = new Counter({
      name: 'gantry_chat_tokens_total',
      help: 'Tokens as providers count them',
      labelNames: ['provider', 'kind'],
      registers,
    });
    this.firstToken = new Histogram({
      name: 'gantry_chat_first_token_seconds',
      help: 'Time until a model said something',
      labelNames: ['provider'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
      registers,
    });
    new Gauge({
      name: 'gantry_chats_in_flight',
      help: 'Chats under way',
      registers,
      collect() {
        this.set(slots.inUse);
      },
    });
  }

  observe(provider: string, { outcome, problem, firstTokenMs }: ChatReport): void {
    this.chats.inc({ provider, result: problem?.code ?? outcome.finishReason ?? 'none' });
    this.tokens.inc({ provider, kind: 'input' }, outcome.usage.inputTokens);
    this.tokens.inc({ provider, kind: 'output' }, outcome.usage.outputTokens);
    if (firstTokenMs !== undefined) this.firstToken.observe({ provider }, firstTokenMs / 1000);
  }
}
