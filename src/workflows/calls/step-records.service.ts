import { Injectable } from '@nestjs/common';
import { CallScope } from '../../kernel/call-scope.js';
import { CallLog } from '../../platform/calls/call-log.service.js';
import { UsageMeter } from '../../platform/usage/usage-meter.service.js';
import { McpMetrics } from '../../platform/metrics/mcp-metrics.js';
import { Tracing } from '../../platform/tracing/tracing.js';
import type { Run } from '../runs/run.js';
import type { StepCall } from '../interpreter/tool-access.port.js';
import { WorkflowFailure } from '../interpreter/workflow-error.js';

/** One call of a tool by a run, while it is under way. */
export interface RecordedStep {
  /** Has a principal once it is known as whom the call is made. */
  readonly scope: CallScope;
}

/** What is kept of the calls that runs make, as of those of any other caller: a span, and a record under the id of the run. */
@Injectable()
export class StepRecords {
  constructor(
    private readonly tracing: Tracing,
    private readonly calls: CallLog,
    private readonly meter: UsageMeter,
    private readonly metrics: McpMetrics,
  ) {}

  async record<T>(
    run: Run,
    { runId, stepKey }: Pick<StepCall, 'runId' | 'stepKey'>,
    work: (step: RecordedStep) => Promise<T>,
  ): Promise<T> {
    const step: RecordedStep = { scope: CallScope.of(run.accountId, runId) };
    const { scope } = step;
    scope.meter = this.meter;
    const startedAt = performance.now();
    let failure: unknown;
    this.tracing.beginStep(scope, runId);
    try {
      return await work(step);
    } catch (error) {
      throw (failure = error);
    } finally {
      const error = failure instanceof WorkflowFailure ? failure.error : undefined;
      const told = failure === undefined ? undefined : (error?.type ?? 'stopped');
      if (scope.hops !== undefined) this.metrics.observeHops(scope.hops);
      this.tracing.endStep({ runId, stepKey, startedAt, hops: scope.hops }, scope, told);
      this.keep(step, error?.status ?? (failure === undefined ? 200 : 499), performance.now() - startedAt);
    }
  }

  private keep({ scope }: RecordedStep, status: number, ms: number): void {
    const { requestId, hops, upstreamMs, principal, clientName } = scope;
    if (principal === undefined) return;
    const problem = hops?.at(-1)?.problem;
    this.calls.keep({ ...asked, requestId, principal, clientName, hops, upstreamMs, problem }, status, ms);
  }
}

/** The request that made the run, as near as a step of it has one. */
const asked = { method: 'POST', route: '/api/sdk/workflows/execute', authMs: 0 } as const;
