import type { RequirementRows } from './rows.js';

/** The gateway as a whole: its interface, rules of its house, operation, reliability, scale. */
export const house: RequirementRows = {
  'docs/architecture.md#a-request': {
    'request-id': 'Every answer carries X-Request-Id, taken over from the request when it is sane.',
    'server-timing': 'Every answer carries Server-Timing with auth, upstream and total.',
  },
  'docs/architecture.md#trust': {
    'default-deny': 'Without a token only the frozen list of public routes answers.',
    'two-hosts': 'Two Host headers are 400, on every route (T-15, RFC 9112 §3.2).',
    'identity-one-place':
      'One place each says who runs the gateway, and compares a caller with a name or an address (T-04, T-12).',
    'host-origin': 'A foreign Host is 421 and a foreign Origin 403, on every route.',
    'egress-redirect': 'A redirect of an upstream to another origin is not followed.',
    'no-token-passthrough': 'The token of the caller never reaches an upstream.',
    'guard-walk':
      'Every closed route refuses a missing, expired, revoked, scopeless or foreign token and the wrong kind.',
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
  'docs/decisions/0067-test-tiers.md': {
    'tests-in-tiers':
      'A file of the fast tier imports nothing that measures time or memory, starts gateway processes or drives a browser, and no test is retried.',
  },
  'docs/decisions/0068-one-realm-per-account.md': {
    'expressions-isolated':
      'Nothing that a JSONata or jq expression does outlives it or is visible to another account, and code inside the realm reaches nothing of Node.',
    'expressions-texts':
      'No step of an expression makes a text of more characters than its data may have (four times WORKFLOW_MAX_RESULT_BYTES): such an allocation would end the process instead of the thread.',
    'expressions-memory':
      'What a realm remembers of expressions takes little of the memory of its thread, which other accounts use next.',
    'expressions-marks':
      'Data is data for expressions whatever its members are called: arguments cannot pose as a function and hide from a condition.',
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
  'docs/configuration.md': {
    'config-faults':
      'Settings that are faulty, would do nothing or contradict each other end the start with exit code 78 and a message that names all of them.',
    'docs-fresh': 'The table of variables in the documentation is generated from the code.',
    'limit-variables':
      'What bounds clients, sessions, lists, processes, apps and memories is set by variables and holds at their values.',
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
    'repository-contract': 'Each repository behaves the same on SQLite and on Postgres.',
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
    'odd-item':
      'What has no name that is a text is left out of lists, and nothing else of them: one odd item empties no list of an app.',
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
  'docs/security-controls.md#secrets-and-configs': {
    'hidden-values':
      'What a server is told in headers, variables and secrets reaches no caller and no log, in whatever the server says; what is harmless or `notSecret` does.',
    'log-redaction': 'No token, password or key reaches the log.',
    'secrets-in-errors': 'Secrets that a server quotes in its errors are not shown.',
    'secrets-at-rest': 'Secrets are sealed in the database.',
    'secrets-header-safe': 'A secret cannot break out of its header.',
    'secrets-renew': 'A changed secret renews the connections that use it, and no others.',
  },
  'docs/operations.md#change-secret_key': {
    'key-file': 'The key of the installation is made once and is readable by its owner only.',
    'key-changed': 'A SECRET_KEY that does not fit the tokens is told in the log.',
    'key-rotation':
      'After a change of SECRET_KEY all holds while PREVIOUS_SECRET_KEYS names the earlier one, and what was used or sealed meanwhile without it.',
  },
  'docs/security-controls.md#callers-and-tenants': {
    'pipelined-ends':
      'Requests that wait behind another on their connection end when it closes, and are on record.',
    'stdio-refused': 'stdio in an app config is refused through every route, and nothing runs.',
    'stdio-allowed': 'With APP_STDIO=allow apps may declare stdio servers.',
    'tenant-handles': 'Servers of apps are reached as app.name and by an id that stays.',
    'tenant-keys-reach': 'A key reaches the servers of its app only.',
    'tenant-narrow': 'An app that takes over a published server can only narrow it.',
    'ssrf-table': 'Private and special addresses are told from public ones in every spelling.',
    'ssrf-metadata': 'Addresses that give out credentials of the machine are closed to everybody.',
    'forward-proxy': 'F-08: HTTP_PROXY, HTTPS_PROXY and NO_PROXY are read as curl reads them.',
    'forward-proxy-egress':
      'F-08: what leaves to public addresses goes through the proxy, after the rules for outgoing requests; private addresses are reached directly, and tenants reach nothing through it that is not public.',
    'egress-unknown': 'A name without an address is told from one that is forbidden.',
    'ssrf-call': 'An address that was allowed at save is judged again at connect.',
    'ssrf-dns': 'A name with one forbidden address among its addresses is refused.',
    'ssrf-dns-flip': 'The address that is connected to is the one that was judged.',
    'ssrf-redirect': 'Redirects of upstreams lead nowhere that is forbidden.',
    'ssrf-tls': 'TLS begins only on a connection that was judged.',
    'egress-allow': 'EGRESS_ALLOW opens private addresses by host and port or CIDR.',
  },
  'docs/operations.md#install': {
    'deploy-image':
      'The image is built in a stage of its own from what .dockerignore lets through, runs without root and tells its health.',
    'deploy-unit':
      'The unit of systemd lets V8 have its keys of memory, and what else it refuses is an error and no end.',
    'deploy-servers':
      'The servers that image, compose and systemd begin with are found from where the file lies, and answer.',
    'deploy-compose': 'The compose file gives a database, no rights and time to drain.',
    'deploy-kubernetes': 'The manifests run replicas without rights, with probes and time to drain.',
    'deploy-systemd': 'The unit runs without a fixed user or rights and lets the gateway drain.',
  },
  'docs/operations.md#back-up-and-restore': {
    'operations-commands': 'The commands for SQLite in docs/operations.md do what it says they do.',
  },
  'docs/scale.md#workers': {
    'workers-port': 'Workers share a port and the calls at it, and a start says its words once.',
    'workers-metrics': 'GET /metrics has the series of all workers, each once, whichever answers.',
    'workers-sessions': 'A 2025 session lives in one worker and is reached through each, by its owner alone.',
    'workers-door': 'Workers answer one another only to who knows the secret of their start.',
    'workers-killed':
      'A worker that is killed takes its own calls along and no others, and is started again.',
    'workers-drain':
      'SIGTERM lets the calls of all workers end, those that pass two of them too, and ends with 0.',
    'workers-start':
      'A fault of the start is told once and is the exit code; no worker outlives its supervisor.',
    'workers-sqlite': 'More workers than one on SQLite are refused by name, with 78.',
  },
  'docs/scale.md#what-holds-across-processes': {
    'replicas-boot': 'Replicas start at once on an empty database.',
    'migration-lock': 'The wait for the migrations of another process is bounded and its end explained.',
    'limits-at-once':
      'Requests that come at once at two processes pass no limit on webhooks and signals, and leave one invitation of an address.',
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
