import type { RequirementRows } from '../rows.js';

/** Workflows that run workflows: issue 22 item 3, contract section 11. */
export const children: RequirementRows = {
  'docs/workflows.md#workflows-in-workflows': {
    'workflow-child': 'A child run’s output is the step’s; parent and children know each other.',
    'workflow-child-error': 'The error of a child is the step’s, names the child, and can be caught.',
    'workflow-child-retry': 'A parent that is tried again begins another child.',
    'workflow-child-cancel':
      'Children are cancelled with their parent, with the time of the step, and with a branch that lost.',
    'workflow-child-detached': 'With await: false a child goes on alone.',
    'workflow-child-depth': 'Children are at most WORKFLOW_MAX_DEPTH deep.',
    'run-descendants':
      'T-08: a run begins at most WORKFLOW_MAX_DESCENDANTS runs, with those that they begin, by steps, tools and events; those of an account begin CHILD_RUNS_PER_MINUTE as steps, which wait, and as tools, which are refused.',
    'run-turns': 'T-08: steps of runs begin on the main thread by turns of their accounts.',
    'workflow-child-places': 'Parents that wait leave their places to their children.',
    'workflow-child-gate': 'Children begin through the gate, approvals included.',
    'workflow-child-trial': 'A dry run tries children, or takes mocks for them.',
    'workflow-child-picture': 'Pictures show what is run.',
    'workflow-child-checked':
      'Children that the app has not, and other versions, are faults when a config is saved; rings are warnings.',
  },
};
