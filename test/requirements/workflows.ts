import type { RequirementRows } from './rows.js';

/** Workflows: turns, meaning, retries. */
export const workflows: RequirementRows = {
  'docs/workflow-runs.md#run-one': {
    'workflow-list':
      'GET /api/sdk/workflows lists the workflows of an app with what they take and use; resolve names them.',
    'workflow-sync':
      'execute answers how the run ended: 200 completed or failed, 202 when timeoutMs passes first and the run goes on.',
    'workflow-async': 'mode async answers 202 with a Location; the run can be looked at with its steps.',
    'workflow-idempotency': 'An Idempotency-Key begins one run.',
    'workflow-isolation': 'A run of another account or app is 404.',
    'workflow-authority': 'A run ends when the token that started it is dead.',
  },
  'docs/workflows.md#a-document': {
    'workflow-refused': 'What cannot be run is refused with a problem before a run begins.',
    'workflow-stream-refused':
      'A workflow that cannot be streamed because MAX_STREAMS are open does not run.',
    'workflow-document-faults':
      'Everything that is wrong with a workflow document is told at once, with pointers, when it is saved.',
    'workflow-profile': 'What is not in the profile (run, call: http and the like) is refused by name.',
    'workflow-calls-checked':
      'Servers, tools and literal arguments of calls are checked when a config is saved, as far as tools are known.',
    'workflow-schema': 'GET /schemas/workflow-1.json is a JSON Schema that accepts what the gateway accepts.',
    'workflow-tool-results':
      'The next task sees structuredContent, else text parsed as JSON, else text, else the content blocks.',
  },
  'docs/workflows.md#requests': {
    'workflow-request': 'call: http is the call of the tool whose operation has its method and address.',
    'workflow-request-errors': 'An answer of 300 and more is a communication error with its status.',
    'workflow-request-refused':
      'Origins that are not declared, operations that are not there and credentials in documents are faults when a config is saved.',
    'workflow-request-computed':
      'A computed address is looked up when it is made; where no operation is, the step fails and nothing is sent.',
    'workflow-request-gate': 'A request passes the policies and approvals of its tool.',
    'workflow-request-trial': 'A trial takes answers for the tool of a request, or for what it asks for.',
    'workflow-request-picture': 'A request is drawn by its method and path.',
  },
  'docs/workflow-runs.md#follow-it': {
    'workflow-upstream': 'Tools learn the ids of run and step in _meta.',
    'workflow-stream':
      'mode stream tells of every step and of the progress of tools as it happens, with growing ids; its reader may leave.',
    'workflow-resume': 'Events of a run are resumed after Last-Event-ID, live and when the run has ended.',
    'workflow-runs': 'Runs are listed newest first, filtered by workflow and status, in pages.',
    'workflow-metrics': 'Runs and steps are counted, without names of tenants.',
    'workflow-retention': 'Ended runs are removed after RUNS_KEEP_DAYS.',
  },
  'docs/workflow-runs.md#act-on-it': {
    'workflow-cancel': 'Cancelling a run stops it and the tool that runs for it within a second.',
    'workflow-signals':
      'Signals reach a run in their order, also those that came early; who sent one is kept.',
    'workflow-approval':
      'A tool under requireApproval runs in a workflow only after a person has approved this run.',
    'workflow-retry': 'A failed run is tried again from the step that failed.',
    'workflow-audit': 'Cancelling, signalling and retrying leave records in the audit log.',
  },
  'docs/workflow-runs.md#what-it-survives': {
    'workflow-snapshot': 'A run keeps to the definition with which it began.',
    'workflow-waits': 'A run that waits long is not in memory, and goes on in time.',
    'workflow-kill9': 'Runs are finished after SIGKILL at any moment, and no finished step is called again.',
    'workflow-uncertain':
      'A call that may have had its effect is not repeated after a crash, but is a catchable error.',
    'workflow-drain': 'SIGTERM lets steps under way end and puts runs aside.',
    'workflow-replay':
      'A run that is interrupted at any moment comes to the same output, and no finished step is repeated.',
    'workflow-uncertain-step':
      'A call in flight at a crash is repeated only when tool or document say that it may be; otherwise it is uncertain.',
  },
  'docs/workflows.md#limits': {
    'workflow-limits': 'Runs and signals are bounded by variables.',
  },
  'docs/workflow-runs.md#a-workflow-is-also-a-tool': {
    'workflow-tool':
      'A workflow is a tool of its app: listed, found, called over REST and native MCP, with progress and cancellation.',
  },
  'docs/workflow-runs.md#on-several-processes': {
    'workflow-outage':
      'A run that cannot be put aside because the database fails goes on, and so does the gateway.',
    'workflow-one-executor':
      'Of several processes on one database one carries out runs; another takes over when it is gone.',
    'workflow-share': 'Processes on one Postgres share runs; each step happens once.',
    'workflow-cancel-across': 'A process cancels within a second what another one carries out.',
    'workflow-signal-across': 'Signals that one process takes reach runs that another carries out.',
    'workflow-compete-across': 'Branches that lost a competition end, with their calls.',
    'workflow-take-over':
      'The runs of a process that was killed are finished by another, without a finished step being repeated.',
  },
  'docs/workflows.md#whole-ones-in-files': {
    // Issue 22, "must show"; contract section 11.
    'workflow-samples':
      'Five workflows from what begins them to an approval have fixtures, and come to what these say.',
  },
  'docs/workflows.md#examples': {
    'workflow-examples': 'The worked examples of docs/workflows.md come to the outputs that they tell of.',
  },
  'docs/workflows.md#expressions': {
    // Issue 22 item 1; contract section 11.
    'workflow-jq':
      'A document that names no language, or jq, has its expressions in jq, as the standard says.',
    'workflow-jq-faults':
      'What is wrong with an expression in jq is told with its place, when it is saved and when it runs.',
    'workflow-jq-memory':
      'WORKFLOW_EXPRESSION_MB bounds the memory of jq as well, which the heap of a thread does not contain.',
    'workflow-jq-hostile':
      'jq that runs away in time, memory, recursion or regular expressions is ended by name, and leaves nothing behind.',
    'workflow-expressions':
      'Expressions are JSONata, stand anywhere in a value and come to the same value at every replay.',
  },
  'https://github.com/serverlessworkflow/specification/tree/main/ctk': {
    'workflow-kit':
      "The scenarios of the standard's conformance kit come to the outputs and errors that it names.",
    'workflow-kit-requests':
      'Its scenarios with call: http and call: openapi run as they are written, but for the origins and for credentials in documents.',
  },
  'https://github.com/serverlessworkflow/specification/blob/main/dsl.md#runtime-expression-arguments': {
    'workflow-descriptors': '$workflow, $task and $runtime have the members that the standard gives them.',
  },
  'docs/workflows.md#trying-a-document': {
    'workflow-trial':
      'A dry run tells each step with its input and output and the calls that it would have made, and does nothing.',
    'workflow-trial-time': 'In a dry run waits are over at once, and it begins when it is told to.',
    'workflow-trial-branches': 'A dry run goes the way that a run would: competitions, failures.',
    'workflow-trial-refusals': 'What cannot be tried is refused with the place of each fault.',
    'workflow-trial-bounds': 'A dry run is bounded in what it tells and in time.',
  },
  'docs/workflows.md#fixtures-in-files': {
    'workflow-fixtures':
      'gantry workflows test tries documents with fixtures in files, tells what came out otherwise, and ends with 1 then.',
    'workflow-fixture-faults':
      'What is wrong with a file of fixtures, or with its document, is told with its line.',
  },
  'docs/workflows.md#errors': {
    'workflow-standard-kinds':
      'The kinds of error that the standard names catch what the gateway answers with.',
    'workflow-errors': 'Errors can be caught by their members, retried with durable pauses, and handled.',
    'workflow-timeouts': 'The timeout of a task ends what is in it and can be caught only around it.',
  },
  'docs/security-controls.md#workflows': {
    'workflow-hostile':
      'Documents, expressions, schemas and results that are made to harm are refused or ended by name, and nobody waits for them.',
  },
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
    'workflow-approval-awaited':
      'T-29: an approval opens the one step that waits for it and whose id it names, once; before that step waits, or twice, it is refused and opens nothing.',
    'workflow-approval-answer':
      'T-29: an approval without data, with `true` or with `approved: true` is a yes; anything else is a no.',
    'workflow-approvers':
      'A call may say who approves it: people with a role, and not whoever started the run; else those do who decide in the inbox, and nobody who only sends signals.',
    'workflow-retry-lookup':
      'A call whose tool could not be looked up fails as a step of the run, and a retry runs again from it.',
    'workflow-depth':
      'A workflow that calls itself by way of its own app, natively or by REST, is refused beyond WORKFLOW_MAX_DEPTH runs, also when the gateway was restarted meanwhile.',
    'workflow-not-left':
      'A call that a crash interrupts before its first byte has left, in the line of its server say, is made after the start and not uncertain; one whose bytes left is not made again.',
    'workflow-step-kinds':
      'A run lists its steps of every kind, and its events tell of each once, also after a restart; a `raise` is a step that failed.',
    'workflow-cancel-many': 'Many runs that wait and are cancelled at once end at once.',
    'workflow-written-first':
      'A run that begins while others write has nothing written, and waits for nothing, before it is written down itself.',
    'workflow-put-aside-once':
      'A run that is looked at while it is being put aside is written down as one that waits, and when it is to go on.',
    'workflow-retry-seen':
      'Of requests to try a run again only those count that saw how it failed last: two at once make one attempt.',
    'workflow-retry-children':
      'What a run that is tried again has begun since is not ended because an earlier attempt is cleared away.',
    'workflow-retry-unhurt': 'A run that is tried again has as many RUN_RECOVERIES as a new one.',
    'workflow-app-gone':
      'An app that is deleted while something begins in it is not found by whoever asked, and its runs end without a fault.',
    'workflow-told-on-disk':
      'A signal or a cancellation that was accepted reaches a run that waits, also when the process ends before it can tell it.',
    'workflow-ended-steps':
      'No step of a run that has ended is shown as running or waiting, nor one of a branch that has ended while the run goes on.',
    'workflow-lease':
      'A process that only seemed dead writes nothing more into runs that another one has taken over, and goes on with others.',
    'workflow-database-away':
      'A run under way when Postgres goes away waits for it, and goes on where it was: its call is neither repeated nor uncertain.',
    'workflow-orphan':
      'A run that no process was given, because the one that wrote it down died or was of an older version, or that its process does not know of, is given to one.',
    'workflow-statements':
      'A run of three steps is five statements on Postgres, a few more where something is told on the way, and none of DBOS.',
    'workflow-take-over-news':
      'A signal that came while a run was being put aside is not lost when the process dies before it looks.',
    'write-batches': 'Writes that come together are one; one that cannot be written takes no other with it.',
    'workflow-other-app': 'A run is 404 for whoever names another app with ?app=, with any token.',
  },
};
