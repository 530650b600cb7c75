import { Injectable } from '@nestjs/common';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { StorageGrowth } from '../../platform/storage/storage-growth.js';
import { StorageQuotas } from '../../platform/storage/storage-quotas.service.js';
import type { Run } from './run.js';

/** How much runs write to the database. */
@Injectable()
export class RunBounds {
  constructor(
    private readonly config: Config,
    private readonly quotas: StorageQuotas,
    private readonly growth: StorageGrowth,
  ) {}

  /**
   * Takes note that a run writes `more` bytes, `total` with all before. The problem that ends it: it writes more than
   * WORKFLOW_MAX_RUN_BYTES, or its account more than is removed of its ended runs meanwhile.
   */
  grew({ accountId }: Pick<Run, 'accountId'>, total: number, more: number): Problem | undefined {
    this.growth.grew('runBytes', accountId, more);
    const { WORKFLOW_MAX_RUN_BYTES: most } = this.config.values;
    if (total > most)
      return new Problem('run-too-large', `It has written ${String(most)} bytes (WORKFLOW_MAX_RUN_BYTES).`);
    return this.quotas.isFlooded('runBytes', accountId)
      ? this.quotas.refusal('runBytes', accountId)
      : undefined;
  }
}
