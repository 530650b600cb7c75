/** What can go wrong with runs of workflows, in the form of the catalogue: status, title, advice. */
export const workflowProblemKinds = {
  'run-not-permitted': [
    403,
    'The run may not go on',
    'The key or token that started it has been revoked, or its owner may not run workflows any longer. Start a new run.',
  ],
  'workflow-not-found': [404, 'No such workflow', 'GET /api/sdk/workflows lists the workflows of the app.'],
  'schedule-not-found': [
    404,
    'The workflow has no schedule',
    'A `schedule` in its document, in the config of the app, gives it one.',
  ],
  'trigger-key-not-found': [
    409,
    'The app has no such key',
    '`asKey` is the name or the id of a live key of the app: make one, or leave `asKey` out.',
  ],
  'hook-not-found': [
    404,
    'No such webhook',
    'It was removed, or never made; POST /api/sdk/workflows/{workflow}/hooks makes one and tells its address once.',
  ],
  'too-many-hooks': [409, 'The app has too many webhooks', 'Remove some; MAX_WEBHOOKS names the limit.'],
  'webhook-signature-invalid': [
    403,
    'The delivery is not signed as it has to be',
    'Sign the body as it is sent, with the secret that `verify` names, not more than five minutes ago.',
  ],
  'run-not-found': [404, 'No such run', 'GET /api/sdk/workflows/runs lists the runs of the app.'],
  'run-ended': [
    409,
    'The run has ended',
    'Nothing can be sent to a run that has ended; GET /api/sdk/workflows/runs/{id} shows how it ended.',
  ],
  'run-not-failed': [
    409,
    'The run cannot go on by itself',
    'A run that failed or was cancelled can be tried again where it stopped, and one that is completed `from` one of its steps.',
  ],
  'step-not-found': [
    422,
    'There is no such step',
    'A step is named by the JSON pointer of a task in the document, such as `/do/3/pay`; of a run also by the `key` that GET /api/sdk/workflows/runs/{id} lists.',
  ],
  'too-many-runs': [
    409,
    'The app has too many runs that have not ended',
    'Cancel some; MAX_OPEN_RUNS names the limit.',
  ],
  'too-many-descendants': [
    409,
    'The run has begun too many runs',
    'Count those that its runs have begun as well. Do more in each run, or begin the work in several; WORKFLOW_MAX_DESCENDANTS names the limit.',
  ],
  'run-too-large': [
    409,
    'The run has written too much',
    'Pass on less from step to step, or begin the work in several runs; WORKFLOW_MAX_RUN_BYTES names the limit.',
  ],
  'too-many-trials': [
    429,
    'The account tries too much at once',
    'Wait until a dry run has ended; WORKFLOW_TRIALS names the limit.',
  ],
  'recursion-too-deep': [
    409,
    'Runs start one another too deeply',
    'A workflow calls itself by way of its own app, or a ring of workflows does. Let it end, or loop with "for"; WORKFLOW_MAX_DEPTH names the limit.',
  ],
  'event-too-large': [
    422,
    'The event is too large',
    'Send less, or a reference to it; EVENT_MAX_BYTES names the limit.',
  ],
  'approval-not-awaited': [
    409,
    'The run does not wait for this approval',
    'An approval answers one step that waits now: send the `approvalId` that GET /api/sdk/workflows/runs/{id} lists for it as `approval`.',
  ],
  'too-many-signals': [409, 'The run was sent too many signals', 'MAX_SIGNALS names the limit.'],
  uncertain: [
    500,
    'Nobody knows whether the tool was called',
    'The gateway stopped during the call, and the tool does not say that it is read-only or idempotent. Catch this error in the workflow, or find out what happened and retry the run.',
  ],
  'run-crashed': [
    500,
    'The gateway stopped over the run again and again',
    'RUN_RECOVERIES names how often it is tried; retry the run once the cause is known.',
  ],
} as const satisfies Record<string, readonly [number, string, string]>;
