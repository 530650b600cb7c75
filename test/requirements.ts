import { answers } from './requirements/answers.js';
import { inputs } from './requirements/bodies.js';
import { connecting } from './requirements/connecting.js';
import { credentials } from './requirements/credentials.js';
import { eras } from './requirements/eras.js';
import { gate } from './requirements/gate.js';
import { native } from './requirements/native.js';
import { oauthResource } from './requirements/oauth-resource.js';
import { oauthClients } from './requirements/oauth-clients.js';
import { oauthServer } from './requirements/oauth-server.js';
import { oauthFlows } from './requirements/oauth-flows.js';
import { people } from './requirements/people.js';
import { start } from './requirements/start.js';
import { telling } from './requirements/telling.js';
import { upstreams } from './requirements/upstreams.js';
import { usage } from './requirements/usage.js';
import { workflows } from './requirements/workflows.js';
import type { RequirementRows } from './requirements/rows.js';

/** One behaviour that somebody relies on. Tests name it in brackets: `it('[call-cancel] …')`. */
export interface Requirement {
  /** kebab-case, unique, never reused. */
  readonly id: string;
  readonly behaviour: string;
  /** Where it is written down: a page of the repository with its heading (`docs/chat.md#approvals`), an RFC (`RFC 9457 §3.1`) or an address. */
  readonly source: string;
}

