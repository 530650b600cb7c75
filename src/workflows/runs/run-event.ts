import type { JsonObject } from '../../kernel/json/json.js';
import { runProblem } from './run-problem.js';
import type { RunOutcome } from './run.js';

export const runEventTypes = [
  ...(['run.started', 'step.started', 'step.progress', 'step.completed', 'step.failed'] as const),
  ...(['wait.required', 'run.completed', 'run.failed', 'run.cancelled'] as const),
] as const;
export type RunEventType = (typeof runEventTypes)[number];

/** Something that happened in a run, as it is kept and told. */
export interface RunEvent {
  readonly runId: string;
  /** Counts up from 1 in each run. */
  readonly seq: number;
  readonly type: RunEventType;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly data: JsonObject;
}

/** The last event of a run, as far as it tells of the end. */
export function endEvent(outcome: RunOutcome): { type: RunEventType; data: JsonObject } {
  const { status } = outcome;
  if (status === 'failed') return { type: 'run.failed', data: { status, error: runProblem(outcome.error) } };
  if (status === 'cancelled') return { type: 'run.cancelled', data: { status } };
  return { type: 'run.completed', data: { status, output: outcome.output } };
}

/** Whether the run ends with this event; after a retry others can follow. */
export function isEnd({ type }: RunEvent): boolean {
  return type === 'run.completed' || type === 'run.failed' || type === 'run.cancelled';
}
