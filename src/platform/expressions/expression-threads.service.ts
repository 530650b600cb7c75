import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { AccountUsage } from '../usage/account-usage.service.js';
import { BoundedThread } from './bounded-thread.js';
import { FairThreads } from './fair-threads.js';

/** Makes threads that accounts use in turns, each within its share. */
@Injectable()
export class ExpressionThreads {
  constructor(
    private readonly config: Config,
    private readonly usage: AccountUsage,
  ) {}

  /** `script`: what a thread runs, as `BoundedThread` wants it. */
  make(script: URL, workerData: object): FairThreads {
    const { usage } = this;
    const { WORKFLOW_EXPRESSION_MB, WORKFLOW_EXPRESSION_THREADS, WORKFLOW_EXPRESSION_WAIT_MS } =
      this.config.values;
    return new FairThreads(
      () => this.newThread(script, workerData, WORKFLOW_EXPRESSION_MB),
      WORKFLOW_EXPRESSION_THREADS,
      {
        wait: (accountId) => usage.hold('expressions', accountId),
        msUntilLeft: (accountId) => usage.msUntilLeft('expressionTime', accountId),
        charge: (accountId, ms) => {
          usage.charge('expressionTime', accountId, ms);
        },
      },
      WORKFLOW_EXPRESSION_WAIT_MS,
    );
  }

  /** Tests override this to reuse threads. */
  protected newThread(script: URL, workerData: object, maxHeapMb: number): BoundedThread {
    return new BoundedThread(script, workerData, maxHeapMb);
  }
}
