import { Injectable } from '@nestjs/common';
import { CallScope } from '../../../kernel/call-scope.js';
import { isFailure } from '../../../kernel/hop.js';
import type { Principal } from '../../../kernel/principal.js';
import { CallLog } from '../../../platform/calls/call-log.service.js';
import { McpMetrics } from '../../../platform/metrics/mcp-metrics.js';
import { UsageMeter } from '../../../platform/usage/usage-meter.service.js';
import type { KeptApproval } from '../../approvals/approval.js';

/** The route of what is approved: a notice has no request of its own. */
const route = { method: 'POST', route: '/api/approvals/{id}', authMs: 0 } as const;

/** Records the calls that notices make: under the id of the approval, as of the caller whose call waits. */
@Injectable()
export class NoticeRecords {
  constructor(
    private readonly calls: CallLog,
    private readonly meter: UsageMeter,
    private readonly metrics: McpMetrics,
  ) {}

  /** Does the work with a scope, and records the exchanges of that scope. */
  async record(
    { id: requestId, accountId }: KeptApproval,
    principal: Principal,
    work: (scope: CallScope) => Promise<unknown>,
  ): Promise<void> {
    const scope = CallScope.of(accountId, requestId);
    scope.principal = principal;
    scope.meter = this.meter;
    const startedAt = performance.now();
    await work(scope);
    const { hops, clientName } = scope;
    const ms = performance.now() - startedAt;
    if (hops === undefined) return;
    this.metrics.observeHops(hops);
    const failed = hops.find(isFailure);
    const status = failed === undefined ? 200 : 502;
    const problem = failed?.problem;
    this.calls.keep(
      { ...route, requestId, principal, clientName, hops, upstreamMs: ms, problem },
      status,
      ms,
    );
  }
}
