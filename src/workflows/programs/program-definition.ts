import type { Fault } from '../../kernel/problems/problem.js';
import type { Values } from '../../platform/config/variables.js';
import { tasksIn } from '../definition/calls-after.js';
import { parseWorkflow, type ParsedWorkflow } from '../definition/parse-workflow.js';
import type { WorkflowDefinition } from '../definition/workflow-definition.js';
import { workflowLimits } from '../definition/workflow-limits.js';

/** A document that a model has written, within the bounds of such. Pure. */
export function parseProgram(document: unknown, values: Values): ParsedWorkflow {
  const { RUN_WORKFLOW_MAX_STEPS, RUN_WORKFLOW_TIMEOUT_MS } = values;
  const limits = workflowLimits(values);
  const maxSteps = Math.min(limits.maxSteps, RUN_WORKFLOW_MAX_STEPS);
  const parsed = parseWorkflow(document, { ...limits, maxSteps, maxStepsBy: 'RUN_WORKFLOW_MAX_STEPS' });
  if (parsed.definition === undefined) return parsed;
  const { definition } = parsed;
  const faults = programFaults(definition);
  if (faults.length > 0) return { faults };
  const own = typeof definition.timeout === 'number' ? definition.timeout : Infinity;
  return { definition: { ...definition, timeout: Math.min(own, RUN_WORKFLOW_TIMEOUT_MS) } };
}

/** What a program may not do, though workflows may: wait for somebody, begin by itself, or leave something behind. */
function programFaults(definition: WorkflowDefinition): readonly Fault[] {
  const { timeout, schedule, tasks, pointers } = definition;
  const faults: Fault[] = [];
  if (schedule !== undefined) faults.push({ pointer: '/schedule', detail: 'is not for run_workflow' });
  if (typeof timeout === 'object')
    faults.push({ pointer: '/timeout', detail: 'must be a duration that is written down' });
  for (const task of tasks.flatMap(tasksIn)) {
    const pointer = pointers.get(task.path) ?? '';
    if (task.kind === 'listen')
      faults.push({ pointer: `${pointer}/listen`, detail: 'is not for run_workflow: nobody could answer' });
    if (task.kind === 'emit')
      faults.push({
        pointer: `${pointer}/emit`,
        detail: 'is not for run_workflow: it would leave something behind',
      });
    if ((task.kind === 'call' || task.kind === 'run') && task.approvers !== undefined)
      faults.push({
        pointer: `${pointer}/metadata/approvers`,
        detail: 'is not for run_workflow: whoever asks does not say who approves',
      });
    if (task.kind === 'run' && !task.awaits)
      faults.push({ pointer: `${pointer}/run/await`, detail: 'must not be false in run_workflow' });
  }
  return faults;
}
