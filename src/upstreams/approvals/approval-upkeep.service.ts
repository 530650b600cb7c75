import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import { Config } from '../../platform/config/config.js';
import { Retention } from '../../platform/database/retention.js';
import { Logger } from '../../platform/logging/logger.js';
import { StorageQuotas } from '../../platform/storage/storage-quotas.service.js';
import { AccountUsage } from '../../platform/usage/account-usage.service.js';
import { ApprovalBook } from './approval-book.port.js';

const dayMs = 86_400_000;
const removedAtOnce = 500;

/** Removes approvals APPROVAL_DAYS after their end, and shows how many wait. */
@Injectable()
export class ApprovalUpkeep extends Retention {
  constructor(
    private readonly book: ApprovalBook,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly logger: Logger,
    usage: AccountUsage,
    quotas: StorageQuotas,
  ) {
    super();
    quotas.keep('approvalBytes', {
      measure: (accountId) => book.measure(accountId),
      removeOldest: (accountId, bytes) => book.removeOldest(accountId, bytes, clock.now()),
    });
    usage.show({
      name: 'approvalsWaiting',
      variable: 'APPROVALS_WAITING_PER_ACCOUNT',
      unit: 'count',
      max: config.values.APPROVALS_WAITING_PER_ACCOUNT,
      used: (accountId) => book.countWaiting(accountId, clock.now()),
    });
  }

  protected async removeSome(): Promise<boolean> {
    const ended = this.clock.now() - this.config.values.APPROVAL_DAYS * dayMs;
    return (await this.book.removeOld(ended, removedAtOnce)) === removedAtOnce;
  }

  protected failed(error: unknown): void {
    this.logger.warn('approvals.not-removed', { error });
  }
}
