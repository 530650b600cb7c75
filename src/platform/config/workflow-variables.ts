import { bytes, integer, milliseconds, variable } from './variable.js';

/** The limits of workflows, of their expressions and of their runs. */
export const workflowVariables = {
  WORKFLOW_MAX_BYTES: variable(integer(1024, 1_048_576), 262_144, 'Largest workflow document, as JSON'),
  WORKFLOW_MAX_TASKS: variable(integer(1, 10_000), 500, 'Most tasks of a workflow document'),
  WORKFLOW_MAX_NESTING: variable(integer(1, 64), 16, 'Deepest nesting of task lists in a workflow'),
  WORKFLOW_MAX_DEPTH: variable(
    integer(1, 1000),
    10,
    'Most runs that start one another as tools, one inside the other',
  ),
  WORKFLOW_MAX_ITEMS: variable(
    integer(1, 100_000),
    10_000,
    'Most items that one `for` goes over, and most events that one `listen` takes',
  ),
  WORKFLOW_MAX_STEPS: variable(integer(1), 50_000, 'Most tasks that one run carries out'),
  WORKFLOW_MAX_RESULT_BYTES: variable(
    integer(1024, 16_777_216),
    1_048_576,
    'Largest input of a run, result of a tool in it and value of an expression, as JSON',
  ),
  WORKFLOW_MAX_DATA_BYTES: variable(
    integer(65_536, 1_073_741_824),
    16_777_216,
    'Most that the outputs which a run holds for later tasks may have together, as JSON',
  ),
  WORKFLOW_MAX_RUN_BYTES: variable(
    integer(65_536),
    134_217_728,
    'Most that one run writes to the database, with its journal, events and signals; a run that exceeds it fails',
  ),
  WORKFLOW_EXPRESSION_MS: variable(integer(10, 60_000), 500, 'Time that the expressions of a task may take'),
  WORKFLOW_EXPRESSION_THREADS: variable(
    integer(2, 64),
    2,
    'Threads for expressions; one account has all but one of them at once',
  ),
  WORKFLOW_EXPRESSION_WAIT_MS: variable(
    integer(100, 3_600_000),
    60_000,
    'How long an expression of an account that has spent its ACCOUNT_EXPRESSION_MS waits for its turn at most',
  ),
  WORKFLOW_EXPRESSION_MB: variable(integer(32, 65_536), 256, 'Memory that expressions may take, in MiB'),
  WORKFLOW_EXPRESSION_STACK: variable(integer(10, 1000), 200, 'Deepest recursion of an expression'),
  WORKFLOW_EXPRESSION_SEQUENCE: variable(
    integer(100, 1_000_000),
    100_000,
    'Longest sequence that an expression makes',
  ),
  RUN_WORKFLOW_MAX_STEPS: variable(
    integer(1, 50_000),
    50,
    'Most tasks that a document which a model runs with `run_workflow` carries out',
  ),
  RUN_WORKFLOW_TIMEOUT_MS: variable(milliseconds(1), 60_000, 'Longest time that such a document has'),
  RUNS_KEEP_DAYS: variable(integer(1, 3650), 30, 'Days after which an ended run of a workflow is removed'),
  RUNS_AT_ONCE: variable(
    integer(1, 10_000),
    256,
    'Runs that are carried out at once; those that only wait do not count',
  ),
  RUN_WAIT_MS: variable(
    milliseconds(1),
    60_000,
    'Time after which a synchronous `execute` without `timeoutMs` answers that the run goes on',
  ),
  WORKFLOW_TRIALS: variable(integer(1, 1000), 4, 'Dry runs that an account may have under way at once'),
  WORKFLOW_TRIAL_STEPS: variable(integer(1, 100_000), 2000, 'Most steps and calls that a dry run tells of'),
  WORKFLOW_TRIAL_BYTES: variable(
    integer(1024, 67_108_864),
    4_194_304,
    'Most that the inputs and outputs which a dry run tells of may have together, as JSON',
  ),
  RUN_RECOVERIES: variable(
    integer(1, 1000),
    10,
    'How often in a row a run is taken up again after the process died, before it is given up',
  ),
  WORKFLOW_WORKER_TIMEOUT_MS: variable(
    integer(1000, 600_000),
    10_000,
    'On Postgres: when a process has not been heard of for so long, others take over its runs of workflows',
  ),
  MAX_OPEN_RUNS: variable(integer(1), 20_000, 'Most runs of an app that have not ended'),
  WORKFLOW_MAX_DESCENDANTS: variable(
    integer(1),
    1000,
    'Most runs that one run begins, directly and through runs that it begins',
  ),
  CHILD_RUNS_PER_MINUTE: variable(
    integer(1),
    1200,
    'Runs of an account that its runs begin per minute, as steps or as tools; further steps wait, further calls are refused',
  ),
  WORKFLOW_MAX_DUE: variable(
    integer(1, 1000),
    100,
    'Most due times of a schedule that are made up for, events that wait for the end of a run, and sets of events of a workflow that are not whole',
  ),
  WEBHOOK_MAX_BYTES: variable(bytes(1024), 1_048_576, 'Largest body that is sent to a webhook'),
  WEBHOOKS_PER_MINUTE: variable(integer(1), 600, 'What one webhook is sent per minute'),
  MAX_WEBHOOKS: variable(integer(1), 100, 'Most webhooks of an app'),
  EVENT_MAX_BYTES: variable(
    integer(1024, 1_048_576),
    65_536,
    'Largest event that is sent to the runs of an app',
  ),
  EVENT_RUNS_PER_MINUTE: variable(
    integer(1),
    600,
    'Runs of an account that begin per minute by what its runs emit; more are skipped',
  ),
  EVENTS_KEPT_MS: variable(
    integer(1000),
    86_400_000,
    'How long an event is kept for runs that were under way when it came and that listen later',
  ),
  MAX_EVENTS_KEPT: variable(integer(1, 100_000), 1000, 'How many of those are kept, of each app'),
  MAX_SIGNALS: variable(integer(1, 10_000), 1000, 'Most signals that one run can be sent'),
};
