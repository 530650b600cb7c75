import { Injectable } from '@nestjs/common';
import type { Principal } from '../../kernel/principal.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { AccountUsage } from '../../platform/usage/account-usage.service.js';
import type { TokenUsage } from './models/language-models.port.js';

/** Bounds the chats of each account and of this process: each holds a connection to a provider and what the model has written. */
@Injectable()
export class ChatSlots {
  constructor(private readonly usage: AccountUsage) {}

  /** Chats under way. */
  get inUse(): number {
    return this.usage.usedByAll('chats');
  }

  /** Takes a place until the request ends. Throws `overloaded`, and `rate-limited` when the account has used up its tokens of models. */
  take({ accountId }: Principal, context: RequestContext): void {
    this.usage.requireLeft('modelTokens', accountId);
    context.onEnd(this.usage.hold('chats', accountId));
  }

  /** Books what a chat has used. */
  charge({ accountId }: Principal, { inputTokens, outputTokens }: TokenUsage): void {
    this.usage.charge('modelTokens', accountId, inputTokens + outputTokens);
  }
}
