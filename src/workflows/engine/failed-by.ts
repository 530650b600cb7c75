import type { Problem } from '../../kernel/problems/problem.js';
import type { RunOutcome } from '../runs/run.js';
import { WorkflowFailure } from '../interpreter/workflow-error.js';

/** The end of a run that a problem of the gateway's ends. */
export function failedBy(problem: Problem): RunOutcome & { readonly status: 'failed' } {
  return { status: 'failed', error: WorkflowFailure.ofProblem(problem).error };
}
