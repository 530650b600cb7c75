import { Injectable } from '@nestjs/common';
import { Problem } from '../../kernel/problem.js';
import { Config } from '../../platform/config/config.js';
import type { RequestContext } from '../../platform/http/request-context.js';

/** Bounds the chats of this process: each holds a connection to a provider and what the model has written. */
@Injectable()
export class ChatSlots {
  private taken = 0;

  constructor(private readonly config: Config) {}

  /** Chats under way. */
  get inUse(): number {
    return this.taken;
  }

  /** Takes a place until the request ends. Throws `overloaded`. */
  take(context: RequestContext): void {
    const { CHAT_MAX_STREAMS } = this.config.values;
    if (this.taken >= CHAT_MAX_STREAMS)
      throw new Problem(
        'overloaded',
        `${String(CHAT_MAX_STREAMS)} chats are under way already (CHAT_MAX_STREAMS).`,
        {
          retryAfterMs: 2000,
        },
      );
    this.taken++;
    context.onEnd(() => this.taken--);
  }
}