/** Behaviours by source, then by id. A row without a test fails the gate, and so does a test without its row. */
const firstEdition: RequirementRows = {
  'docs/apps.md#requests-that-may-be-repeated': {
    'idempotency-replay':
      'A call with an Idempotency-Key is carried out once; who asks again gets the stored answer.',
    'idempotency-one-call': 'However many ask at once with one key, there is one upstream call.',
    'idempotency-mismatch': 'A key with another body is refused.',
    'idempotency-caller': 'A key belongs to its caller.',
    'idempotency-apps': 'A key makes one app.',
    'idempotency-day': 'A stored answer lasts a day, also over a restart.',
    'idempotency-crash': 'After a crash in between the outcome is unknown, and nobody is called again.',
    'idempotency-failures': 'What may have had its effect is not repeated.',
    'idempotency-no-effect': 'What surely had no effect can be repeated.',
    'idempotency-left': 'A call with a key goes on when its caller leaves.',
    'idempotency-no-stream': 'A call with a key cannot be an event stream.',
    'idempotency-key-form': 'A key is printable ASCII of bounded length.',
    'idempotency-at-rest': 'Stored answers are sealed in the database.',
  },
  'docs/architecture.md#a-request': {
    'request-id': 'Every answer carries X-Request-Id, taken over from the request when it is sane.',
    'server-timing': 'Every answer carries Server-Timing with auth, upstream and total.',
  },
  'docs/architecture.md#trust': {
    'default-deny': 'Without a token only the frozen list of public routes answers.',
    'host-origin': 'A foreign Host is 421 and a foreign Origin 403, on every route.',
    'egress-redirect': 'A redirect of an upstream to another origin is not followed.',
    'no-token-passthrough': 'The token of the caller never reaches an upstream.',
    'guard-walk':
      'Every closed route refuses a missing, expired, revoked, scopeless or foreign token and the wrong kind.',
  },
  'docs/servers.md#the-file': {
    'hot-reload':
      'A change of mcp.json is taken over without a restart and touches only the servers that changed.',
    'broken-config':
      'A broken mcp.json keeps the last good servers; the log, and GET /api/servers to the operator alone, say what is wrong and where.',
    'faulty-start':
      'A first mcp.json with faulty entries serves the others; a disabled server needs none of its variables.',
    'file-headers':
      'Headers of mcp.json that cannot be sent, or are there twice but for their case, are named; those that the gateway sets itself are left out with a warning.',
    'operator-file': 'mcp.json takes the spellings of desktop clients and VS Code, comments and ${env:NAME}.',
    'tool-overrides':
      'The operator renames and describes tools; calls go to the name that the upstream knows.',
  },
  'docs/decisions/0011-globs-not-regular-expressions.md': {
    'evil-pattern': 'Patterns of configs and of upstream schemas cannot stall the process.',
  },
  'docs/servers.md#what-the-gateway-does-with-a-server': {
    'servers-list': 'GET /api/servers pages the servers with their state.',
    'list-pages-complete': 'Lists are gathered over all pages of the upstream and paged by the gateway.',
    'list-etag': 'Lists carry an ETag; If-None-Match gives 304.',
    'list-refresh': '?refresh=true asks the upstream again.',
    'list-changed': 'A list_changed notification makes the next list fresh.',
    'call-timeout': 'timeoutMs ends a call that takes too long, and progress keeps it alive.',
    'deadline-whole':
      'One deadline covers an operation: connecting, finding the tool or prompt, waiting in line and the call.',
    'deadline-ceiling': 'No progress puts the end of a call off beyond MAX_TOOL_TIMEOUT_MS after its start.',
    'deadline-of-lists': 'A list has the time of one operation for all its pages.',
    'list-trouble':
      'A server whose tools cannot be listed is degraded wherever it is listed, with the reason, and is not waited for again at once.',
    'tool-gone':
      'A tool that its server does not know any more is 404; the list is asked for once, the tool never called again.',
  },
  'docs/decisions/0004-own-links-below-the-sdk-client.md': {
    'unknown-members-kept':
      'Members of MCP objects that the gateway does not know arrive as the upstream sent them.',
  },
  'openapi.json': {
    'call-result': 'Results arrive as they came; a tool that ran and failed is 200 with isError.',
    'call-meta': '_meta of the caller and traceparent go upstream.',
    'call-cancel': 'The caller leaving cancels the call upstream.',
    'input-required':
      'A tool that asks for input is 200 with inputRequests and requestState, and can be answered.',
    'stream-progress':
      'Accept: text/event-stream carries progress and log events as they happen, then the result.',
    'request-end':
      'Places that a request takes (streams, chats) are given back when it ends, also when its caller left before.',
    'call-accept': 'Accept is weighed by RFC 9110: events when they weigh more than JSON, and never at q=0.',
    'stream-keepalive': 'A silent stream carries comments.',
    'stream-error': 'A streamed call that fails ends with one error event that is a problem object.',
  },
  'docs/decisions/0010-problem-catalogue.md': {
    'problem-server-not-found': 'An unknown server is 404 server-not-found.',
    'problem-tool-not-found': 'An unknown tool is 404 tool-not-found.',
    'problem-resource-not-found': 'An unknown resource is 404 resource-not-found.',
    'problem-prompt-not-found': 'An unknown prompt is 404 prompt-not-found.',
    'problem-tool-denied': 'A tool that the operator denies is 403 tool-denied.',
    'problem-invalid-request': 'A faulty body is 400 invalid-request with a pointer to each fault.',
    'problem-invalid-params': 'Arguments that the upstream refuses are 422 invalid-params with its message.',
    'problem-upstream-error': 'An upstream that fails is 502 upstream-error.',
    'problem-too-large': 'An answer above MAX_RESULT_BYTES is 502 upstream-response-too-large.',
    'problem-unavailable': 'An upstream that cannot be reached is 503 upstream-unavailable with Retry-After.',
    'problem-overloaded': 'A full queue is 503 overloaded.',
    'problem-timeout': 'An upstream that does not answer in time is 504 upstream-timeout.',
  },
  'docs/sdk.md#tools': {
    'sdk-list':
      'GET /api/sdk/tools lists the tools of all servers of an app, each under one name, with its server and tool.',
    'sdk-call':
      'POST /api/sdk/tools/call calls a tool by that name with all that a call can have, streaming too.',
    'sdk-app-choice': 'The app is the key’s; a user token names it with ?app=.',
    'sdk-pages': 'The list of an app’s tools is paged, and its ETag answers If-None-Match with 304.',
    'sdk-formats': '?format=openai and anthropic give what the official SDKs take as it is.',
    'sdk-fail-open':
      'A server that is dead, hangs or sends rubbish is named in the list and takes nothing from the others.',
    'sdk-warm-fast': 'A list over many servers is not kept waiting twice by one that hangs.',
    'sdk-policies': 'Allow, deny and overrides of an app hold in lists and calls alike.',
  },
  'docs/sdk.md#resources-and-prompts': {
    'sdk-resources':
      'Resources and templates of all servers of an app are listed with their server, and read by URI.',
    'ambiguous-resource': 'A resource that two servers have is 409 ambiguous-resource unless one is named.',
    'sdk-prompts': 'Prompts of all servers of an app are listed and got under names like tools.',
  },
  'docs/sdk.md#starting-resolve': {
    'resolve-document': 'GET /api/apps/{app}/resolve is the document of section 6.',
    'resolve-etag': 'It has an ETag that answers If-None-Match with 304 and changes with the config.',
    'resolve-mine': 'It is for keys of the app and people of its account; others find nothing.',
    'resolve-known-state': 'resolve answers from known state and waits for no server.',
    'resolve-nothing-leaks': 'No address, header, command or secret of a server is in resolve.',
  },
  'docs/chat.md#the-answer': {
    'chat-stream':
      'A chat runs the tools that a model asks for and streams as the transport of AI SDK 6 and 7 reads it.',
    'chat-tool-error': 'A tool that ran and failed is an error to model and caller, not a result.',
    'chat-progress': 'Progress of a tool comes as transient data parts.',
    'chat-tool-content':
      'Every kind of content of a tool reaches the caller unchanged, and the model as far as its API takes it.',
    'chat-json':
      'Accept: application/json gives message, finishReason, usage and steps; a failure is a problem.',
    'chat-text': 'Accept: text/plain gives the text as it comes.',
    'chat-accept': 'The UI message stream is the default; other media types are 406.',
    'chat-records':
      'Log, metrics and audit have model, steps, tools and tokens of a chat, and nothing of its contents.',
    'chat-cut-tools': 'Tools that a broken answer has asked for do not run.',
    'chat-text-failure': 'A failure after the first text is told at the end of the text.',
    'chat-abort': 'The caller leaving stops the model within a second.',
    'chat-abort-tool': 'The caller leaving stops the running tool within a second, and no step follows.',
    'chat-heartbeat': 'A silent chat has comments.',
    'chat-drain': 'A gateway that stops ends chats with a last event.',
  },
  'docs/chat.md#the-request': {
    'chat-bad-calls': 'Unknown tools and arguments that are no JSON object go back to the model as errors.',
    'chat-attachments': 'attachments put resources and prompts before the last word of the user.',
    'chat-tool-choice': 'tools and toolChoice say which tools a model may and must call.',
    'chat-app-defaults':
      'The chat member of an app gives the defaults; requireApproval holds whatever the request says.',
    'chat-checks': 'Everything that can be checked is checked before the first byte.',
  },
  'docs/chat.md#limits': {
    'chat-step-limit': 'A chat that ends at maxSteps says so in its metadata.',
    'chat-caps':
      'What a tool returns is bounded in the stream and towards the model, and so is what the model writes.',
    'chat-timeout': 'CHAT_TIMEOUT_MS ends an answer and its tools.',
    'chat-slow-reader': 'A reader that takes nothing is cut off, and the model stops.',
    'chat-files': 'Files come as data URLs; the gateway fetches none.',
    'chat-cap': 'Chats beyond CHAT_MAX_STREAMS are 503 overloaded with Retry-After.',
    'chat-load':
      'Many chats at once (200 with CHATS=200), each with a tool and 100 chunks, all complete and leave nothing in memory.',
    'chat-load-abort': 'Many chats (200 with CHATS=200) that are left at once leave nothing running.',
  },
  'docs/chat.md#providers-differ': {
    'chat-anthropic': 'Models of Anthropic are asked in the Messages API and see images of tools.',
    'chat-openai': 'The provider gets the key of the gateway.',
    'chat-tool-names':
      'Names of tools that a provider refuses go out under aliases and come back as they are.',
  },
  'docs/chat.md#approvals': {
    'chat-approval': 'A tool that may do harm runs only after its caller has agreed in the next request.',
    'chat-denial': 'A denied tool does not run; the reason is told to the model as the word of the user.',
    'chat-approval-used': 'An approval works once, however many ask at once.',
    'chat-approval-kept':
      'A chat that is refused for want of a stream uses up no approval and asks no model.',
    'chat-approval-bound': 'An approval is signed, bound to caller, server, tool and input, and expires.',
    'chat-approval-reordered':
      'An approval holds when a client sends the members of the input in another order.',
    'chat-approval-anthropic': 'Approvals work with models of Anthropic.',
    'chat-forged-history': 'Calls and approvals that a caller writes into the history do not run.',
    'chat-approval-modes':
      'approval: auto asks about tools that do not say they are harmless, always about all, never about none.',
  },
  'docs/chat.md#models': {
    'chat-model-failure':
      'A failure of the model, a cut included, is an in-stream error with a code; the text of the provider never passes.',
    'chat-not-configured':
      'Without a provider a chat is 503, and answer, log and resolve say what is missing.',
    'chat-lazy': 'The language-model library is loaded with the first chat.',
    'chat-local':
      'CHAT_AUTODETECT_LOCAL finds model servers on the machine, and only it makes the gateway look.',
    'chat-models':
      'CHAT_ALLOWED_MODELS bounds the models; a key is taken from the variable that CHAT_PROVIDERS names.',
  },
  'docs/chat.md#a-page-in-react': {
    'chat-use-chat': 'What useChat sends beside the messages is taken.',
  },
  'docs/cli.md': {
    'chat-cli': 'gantry chat works against the gateway: text, tools, approval and failure.',
    'cli-login':
      'gantry login goes by device code; the browser opens without a shell, the token is kept once the gateway has said whose it is.',
    'cli-login-files': 'The token file is 0600 in a 0700 folder.',
    'cli-logout': 'A login takes the place of the one before, whose token ends; logout ends its own.',
    'cli-ctrl-c': 'Ctrl-C leaves nothing half done.',
    'cli-journey':
      'login, init, push, tools, call, pull on a fresh machine and a fresh gateway, on a terminal and with --json in a pipe.',
    'cli-call-arguments': 'call takes arguments as pairs, JSON and standard input.',
    'cli-call-input':
      'call asks what a tool asks; foreign text reaches the terminal without escape sequences.',
    'cli-lists':
      'tools, resources, read and prompts list what an app or a server has, and name what is missing.',
    'cli-run': 'run follows a workflow step by step and cancels it at Ctrl-C.',
    'cli-chat': 'chat writes the answer as it comes and asks before a tool runs that needs consent.',
    'cli-progress': 'On a terminal the command shows what it waits for, and stops waiting at Ctrl-C.',
    'cli-no-token-in-ps': 'No token stands in the list of processes.',
    'cli-startup': 'whoami takes at most 150 ms of CPU.',
    'cli-doctor': 'doctor checks address, clock, token, version and servers.',
    'cli-completion': 'completion prints scripts for bash, zsh and fish.',
    'cli-proxy': 'The command honours HTTP_PROXY, HTTPS_PROXY and NO_PROXY.',
    'client-package':
      'The packed client works in another project as ES module and CommonJS, with types, and loads nothing of the server.',
    'cli-package': 'The packed command runs with its own dependencies only.',
    'client-connect': 'Gantry.connect needs the address and the key of an app.',
    'client-problems': 'Failures of the client are typed problems with a stable code.',
    'client-tools': 'app.tools lists, searches and calls.',
    'client-stream': 'app.tools.stream tells of progress, then of the result.',
    'client-abort': 'Aborting a call cancels the tool.',
    'client-formats': 'Tools come in the shapes of the AI SDK, OpenAI and Anthropic.',
    'client-resources': 'app.resources lists and reads.',
    'client-prompts': 'app.prompts lists and gets.',
    'client-retries': 'The client repeats reads and what has an Idempotency-Key, and nothing else.',
    'client-timeout': 'Requests end in time; a stream that breaks off is a failure.',
    'client-workflows': 'app.workflows executes, streams, cancels and signals.',
    'client-types': 'The types of the client are generated from openapi.json.',
  },
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
    'workflow-profile': 'What is not in the profile (run, emit, call: http and the like) is refused by name.',
    'workflow-calls-checked':
      'Servers, tools and literal arguments of calls are checked when a config is saved, as far as tools are known.',
    'workflow-schema': 'GET /schemas/workflow-1.json is a JSON Schema that accepts what the gateway accepts.',
    'workflow-tool-results':
      'The next task sees structuredContent, else text parsed as JSON, else text, else the content blocks.',
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
  'docs/client.md': {
    'workflow-clients': 'gantry run and the client run workflows of a real gateway.',
  },
  'docs/workflows.md#examples': {
    'workflow-examples': 'The worked examples of docs/workflows.md come to the outputs that they tell of.',
  },
  'docs/workflows.md#expressions': {
    'workflow-expressions':
      'Expressions are JSONata, stand anywhere in a value and come to the same value at every replay.',
  },
  'docs/workflows.md#errors': {
    'workflow-errors': 'Errors can be caught by their members, retried with durable pauses, and handled.',
    'workflow-timeouts': 'The timeout of a task ends what is in it and can be caught only around it.',
  },
  'docs/operations.md#watch': {
    health:
      'GET /health/live and /health/ready answer without a token; readiness follows the database and the drain.',
    metrics: 'GET /metrics is Prometheus text for the operator, and for everybody with METRICS_PUBLIC=true.',
    'calls-why':
      'GET /api/calls/{requestId} tells token, rule, credential by name, connection, attempts, time per phase and outcome of a call, and no secret.',
    'calls-booked':
      'Time in line, of connecting and of models is booked to servers and models; the gateway’s own leaves event streams out.',
    'calls-isolation':
      "A call is told to its account, and to an app key when it is its app's; 404 otherwise.",
    'traces-spans':
      'With a collector there is a span per request and per exchange with a server, without arguments or secrets; traceparent comes in and goes on in _meta and a header.',
    'traces-native':
      'Requests of native clients carry the span in _meta over HTTP and stdio; their other bytes are as they came.',
    'traces-runs':
      'With a collector all steps of a run are spans of one trace, which goes on to the servers.',
    'traces-sampled': 'OTEL_TRACES_SAMPLER decides which requests are traced.',
    'traces-exit': 'A collector that is dead or silent holds the exit up for less than two seconds.',
    'traces-off': 'Without a collector no traces are made, and that of the caller reaches the server.',
    'metrics-split':
      'Time in the gateway, in line, connecting and in servers is told apart; failures, retries, cache reads and device logins are counted.',
    'metrics-bounded': 'No label of a metric is made up by tenants or callers.',
    'metrics-dashboard': 'The Grafana dashboard asks for metrics and labels that are there.',
    'calls-bounded': 'The last CALLS_KEPT calls of an account are remembered and listed.',
    'crash-log': 'A crash leaves a line in the log without the credentials that hang on it.',
  },
  'docs/clients.md#clients-from-the-openapi-document': {
    'openapi-complete': 'The OpenAPI document names, types and bounds every operation.',
    'docs-page':
      '/docs shows the operations, or where to find them without JavaScript; /problems/{code} is a page for browsers.',
    'openapi-portable':
      'Patterns of the OpenAPI document are read alike by every dialect of regular expressions, and null is told by nullable alone.',
    'openapi-fresh': 'openapi.json in the repository is what the gateway serves.',
    'generated-clients':
      'Clients that openapi-typescript, @hey-api/openapi-ts and openapi-generator (Python) make of openapi.json call the gateway.',
  },
  'docs/configuration.md': {
    'config-faults':
      'Settings that are faulty, would do nothing or contradict each other end the start with exit code 78 and a message that names all of them.',
    'docs-fresh': 'The table of variables in the documentation is generated from the code.',
    'limit-variables':
      'What bounds clients, sessions, lists, processes, apps and memories is set by variables and holds at their values.',
  },
  'docs/native.md': {
    'app-native-calls':
      'Calls, reads, prompts and completions of an app reach the right server, with progress.',
    'app-native-changes': 'Changes of any server or of the app itself reach clients of both eras.',
    'app-native-lists':
      'An app merges the lists of its servers under prefixed names; one that is down is left out.',
    'app-native-mine': 'The endpoint of an app and its sessions are for its owner only.',
    'app-native-state': 'requestState is sealed for its server and caller.',
    'app-native-subscribe': 'Changes of single resources of any server of an app reach clients of both eras.',
    'native-child-cancel': 'A cancellation reaches the process of a session in the words of the client.',
    'native-down': 'A 2026-07-28 client uses a server of the 2025 revisions: everything but its questions.',
    'native-down-listen': 'A 2026-07-28 client hears of list changes of a 2025 server.',
    'native-down-push': 'What a 2025 server wants to ask a 2026-07-28 client ends in a clean error.',
    'native-down-subscribe':
      'A 2026-07-28 client subscribes to resources of a 2025 server: one subscription for all, over restarts.',
    'native-ends-with-server': 'Streams end when their server is taken out of the configuration.',
    'native-fidelity':
      'Odd but legal messages pass value-identical in both eras: unknown members, blocks, result types, schemas, errors.',
    'native-first-byte': 'Streams pass in pieces, unbuffered.',
    'native-head': 'HEAD opens no stream and takes none away.',
    'native-http-forms':
      'HTTP/1.0, chunked bodies, pipelining and odd spellings are answered; no body is a length of 0.',
    'native-own-child': 'A 2025 session with a stdio server has a process of its own.',
    'native-raw-requests':
      'Requests reach a process byte by byte, huge numbers too; where it is shared, but for ids and tokens.',
    'native-sdk-v1':
      'The SDK of the 2025 revisions works against stdio, Streamable HTTP and HTTP+SSE servers.',
    'native-sdk-v2': 'The SDK of both eras works against servers of either.',
    'native-shared-child': 'Callers of 2026-07-28 share one process; ids and progress tokens do not meet.',
    'native-shared-listen': 'Subscriptions on a shared process keep their ids and outlive it.',
    'native-up': 'A 2025 client uses a server that speaks 2026-07-28 only.',
    'native-up-changes': 'Progress and list changes reach a 2025 client of a 2026-07-28 server.',
    'native-up-subscribe': 'A 2025 client subscribes to resources of a 2026-07-28 server, without gaps.',
    'native-up-stdio': 'A 2025 client uses a stdio server that speaks 2026-07-28 only.',
    'modern-context7': 'context7-mcp, a server of revision 2026-07-28, works.',
    'modern-scripted':
      'A scripted server of revision 2026-07-28 that checks every header and envelope works.',
    'modern-sdk': 'A server made with the SDK of revision 2026-07-28 works.',
    'lanes-alike': 'The fast path and Express answer the same requests alike.',
    'fast-path-arguments': 'What a handler gets on the fast path is what its decorators say, at every start.',
    'sse-fallback': 'A URL that does not speak Streamable HTTP is tried as HTTP+SSE.',
    'era-verdict': 'The revision that a server speaks is remembered over a restart, with its date.',
    'param-headers': 'Arguments with x-mcp-header go to a 2026-07-28 upstream as headers too.',
  },
  'docs/native.md#questions-across-the-eras': {
    'app-native-input': 'A 2025 client of an app is asked in its own way, under its own name.',
    'native-up-input': 'input_required becomes requests that a 2025 client knows.',
  },
  'docs/native.md#many-tools': {
    'app-native-lazy': 'tools.mode search shows three tools that find, describe and call the others.',
  },
  'docs/security.md#native-messages': {
    'app-native-policy': 'Denied tools and those that need approval are refused on the endpoint of an app.',
    'native-app-pinning':
      'With toolPinning block no native endpoint shows or runs what was not accepted, whatever the server tells a client.',
    'native-app-policies':
      'The policies of an app hold on both native endpoints, for clients and servers of both eras.',
    'native-hostile-list':
      'A list of tools that cannot be had where a policy hides some of them is an error for the client that asked, and nothing else.',
    'native-hostile-messages':
      'Null and odd ids, ids in use, huge batches, broken text and foreign revisions are refused by name.',
    'native-policy':
      'Allow, deny and overrides hold on the native endpoint, for both eras and all transports.',
  },
  'docs/native.md#limits': {
    'native-child-limit': 'MAX_SESSION_PROCESSES bounds the sessions with a process of their own.',
    'native-hostile-flood': 'What a process does not take is bounded, and such a process is ended.',
    'native-limits': 'Sessions per principal and their idle time have limits with named errors.',
    'native-session-bound': 'A session is bound to its owner and its server: for all others it is 404.',
    'native-subscriptions-limit': 'MAX_SUBSCRIPTIONS bounds the resources of a session or stream.',
  },
  'docs/native.md#what-to-expect': {
    'native-child-restart': 'A session outlives its process: the next one is told what the client had said.',
    'native-drain': 'Streams of native clients end when the gateway stops, which does not wait for them.',
    'native-restart':
      'A session survives a restart of the server with subscriptions and log level; no call runs twice.',
    'native-restart-real': 'A session with a real server goes on after that was killed and started again.',
    'native-unavailable': 'A failure of the server is a JSON-RPC error in band, with the problem in data.',
  },
  'https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http': {
    'native-cancel': 'A client that leaves closes its request at the server.',
    'native-cut-stream': 'A stream that breaks off tells who waits; one that ends, ends.',
    'native-end': 'DELETE ends the session at the server too.',
    'native-headers':
      'Only the headers of MCP and the trace go on; tokens, cookies and forwarding ones stop.',
    'native-malformed': 'What is no JSON-RPC message is refused with the codes of JSON-RPC.',
    'native-needs-session': 'Where a server needs a session, messages without one are refused.',
    'native-push': 'Requests of the server reach the client, and its answers the server.',
    'native-resume': 'Last-Event-ID resumes a stream where the server can.',
    'native-resume-bound': 'Kept events are for their session and its owner; ids of others are refused.',
    'native-refused-handshake': 'A handshake that the server refuses is refused to the client in its words.',
    'native-resume-kept':
      'Where the server can resume nothing, the gateway keeps the latest events: process, HTTP+SSE, translated, app.',
    'native-resume-limits': 'RESUME_EVENTS and RESUME_BYTES bound what is kept, with a named error.',
    'native-session': 'A session has an id of the gateway and carries everything.',
    'native-stream': 'The stream of a session outlives the server.',
    'native-unauthorized': '401 carries the challenge of the gateway; those of servers do not pass.',
  },
  'https://modelcontextprotocol.io/specification/2026-07-28/basic/transports#streamable-http': {
    'native-listen': 'A subscription outlives the server and is acknowledged once.',
    'native-modern': 'Requests need no session and carry the identity of their client.',
    'native-modern-cancel': 'Leaving cancels.',
    'native-modern-checks':
      'In front of a process the gateway checks envelope, standard and parameter headers.',
  },
  'docs/architecture.md#modules': {
    'architecture-broken':
      'An import against the order of modules, rooms or layers is found, and the rule is named.',
    'architecture-names': 'No exported name stands for two things.',
    'architecture-rooms':
      'No folder has more than 26 files; each module and each room with an order has a README.',
  },
  'docs/decisions/0014-the-house-is-checked-by-tools.md': {
    'architecture-rules':
      'The module order, the layers and the one-importer rules hold in the whole of src/.',
  },
  'docs/decisions/0008-hand-written-migrations.md': {
    'schema-drift': 'Migrations and entities describe the same schema, on SQLite and on Postgres.',
    'typeorm-cli': 'ormconfig.ts works with the TypeORM command line.',
  },
  'docs/architecture.md#servers-and-connections': {
    'all-operations-stdio': 'All seven operations work against server-everything over stdio.',
    'all-operations-http': 'All seven operations work against server-everything over Streamable HTTP.',
    'all-operations-sse': 'All seven operations work against server-everything over HTTP+SSE.',
    'real-filesystem': 'server-filesystem works.',
    'real-memory': 'server-memory works.',
    'list-last-known': 'The last known list is served while the upstream is down.',
    'http-restart':
      'An HTTP upstream that was restarted between two calls is greeted anew: the second call works.',
    'session-errors-of-tools':
      'An error of a tool that reads like a lost session is none: the tool runs once, and calls of others go on.',
    'backoff-visible': 'A server that cannot be reached says when it is tried next.',
    breaker: 'After failures in a row a server is left alone until one probe succeeds.',
    'pool-forget': 'What an account has not used for a day is forgotten with all that is known of it.',
    'idle-reap': 'A connection or child that nobody uses is closed.',
    'failure-cause':
      'Callers are told in words why a server cannot be reached; the log has the name of the error of the system.',
    'failure-stderr': 'What a process wrote to standard error before it failed is logged with the failure.',
    'slow-start':
      'A process may take START_TIMEOUT_MS to be ready, and is not ended before, as when it has to be downloaded first.',
    'idle-connection':
      'A connection that was idle for four seconds is not used again: a server may be closing it at that moment.',
    'expect-unknown': 'An expectation that nobody knows is passed over.',
    'empty-cursor': 'An empty cursor of a server is the end of its list.',
    'lists-retried':
      'Lists are asked for again when a connection breaks before a byte; calls run at most once.',
    'session-end': 'The session of a 2025 upstream is ended when the gateway stops.',
    'stream-resume': 'An event stream that breaks off after an event with an id is taken up again.',
    'upstream-requests':
      'Requests of a 2025 upstream are answered: ping with a result, what REST cannot serve with an error.',
    'list-ttl': 'A list is kept for the ttlMs that a 2026-07-28 upstream gives it.',
  },
  'docs/security.md#stdio-servers': {
    'stdio-one-process': 'One child process serves all callers of a server.',
    'stdio-clean-env': 'A child process sees PATH, HOME and its declared variables only.',
    'stdio-old-sdk': 'A stdio server that cannot bear an unknown first message is spoken to in its revision.',
    'stdio-restart': 'A stdio child that was killed between two calls is replaced: the second call works.',
    'stdio-kill-midcall':
      'A stdio child that dies during a call gives one 502, and the effect is not repeated.',
    'no-orphans': 'No child process outlives the gateway, not even after SIGKILL.',
  },
  'docs/reliability.md': {
    'no-leaks': 'Many calls over many restarts leave no child process, socket or listener behind.',
    'one-hanging': 'One hanging upstream of ten spoils neither the others nor the lists that name it.',
    'concurrency-queue': 'maxConcurrency bounds the calls at once; further ones wait in a bounded queue.',
    'big-body': 'Bodies far above 100 KB pass.',
    'bad-input':
      'Bad input of every kind gives a named problem in less than 100 ms, and the gateway goes on.',
    'garbage-stdio': 'Lines of a stdio server that are no JSON-RPC are passed over.',
    'line-cap': 'A line above MAX_LINE_BYTES ends the connection, not the gateway.',
    'cursor-forever': 'An upstream that pages for ever is cut off with a named error.',
    'hostile-answer': 'Answers that make no sense are 502 once, and the gateway goes on.',
    'odd-error':
      'An error that is null counts as absent; of other odd ones callers get a 502 with no more than a text and a number.',
    'deep-answer':
      'What nests without end is left out of lists and events, and a 502 where it would have to be printed; the gateway goes on.',
    'lost-answer':
      'A message on a shared channel that is no answer fails the call that it is for at once, and nothing else.',
    'coding-case': 'The content coding of an answer is read without regard to case.',
    'answer-end':
      'An event stream that goes on after the response is ended in a moment, and not resumed when it breaks.',
    'message-deadline': 'A notification that a server does not take holds its connection for a bounded time.',
    'upstream-pause': 'Retry-After of a server is handed on with the problem.',
    'no-mixed-answers': 'What is no HTTP is never answered into an answer that is under way.',
    'fail-safe': 'A problem that cannot be written down is an internal error, and the gateway goes on.',
    'gzip-bomb': 'A compressed answer is measured decompressed.',
    'stream-slow-reader': 'A reader that takes nothing is cut off, and the upstream hears of it.',
    'reply-headers': 'An answer carries all fields of one name, whichever lane it takes.',
    'reliability-table': 'Each row of the hostile table has a command that repeats it.',
    'unread-answers':
      'An answer of which nobody takes a byte for STREAM_WRITE_TIMEOUT_MS is cut off, and so is a connection that nobody closes; who takes some gets all.',
    'paths-exact': 'Paths know upper case from lower, in both lanes.',
    'too-large-told':
      'Who sends a body that is too large reads the 413, also a client that writes all before it reads; what is thrown away is bounded.',
    'slow-readers': 'Streams that nobody reads are cut off, with bounded memory and nobody else delayed.',
    slowloris: 'Connections that send a byte now and then delay nobody and are closed in time.',
    'soak-mixed-load':
      'Under mixed load with restarting upstreams nothing is lost, done twice or left behind.',
    'soak-replica-chaos':
      'Replicas that are killed at random lose no acknowledged write, finish every run and do nothing twice.',
    'database-outage':
      'Without its Postgres the gateway serves calls of known tokens, answers the rest with a fast 503, and recovers by itself.',
    'database-trouble': 'A full or read-only SQLite file makes writes 503 and nothing else.',
    'fuzz-documented':
      'Whatever an operation is sent, it answers with a status, problem and body of its document, and never with a failure of its own.',
  },
  'docs/architecture.md#starting-and-stopping': {
    'first-key':
      'A first start without a token makes one, prints it once with a curl line, and keeps it hashed.',
    'first-progress-prompt': 'The first progress event reaches the caller while the tool still runs.',
    'port-taken': 'A port that is in use ends the start with one line that says so.',
    'graceful-shutdown': 'SIGTERM lets calls end, says goodbye to streams and exits with 0.',
  },
  'docs/security.md#secrets-and-configs': {
    'hidden-values':
      'What a server is told in headers, variables and secrets reaches no caller and no log, in whatever the server says; what is harmless or `notSecret` does.',
    'log-redaction': 'No token, password or key reaches the log.',
    'secrets-in-errors': 'Secrets that a server quotes in its errors are not shown.',
    'secrets-at-rest': 'Secrets are sealed in the database.',
    'secrets-header-safe': 'A secret cannot break out of its header.',
    'secrets-renew': 'A changed secret renews the connections that use it, and no others.',
  },
  'docs/accounts.md#log-a-program-in': {
    'device-start':
      'POST /api/cli/auth/device gives codes, addresses, life and interval; everything in it is optional.',
    'device-no-store': 'Answers with codes or tokens are not stored on the way.',
    'device-user-code': 'A user code is read without regard to case and punctuation.',
    'device-form-body': 'Both endpoints take JSON and forms.',
    'device-sign-in-first': 'Codes are looked at only when somebody has signed in.',
    'device-code-guessing':
      'Five wrong codes in ten minutes lock the form for that user and for nobody else.',
    'device-decided-once': 'A login that was decided stays decided.',
    'pages-led-here': 'Somebody who was led here by a link approves nothing by accident.',
    'pages-address-warning': 'The page warns when the device has another address than the browser.',
    'pages-nothing-grantable': 'The page says so when there is nothing to give to the device.',
    'pages-enter-never-approves': 'Enter in the code field leads to the facts; only the button approves.',
  },
  'RFC 8628 §3.4–3.5': {
    'device-flow': 'Polling goes from authorization_pending to a token that works.',
    'device-errors': 'Every refusal is 400 with the error code of the RFC.',
    'device-slow-down':
      'Polling too fast is slow_down with an interval that grows by five seconds, and still ends well.',
    'device-kept-interval': 'A grown interval is remembered over a restart.',
    'device-denied': 'A denied login is access_denied.',
    'device-expired': 'A login that took too long is expired_token.',
    'device-client-bound': 'A device code is good for the client that asked for it.',
    'device-single-use':
      'Of parallel polls at the moment of approval one gets the token; a replay is invalid_grant.',
    'device-stock-client': 'A stock OAuth device client completes the flow unchanged.',
    'device-no-secret':
      'A client that authenticates by HTTP Basic is told invalid_client and what to send instead.',
  },
  'docs/security.md#people-and-tokens': {
    'pages-headers': 'Pages carry a strict content policy, may not be framed and are not stored.',
    'pages-stylesheet': 'The style of the pages is a file of its own; there is no inline style or script.',
    'pages-problems': 'A browser gets problems as a page.',
    'pages-prefix': 'Pages work below the path of PUBLIC_URL.',
    'pages-csrf': 'A form is taken only with the token of its own session.',
    'pages-login': 'Signing in leads on to where somebody wanted to go.',
    'pages-session': 'A browser session is safe from other sites and scripts, and ends.',
    'pages-open-redirect': 'Signing in leads to no other site.',
    'pages-xss': 'Names of devices are shown as text whatever they contain.',
    'pages-without-script': 'Everything on the pages works without JavaScript.',
    'pages-keyboard': 'Everything works with the keyboard, and the focus is always visible.',
    'pages-phone': 'Nothing is cut off at 320 px, and controls are 46 px high.',
    'pages-themes': 'Texts have a contrast of at least 4.5 : 1 in both themes.',
    'pages-login-back': 'After signing in the page that was asked for appears.',
    'pages-framing': 'A browser shows no page of ours in a frame of another site.',
    'login-decoy': 'After a flood of sign-ins unknown addresses are refused like wrong passwords again.',
    'device-survives-kill': 'A login that was approved survives kill -9 and is redeemed once.',
    'account-isolation': 'Accounts do not see each other’s people, tokens and events.',
    'passwords-argon2id': 'Passwords are kept as argon2id.',
    'login-canary': 'No token, code, password or cookie is found in database, files, logs or addresses.',
  },
  'docs/accounts.md#the-first-start': {
    'setup-once': 'The link of the first start creates the first user, once.',
    'setup-form': 'The form says beside each field what is wrong and keeps the rest.',
    'setup-unattended': 'ADMIN_EMAIL and ADMIN_PASSWORD create the first user without anybody.',
    'bootstrap-token': 'BOOTSTRAP_TOKEN is a token of the operator for as long as it is set.',
  },
  'docs/accounts.md#tokens': {
    'token-list': 'People list and revoke their own tokens, and nobody else’s.',
    'token-revoked-here': 'A revoked token is dead at once in the process that revoked it.',
    'token-revoked-everywhere':
      'A revoked token, or that of somebody who left, is dead everywhere within five seconds.',
    'token-at-rest': 'Of a token the database has a keyed digest and a hint.',
    'token-expiry': 'A token ends after 90 days.',
    'token-idle': 'A token ends after 30 days without use.',
    'token-last-used': 'Last use is known without a write per request.',
    'token-verify-in-memory':
      'A token that was seen is told without the database, and unknown ones cannot flood it.',
    'token-verify-cost': 'Telling whose a token is takes less than 0.02 ms of CPU.',
  },
  'docs/accounts.md#more-people': {
    'invitation-new-account': 'The operator invites somebody to found an account.',
    'invitation-join': 'An invitation brings somebody into the account with a role.',
    'invitation-once': 'An invitation works once and for seven days.',
    'invitation-known-user': 'Somebody who has a user already signs in and joins as that.',
    'invitation-roles': 'Nobody gives a higher role than their own.',
    'invitation-scope': 'Inviting needs the scope account.',
    'members-list': 'The people of an account are listed to each other.',
    'members-remove':
      'Owners and admins take people out of the account, whose tokens die at once; the last owner stays.',
    'password-change': 'A password is changed with the present one.',
    'password-reset':
      'Owners and admins give somebody a link for a new password, which ends all their sign-ins.',
  },
  'docs/accounts.md#limits': {
    'login-rate-limit': 'Sign-in attempts are limited per address and per person.',
    'device-rate-limit': 'Device logins and polls are limited per address.',
    'rate-limit-principal': 'Requests are limited per principal, with the header fields that say so.',
  },
  'docs/operations.md#change-secret_key': {
    'key-file': 'The key of the installation is made once and is readable by its owner only.',
    'key-changed': 'A SECRET_KEY that does not fit the tokens is told in the log.',
    'key-rotation':
      'After a change of SECRET_KEY all holds while PREVIOUS_SECRET_KEYS names the earlier one, and what was used or sealed meanwhile without it.',
  },
  'docs/accounts.md#what-happened': {
    'audit-events': 'Logins, approvals, denials and tokens given or taken leave an event.',
    'audit-append-only': 'Events cannot be changed, nor deleted while they are young.',
    'audit-retention':
      'Events are removed after AUDIT_DAYS in the background, without keeping anybody waiting; nothing else is.',
    'audit-owners': 'GET /api/audit is for owners, about their own account.',
    'audit-pages': 'Events are paged, newest first.',
  },
  'docs/apps.md': {
    'apps-create': 'POST /api/cli/apps makes an app with a slug of its name and a first config.',
    'apps-slug-taken': 'A slug that another app of the account has is 409 slug-taken.',
    'apps-list': 'Apps are listed newest first, in pages, each account its own.',
    'apps-update': 'An app can be renamed and described; a new slug moves its handles.',
    'apps-delete': 'A deleted app takes its configs, secrets and keys along at once.',
    'apps-limit': 'An account has at most MAX_APPS apps.',
    'apps-unknown': 'A name that no app can have is 404, whatever it is made of.',
    'apps-audit': 'Each change leaves an audit event without contents.',
    'tenant-hot-change': 'A config is in force from the next request on; what is gone is closed.',
    'tenant-published-gone': 'Who took over a published server is told when it is taken away.',
    'tenant-shared-connection': 'Servers that only narrow a published one use its connections.',
    'tenant-isolation': 'Accounts with the same slugs and servers hear nothing of each other.',
  },
  'docs/apps.md#saving': {
    'config-versions': 'A config is saved as a new version on top of the one that was seen.',
    'config-not-modified': 'A config is not sent again to who has it.',
    'config-precondition': 'A save that does not say what it builds on is 428, one on an old state 412.',
    'config-one-winner': 'Of parallel saves on one state exactly one wins.',
    'config-unchanged': 'Unchanged content keeps its version.',
    'config-dry-run': 'dryRun says what would change and changes nothing.',
    'config-history': 'Versions are kept with author and message; a rollback is a new version.',
    'config-kill9': 'Acknowledged configs survive repeated SIGKILL, all of them whole.',
    'apps-replicas': 'Another process uses a changed app within seconds.',
  },
  'docs/apps.md#keys': {
    'app-keys': 'App keys are shown once; at most two live.',
    'app-keys-bound': 'A key belongs to one app.',
    'app-keys-scopes': 'A key can do no more than who made it.',
  },
  'docs/apps.md#the-config': {
    'secrets-write-only': 'Secrets are set, listed by name and deleted, and never come back.',
    'secrets-paged': 'Secrets and keys of an app are listed in pages.',
    'secrets-names': 'Names of secrets are written in capital letters.',
    'config-schema': 'The JSON Schema of app configs is served and is what is checked.',
    'config-faults-all': 'All faults of a config are told at once, each with its pointer.',
    'config-warnings': 'What is allowed but looks wrong is a warning.',
    'config-too-large': 'A config above MAX_CONFIG_BYTES is refused.',
    'substitution-only-secrets': '${secret:NAME} is the only substitution; others are refused with advice.',
    'prototype-names': 'Names that every object has are names like any other.',
    'approval-required': 'A tool under requireApproval is 403 approval-required on every plain call.',
  },
  'docs/security.md#callers-and-tenants': {
    'stdio-refused': 'stdio in an app config is refused through every route, and nothing runs.',
    'stdio-allowed': 'With APP_STDIO=allow apps may declare stdio servers.',
    'tenant-handles': 'Servers of apps are reached as app.name and by an id that stays.',
    'tenant-keys-reach': 'A key reaches the servers of its app only.',
    'tenant-narrow': 'An app that takes over a published server can only narrow it.',
    'ssrf-table': 'Private and special addresses are told from public ones in every spelling.',
    'ssrf-metadata': 'Addresses that give out credentials of the machine are closed to everybody.',
    'egress-unknown': 'A name without an address is told from one that is forbidden.',
    'ssrf-call': 'An address that was allowed at save is judged again at connect.',
    'ssrf-dns': 'A name with one forbidden address among its addresses is refused.',
    'ssrf-dns-flip': 'The address that is connected to is the one that was judged.',
    'ssrf-redirect': 'Redirects of upstreams lead nowhere that is forbidden.',
    'ssrf-tls': 'TLS begins only on a connection that was judged.',
    'egress-allow': 'EGRESS_ALLOW opens private addresses by host and port or CIDR.',
  },
  'docs/apps.md#who-may-do-what': {
    'apps-roles': 'Apps are open to members; deleting them and their keys to owners and admins.',
    'apps-people-only': 'Apps cannot be managed with app keys.',
  },
  'docs/decisions/0016-names-of-an-apps-tools.md': {
    'sdk-names-rules': 'The names of an app’s tools are accepted by OpenAI and Anthropic and are unique.',
    'sdk-names-survive-restart':
      'These names are the same after a restart, in another order, and while servers are down.',
  },
  'docs/sdk.md#tools-that-change': {
    'drift-warn': 'Tools that changed are reported once, shown, and go on working.',
    'drift-block':
      'With toolPinning block, changed and added tools are hidden and refused on every way until they are accepted.',
    'drift-accept': 'Changed tools are accepted by people of the app, as they were reviewed.',
    'drift-hidden': 'Changes of tools that the app does not see do not matter to it.',
    'drift-invisible': 'Hidden characters in the texts of tools are pointed out.',
  },
  'docs/tool-search.md': {
    'tool-search-hits':
      'Questions about the catalogues of real servers find the right tool first, or among five.',
    'tool-search-order': 'Found tools come best first, each with its score.',
  },
  'docs/cli.md#which-gateway-which-token-which-app': {
    'cli-token-source':
      'Flag before environment before login; whoami says which it was and warns of a hidden login.',
    'cli-several-hosts': 'There is a login per gateway; the newest is used unless told otherwise.',
    'cli-folder-trust': 'A folder does not choose where a token of the environment goes.',
  },
  'docs/cli.md#configs': {
    'cli-push-asks': 'push shows the changes in colours and asks.',
    'cli-comments': 'Comments and layout of a config file, YAML or JSON, are kept around what changes.',
    'cli-push-stale': 'push refuses a stale base, shows both sides and merges them on a terminal.',
    'cli-push-faults': 'push names the line of the file for each fault.',
    'cli-push-dry-run': 'push --dry-run says what it would do and does nothing.',
    'cli-pull-keeps': 'pull does not drop what was changed here without being told to.',
    'cli-json-config': 'Config files may be JSON, with the address of their schema for editors.',
    'cli-versions': 'versions lists the versions of a config; rollback makes an older one the newest.',
    'cli-secrets':
      'Values of secrets come from standard input or a hidden question, never from the command line.',
    'cli-keys': 'keys shows a new key once, alone on standard output.',
    'cli-import':
      'import takes over files of Claude Desktop, Cursor and VS Code; literal credentials become secrets.',
    'cli-gen': 'gen writes a typed function per tool that compiles under strict.',
  },
  'docs/cli.md#for-scripts': {
    'cli-no-colour': 'No colour with NO_COLOR or without a terminal, and no question without one.',
    'cli-exit-codes':
      'Exit codes are 0, 1, 2 for usage and 4 for no login; data is on stdout, talk and advice on stderr.',
    'cli-json-errors': 'With --json a failure is one JSON value on standard error.',
  },
  'docs/security.md#workflows': {
    'workflow-hostile':
      'Documents, expressions, schemas and results that are made to harm are refused or ended by name, and nobody waits for them.',
  },
  'docs/operations.md#install': {
    'deploy-image':
      'The image is built in a stage of its own from what .dockerignore lets through, runs without root and tells its health.',
    'deploy-servers':
      'The servers that image, compose and systemd begin with are found from where the file lies, and answer.',
    'deploy-compose': 'The compose file gives a database, no rights and time to drain.',
    'deploy-kubernetes': 'The manifests run replicas without rights, with probes and time to drain.',
    'deploy-systemd': 'The unit runs without a fixed user or rights and lets the gateway drain.',
  },
  'docs/operations.md#back-up-and-restore': {
    'operations-commands': 'The commands for SQLite in docs/operations.md do what it says they do.',
  },
  'docs/scale.md#what-holds-across-processes': {
    'replicas-boot': 'Replicas start at once on an empty database.',
    'migration-lock': 'The wait for the migrations of another process is bounded and its end explained.',
    'replicas-login': 'Sign-ins, device logins and invitations may go on at another replica.',
    'replicas-config':
      'Configs, secrets, keys and accepted tools are in force at all replicas within a second.',
    'replicas-revoke': 'A token that one replica revoked is refused by all within a second.',
    'replicas-once': 'Idempotency, versions and single use hold across replicas.',
    'replicas-guesses': 'Guesses of passwords and codes are counted exactly across replicas.',
    'replicas-limits': 'Rate limits are shared by replicas, with a bounded overshoot.',
    'replicas-native':
      '2026-07-28 traffic goes anywhere; a 2025 session is 404 at a replica that does not have it.',
  },
  'docs/scale.md#pgbouncer': {
    'pooler-boot': 'Behind PgBouncer in transaction mode replicas start at once and leave no lock behind.',
    'pooler-limits': 'Behind it transactions have time limits, which no session keeps.',
    'pooler-work': 'Behind it sign-ins, configs and calls go as without it.',
    'pooler-signals':
      'Behind it a revoked token is refused within five seconds, with DATABASE_DIRECT_URL within one.',
    'pooler-runs': 'Behind it runs of workflows are carried out.',
  },
};

const areas: readonly RequirementRows[] = [
  firstEdition,
  answers,
  inputs,
  connecting,
  credentials,
  eras,
  gate,
  native,
  oauthResource,
  oauthClients,
  oauthServer,
  oauthFlows,
  people,
  start,
  telling,
  upstreams,
  usage,
  workflows,
];

/** Every required behaviour. */
export const requirements: readonly Requirement[] = areas.flatMap((bySource) =>
  Object.entries(bySource).flatMap(([source, rows]) =>
    Object.entries(rows).map(([id, behaviour]) => ({ id, behaviour, source })),
  ),
);
