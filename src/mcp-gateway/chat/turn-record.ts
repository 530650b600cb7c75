import type { JsonObject } from '../../kernel/json/json.js';
import type { Problem } from '../../kernel/problems/problem.js';
import type { ChatOutcome, ChatStep, TokenUsage } from './models/language-models.port.js';

interface GivenUsage {
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
}

/** What a turn has come to so far. */
export class TurnRecord {
  failure: Problem | undefined;
  private readonly steps: ChatStep[] = [];
  private asks = false;

  constructor(private readonly maxSteps: number) {}

  /** A step that has ended; `asks` when it left a question about a tool. */
  add({
    usage,
    asks,
    ...step
  }: Omit<ChatStep, 'usage'> & { readonly usage: GivenUsage; readonly asks: boolean }): void {
    const { inputTokens = 0, outputTokens = 0 } = usage;
    this.steps.push({
      ...step,
      usage: { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens },
    });
    this.asks = asks;
  }

  /** What the message says of itself at its end. */
  get metadata(): JsonObject {
    const { usage, steps, stepLimitReached } = this.outcome();
    return { usage, steps: steps.length, ...(stepLimitReached ? { stepLimitReached } : {}) };
  }

  outcome(): ChatOutcome {
    const { failure, steps } = this;
    const finishReason = steps.at(-1)?.finishReason;
    return {
      failure,
      steps,
      finishReason,
      usage: steps.map(({ usage }) => usage).reduce(sum, { inputTokens: 0, outputTokens: 0, totalTokens: 0 }),
      stepLimitReached: steps.length >= this.maxSteps && finishReason === 'tool-calls' && !this.asks,
    };
  }
}

function sum(a: TokenUsage, b: TokenUsage): TokenUsage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    totalTokens: a.totalTokens + b.totalTokens,
  };
}
