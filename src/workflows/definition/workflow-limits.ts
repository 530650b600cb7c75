import type { Values } from '../../platform/config/variables.js';

/** What keeps one tenant's workflow from costing all others; each is a variable of the configuration. */
export interface WorkflowLimits {
  /** Of a document as JSON. */
  readonly maxBytes: number;
  /** Tasks in a document. */
  readonly maxTasks: number;
  /** Task lists in task lists. */
  readonly maxNesting: number;
  /** Items that one `for` goes over. */
  readonly maxItems: number;
  /** Tasks that a run carries out, each time that it does so. */
  readonly maxSteps: number;
  /** The variable that says so. */
  readonly maxStepsBy: 'WORKFLOW_MAX_STEPS' | 'RUN_WORKFLOW_MAX_STEPS';
  /** Of a result of a tool or of an expression, and of a run's input. */
  readonly maxResultBytes: number;
  /** Of the outputs together that a run holds for later tasks, and of those that one loop or fork collects. */
  readonly maxDataBytes: number;
}

export function workflowLimits(values: Values): WorkflowLimits {
  return {
    maxBytes: values.WORKFLOW_MAX_BYTES,
    maxTasks: values.WORKFLOW_MAX_TASKS,
    maxNesting: values.WORKFLOW_MAX_NESTING,
    maxItems: values.WORKFLOW_MAX_ITEMS,
    maxSteps: values.WORKFLOW_MAX_STEPS,
    maxStepsBy: 'WORKFLOW_MAX_STEPS',
    maxResultBytes: values.WORKFLOW_MAX_RESULT_BYTES,
    maxDataBytes: values.WORKFLOW_MAX_DATA_BYTES,
  };
}
