import { Injectable } from '@nestjs/common';
import type { CallScope } from '../../kernel/call-scope.js';
import { Config } from '../../platform/config/config.js';
import { AccountUsage } from '../../platform/usage/account-usage.service.js';
import { ApprovalNews } from '../../upstreams/approvals/approval-news.service.js';
import type { ApprovalTicket } from '../../upstreams/approvals/approval-problems.js';

/** Calls that are held while somebody decides about them. */
@Injectable()
export class ApprovalWaits {
  constructor(
    private readonly news: ApprovalNews,
    private readonly usage: AccountUsage,
    private readonly config: Config,
  ) {}

  /** Runs a listener once when somebody has decided. The result takes it back. */
  onceDecided(id: string, listener: () => void): () => void {
    return this.news.onceDecided(id, listener);
  }

  /** Until somebody has decided, the caller leaves or waits no longer; HELD_CALL_MS at most. Throws `overloaded`. */
  async untilDecided(
    { id }: Pick<ApprovalTicket, 'id'>,
    accountId: string,
    ms: number,
    scope: CallScope,
  ): Promise<void> {
    const release = this.usage.hold('heldCalls', accountId);
    try {
      await this.news.untilDecided(id, Math.min(ms, this.config.values.HELD_CALL_MS), scope);
    } finally {
      release();
    }
  }
}
