import { createHash } from 'node:crypto';
import type { Hop } from '../../kernel/hop.js';
import type { TraceContext } from '../../kernel/trace-context.js';
import { epoch, hopSpan } from './request-spans.js';
import type { FinishedSpan } from './span.js';

/** A call of a tool in a run of a workflow, as far as a trace tells of it. */
export interface TracedStep {
  readonly runId: string;
  readonly stepKey: string;
  /** By `performance.now()`. */
  readonly startedAt: number;
  readonly hops: readonly Hop[] | undefined;
}

/** All steps of a run are in one trace, whichever processes carry them out: its id comes from the run's. */
export function traceIdOf(runId: string): string {
  return createHash('sha256').update(runId).digest('hex').slice(0, 32);
}

/** One span for the step and one for each exchange with a server. `error` is the type of the error that the run hears of. */
export function stepSpans(step: TracedStep, trace: TraceContext, error: string | undefined): FinishedSpan[] {
  const { runId, stepKey, startedAt, hops = [] } = step;
  const now = performance.now();
  return [
    {
      name: `step ${stepKey}`,
      kind: 'internal',
      ...{ traceId: trace.traceId, spanId: trace.spanId, parentSpanId: undefined, isParentRemote: false },
      ...{ startedAt: epoch(startedAt), endedAt: epoch(now), failed: error !== undefined, events: [] },
      attributes: {
        'gantry.workflow_run': runId,
        'gantry.workflow_step': stepKey,
        ...(error === undefined ? {} : { 'error.type': error }),
      },
    },
    ...hops.map((hop) => hopSpan(hop, trace, now)),
  ];
}
