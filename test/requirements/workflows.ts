import type { RequirementRows } from './rows.js';

/** Workflows: turns, meaning, retries. */
export const workflows: RequirementRows = {
  'docs/workflows.md': {
    'workflow-null': '`$input`, `$item` and `$output` that are null are null, and not those further out.',
    'workflow-turns':
      'Expressions and runs take turns between accounts, each within its share of threads, time and places; what is over waits, and ends by name when that takes too long.',
    'workflow-error-place':
      'The error of an expression names task and member by a pointer, the character and the expression.',
    'workflow-shapes': '`as` and `from` are expressions with or without ${ }.',
    'workflow-refused-texts':
      '${ or {{ inside a longer text, and $steps of no task, are refused when a document is saved.',
    'workflow-other-languages': 'jq or JavaScript in an expression gets a sentence that says what to write.',
    'workflow-large-numbers':
      'A number of a tool that JavaScript would change fails the step by name and never becomes another.',
    'workflow-lists': 'Arguments of one item or none are lists where the schema of the tool says array.',
    'workflow-compete':
      'A competition is decided by the first success; it fails when all branches have failed, with an error that names those of all, and runs on from all of them when it is retried.',
    'workflow-timeout-loops': 'A timeout holds in loops of tasks that make no step, and stays at a replay.',
  },
  'docs/sdk.md': {
    'list-circle':
      'The list of an app whose server is an endpoint of its own gateway, itself or a ring of apps, waits for nobody, leaves out what comes by the circle, and says so.',
  },
  'docs/workflow-runs.md': {
    'workflow-approval-bound':
      'An approval is good for one step of a run, its tool and its arguments, and for no later call.',
    'workflow-approval-shown':
      'A run that waits for an approval shows for which step, tool and arguments, without secrets; an approval that names none is bound to that call, and is good for no other.',
    'workflow-approvers':
      'A call may say who approves it: people with a role, and not whoever started the run.',
    'workflow-retry-lookup':
      'A call whose tool could not be looked up fails as a step of the run, and a retry runs again from it.',
    'workflow-depth':
      'A workflow that calls itself by way of its own app, natively or by REST, is refused beyond WORKFLOW_MAX_DEPTH runs, also when the gateway was restarted meanwhile.',
    'workflow-not-left':
      'A call that a crash interrupts before its first byte has left, in the line of its server say, is made after the start and not uncertain; one whose bytes left is not made again.',
    'workflow-step-kinds':
      'A run lists its steps of every kind, and its events tell of each once, also after a restart; a `raise` is a step that failed.',
    'workflow-cancel-many': 'Many runs that wait and are cancelled at once end at once.',
    'workflow-ended-steps':
      'No step of a run that has ended is shown as running or waiting, nor one of a branch that has ended while the run goes on.',
    'workflow-lease':
      'A process that only seemed dead writes nothing more into runs that another one has taken over, and goes on with others.',
    'workflow-database-away':
      'A run under way when Postgres goes away waits for it, and goes on where it was: its call is neither repeated nor uncertain.',
    'workflow-orphan':
      'A run that no process was given, because the one that wrote it down died or was of an older version, is given to one.',
    'workflow-other-app': 'A run is 404 for whoever names another app with ?app=, with any token.',
  },
};
