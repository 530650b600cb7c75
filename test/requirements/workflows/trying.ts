import type { RequirementRows } from '../rows.js';

/** Trying workflows, and reading and repeating their runs: issue 22 items 4, 5 and 8, contract section 11. */
export const trying: RequirementRows = {
  'docs/workflow-runs.md#follow-it': {
    'workflow-run-filters':
      'Runs are listed by workflow, state, what began them and when; what is wrong in a filter is told with a pointer.',
    'workflow-run-arguments':
      'Each step of a run keeps the arguments of its call, without secrets and up to a size, also when it failed.',
  },
  'docs/console.md#what-is-there': {
    'console-workflow-try':
      'A workflow is tried in the console with answers in place of tools, all of it or one step.',
    'console-run-again':
      'The page of a run has its graph, the arguments and outputs of its steps, and runs it again from one of them.',
    'console-workflow-begins':
      'The page of a workflow narrows its runs, pauses and resumes its schedule, and makes and removes webhooks.',
  },
  'docs/workflows.md#tasks': {
    'workflow-notify':
      'A listen with metadata.notify calls that tool once when the wait begins; a failure is seen in its step and ends nothing.',
    'workflow-notify-kill': 'A call of metadata.notify is not repeated after a crash, and the wait goes on.',
  },
  'docs/workflows.md#trying-a-document': {
    'workflow-trial-step':
      'One step of a document is tried with the input and the outputs before it that are given; a step that is not there is 422 with the nearest names.',
  },
  'docs/workflows.md#pictures': {
    'workflow-mermaid':
      'A workflow is drawn as a flowchart of Mermaid, and a run with the state of each task; people who may read configs see the document.',
    'workflow-mermaid-parsed':
      'Mermaid reads the pictures of all documents, whatever their tasks and tools are called.',
  },
  'docs/workflow-runs.md#run-again-from-a-step': {
    'workflow-retry-from':
      'A run that has ended is run again from any of its steps: that one and what came after it are repeated, nothing before.',
    'workflow-retry-input': 'A retry takes another input, which is compared with the schema.',
    'workflow-retry-current': 'A retry goes by the current definition where that is wanted.',
    'workflow-retry-cancelled': 'A run that was cancelled goes on where it stood.',
    'workflow-retry-inner':
      'A retry begins inside of loops, branches and tries; what runs beside the step is not repeated.',
    'workflow-retry-approval':
      'A call that was approved and is repeated by a retry from a step needs another approval.',
    'workflow-retry-faults':
      'A retry from a step that the run has not is 422, with a pointer and the nearest names.',
  },
};
