import type { RequirementRows } from './rows.js';

/** Workflows: turns, meaning, retries. */
export const workflows: RequirementRows = {
  'docs/workflows.md': {
    'workflow-null': '`$input`, `$item` and `$output` that are null are null, and not those further out.',
    'workflow-compete':
      'A competition is decided by the first success; it fails when all branches have failed.',
    'workflow-timeout-loops': 'A timeout holds in loops of tasks that make no step, and stays at a replay.',
  },
  'docs/workflow-runs.md': {
    'workflow-retry-lookup':
      'A call whose tool could not be looked up fails as a step of the run, and a retry runs again from it.',
    'workflow-ended-steps': 'No step of a run that has ended is shown as running or waiting.',
    'workflow-other-app': 'A run is 404 for whoever names another app with ?app=, with any token.',
  },
};
