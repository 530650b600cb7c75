import { Injectable, type OnModuleInit } from '@nestjs/common';
import { StorageQuotas } from '../../../platform/storage/storage-quotas.service.js';
import { RunStore } from '../../runs/run-store.port.js';
import { Executions } from './executions.service.js';

/** Runs that are ended in one round. */
const endedAtOnce = 200;

/** Keeps the runs of each account within ACCOUNT_RUN_BYTES: the oldest ended ones go first, then the largest open ones end. */
@Injectable()
export class RunQuota implements OnModuleInit {
  constructor(
    private readonly store: RunStore,
    private readonly executions: Executions,
    private readonly quotas: StorageQuotas,
  ) {}

  onModuleInit(): void {
    this.quotas.keep('runBytes', {
      measure: (accountId) => this.store.measure(accountId),
      removeOldest: (accountId, bytes) => this.store.removeOldest(accountId, bytes),
      relieve: (accountId, bytes) => this.endLargest(accountId, bytes),
    });
  }

  private async endLargest(accountId: string, bytes: number): Promise<void> {
    let left = bytes;
    for (const run of await this.store.listLargestOpen(accountId, endedAtOnce)) {
      if (left <= 0) return;
      await this.executions.fail(run.id, this.quotas.refusal('runBytes', accountId));
      left -= run.bytes;
    }
  }
}
