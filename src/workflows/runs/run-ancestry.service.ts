import { Injectable } from '@nestjs/common';
import { RateLimits } from '../../platform/rate-limits/rate-limits.js';
import { depthOfCall, runOfCall } from '../calls/call-meta.js';
import { RunStore } from './run-store.port.js';
import { rootOf, type Run } from './run.js';

/** Where a run stands among runs that begin one another. */
export type Ancestry = Pick<Run, 'depth' | 'rootId'>;

/** Finds out which runs are behind a call that begins a run, from what the call's `_meta` says. */
@Injectable()
export class RunAncestry {
  constructor(
    private readonly runs: RunStore,
    private readonly limits: RateLimits,
  ) {}

  /** Takes one from what the account's runs may begin, when a run makes the call. Throws `rate-limited`. */
  async of(meta: unknown, accountId: string): Promise<Ancestry> {
    const depth = depthOfCall(meta);
    if (depth === 1) return { depth, rootId: null };
    await this.limits.take('child-run', accountId);
    const id = runOfCall(meta);
    const caller = id === undefined ? undefined : await this.runs.find(id);
    return { depth, rootId: caller?.accountId === accountId ? rootOf(caller) : null };
  }
}
