/** One behaviour that somebody relies on. Tests name it in brackets: `it('[call-cancel] …')`. */
export interface Requirement {
  /** kebab-case, unique, never reused. */
  readonly id: string;
  readonly behaviour: string;
  /** Where it is asked for: the HTTP contract, an issue of the project, or a standard. */
  readonly source: string;
}

/** Behaviours by source, then by id. A row without a test fails the gate, and so does a test without its row. */
const bySource: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'contract §1': {
    'request-id': 'Every answer carries X-Request-Id, taken over from the request when it is sane.',
    'server-timing': 'Every answer carries Server-Timing with auth, upstream and total.',
    'default-deny': 'Without a token only the frozen list of public routes answers.',
  },
  'contract §2': {
    'hot-reload':
      'A change of mcp.json is taken over without a restart and touches only the servers that changed.',
    'broken-config':
      'A broken mcp.json keeps the last good servers and the log says what is wrong and where.',
    'evil-pattern': 'Patterns of configs and of upstream schemas cannot stall the process.',
    'operator-file': 'mcp.json takes the spellings of desktop clients and VS Code, comments and ${env:NAME}.',
    'tool-overrides':
      'The operator renames and describes tools; calls go to the name that the upstream knows.',
  },
  'contract §3': {
    'servers-list': 'GET /api/servers pages the servers with their state.',
    'list-pages-complete': 'Lists are gathered over all pages of the upstream and paged by the gateway.',
    'list-etag': 'Lists carry an ETag; If-None-Match gives 304.',
    'list-refresh': '?refresh=true asks the upstream again.',
    'list-changed': 'A list_changed notification makes the next list fresh.',
    'unknown-members-kept':
      'Members of MCP objects that the gateway does not know arrive as the upstream sent them.',
    'call-result': 'Results arrive as they came; a tool that ran and failed is 200 with isError.',
    'call-meta': '_meta of the caller and traceparent go upstream.',
    'call-cancel': 'The caller leaving cancels the call upstream.',
    'call-timeout': 'timeoutMs ends a call that takes too long, and progress keeps it alive.',
    'input-required':
      'A tool that asks for input is 200 with inputRequests and requestState, and can be answered.',
    'stream-progress':
      'Accept: text/event-stream carries progress and log events as they happen, then the result.',
    'stream-keepalive': 'A silent stream carries comments.',
    'stream-error': 'A streamed call that fails ends with one error event that is a problem object.',
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
  'contract §6': {
    'sdk-list':
      'GET /api/sdk/tools lists the tools of all servers of an app, each under one name, with its server and tool.',
    'sdk-call':
      'POST /api/sdk/tools/call calls a tool by that name with all that a call can have, streaming too.',
    'sdk-app-choice': 'The app is the key’s; a user token names it with ?app=.',
    'sdk-pages': 'The list of an app’s tools is paged, and its ETag answers If-None-Match with 304.',
    'sdk-formats': '?format=openai and anthropic give what the official SDKs take as it is.',
    'sdk-resources':
      'Resources and templates of all servers of an app are listed with their server, and read by URI.',
    'ambiguous-resource': 'A resource that two servers have is 409 ambiguous-resource unless one is named.',
    'resolve-document': 'GET /api/apps/{app}/resolve is the document of section 6.',
    'resolve-etag': 'It has an ETag that answers If-None-Match with 304 and changes with the config.',
    'resolve-mine': 'It is for keys of the app and people of its account; others find nothing.',
    'sdk-prompts': 'Prompts of all servers of an app are listed and got under names like tools.',
  },
  'contract §9': {
    health:
      'GET /health/live and /health/ready answer without a token; readiness follows the database and the drain.',
    metrics: 'GET /metrics is Prometheus text for the operator, and for everybody with METRICS_PUBLIC=true.',
    'openapi-complete': 'The OpenAPI document names, types and bounds every operation.',
    'openapi-fresh': 'openapi.json in the repository is what the gateway serves.',
  },
  'contract §10': {
    'config-faults': 'Faulty settings end the start with exit code 78 and a message that names all of them.',
    'docs-fresh': 'The table of variables in the documentation is generated from the code.',
  },
  'issue 6': {
    'app-native-calls':
      'Calls, reads, prompts and completions of an app reach the right server, with progress.',
    'app-native-changes': 'Changes of any server or of the app itself reach clients of both eras.',
    'app-native-input': 'A 2025 client of an app is asked in its own way, under its own name.',
    'app-native-lazy': 'tools.mode search shows three tools that find, describe and call the others.',
    'app-native-lists':
      'An app merges the lists of its servers under prefixed names; one that is down is left out.',
    'app-native-mine': 'The endpoint of an app and its sessions are for its owner only.',
    'app-native-policy': 'Denied tools and those that need approval are refused on the endpoint of an app.',
    'app-native-state': 'requestState is sealed for its server and caller.',
    'native-child-cancel': 'A cancellation reaches the process of a session in the words of the client.',
    'native-child-limit': 'MAX_SESSION_PROCESSES bounds the sessions with a process of their own.',
    'native-child-restart': 'A session outlives its process: the next one is told what the client had said.',
    'native-down': 'A 2026-07-28 client uses a server of the 2025 revisions: everything but its questions.',
    'native-down-listen': 'A 2026-07-28 client hears of list changes of a 2025 server.',
    'native-down-push': 'What a 2025 server wants to ask a 2026-07-28 client ends in a clean error.',
    'native-fidelity':
      'Odd but legal messages pass value-identical in both eras: unknown members, blocks, result types, schemas, errors.',
    'native-first-byte': 'Streams pass in pieces, unbuffered.',
    'native-limits': 'Sessions per principal and their idle time have limits with named errors.',
    'native-own-child': 'A 2025 session with a stdio server has a process of its own.',
    'native-policy':
      'Allow, deny and overrides hold on the native endpoint, for both eras and all transports.',
    'native-restart':
      'A session survives a restart of the server with subscriptions and log level; no call runs twice.',
    'native-restart-real': 'A session with a real server goes on after that was killed and started again.',
    'native-sdk-v1':
      'The SDK of the 2025 revisions works against stdio, Streamable HTTP and HTTP+SSE servers.',
    'native-sdk-v2': 'The SDK of both eras works against servers of either.',
    'native-session-bound': 'A session is bound to its owner and its server: for all others it is 404.',
    'native-shared-child': 'Callers of 2026-07-28 share one process; ids and progress tokens do not meet.',
    'native-shared-listen': 'Subscriptions on a shared process keep their ids and outlive it.',
    'native-unavailable': 'A failure of the server is a JSON-RPC error with the status of the problem.',
    'native-up': 'A 2025 client uses a server that speaks 2026-07-28 only.',
    'native-up-changes': 'Progress and list changes reach a 2025 client of a 2026-07-28 server.',
    'native-up-input': 'input_required becomes requests that a 2025 client knows.',
    'native-up-stdio': 'A 2025 client uses a stdio server that speaks 2026-07-28 only.',
  },
  'mcp 2025-11-25 Streamable HTTP': {
    'native-cancel': 'A client that leaves closes its request at the server.',
    'native-cut-stream': 'A stream that breaks off tells who waits; one that ends, ends.',
    'native-end': 'DELETE ends the session at the server too.',
    'native-headers':
      'Only the headers of MCP and the trace go on; tokens, cookies and forwarding ones stop.',
    'native-malformed': 'What is no JSON-RPC message is refused with the codes of JSON-RPC.',
    'native-needs-session': 'Where a server needs a session, messages without one are refused.',
    'native-push': 'Requests of the server reach the client, and its answers the server.',
    'native-resume': 'Last-Event-ID resumes a stream where the server can.',
    'native-session': 'A session has an id of the gateway and carries everything.',
    'native-stream': 'The stream of a session outlives the server.',
    'native-unauthorized':
      '401 carries a challenge, no OAuth discovery is offered, and challenges of servers do not pass.',
  },
  'mcp 2026-07-28 Streamable HTTP': {
    'native-listen': 'A subscription outlives the server and is acknowledged once.',
    'native-modern': 'Requests need no session and carry the identity of their client.',
    'native-modern-cancel': 'Leaving cancels.',
    'native-modern-checks':
      'In front of a process the gateway checks envelope, standard and parameter headers.',
  },
  'issue 2': {
    'architecture-rules':
      'The module order, the layers and the one-importer rules hold in the whole of src/.',
    'schema-drift': 'Migrations and entities describe the same schema, on SQLite and on Postgres.',
    'typeorm-cli': 'ormconfig.ts works with the TypeORM command line.',
    'all-operations-stdio': 'All seven operations work against server-everything over stdio.',
    'all-operations-http': 'All seven operations work against server-everything over Streamable HTTP.',
    'all-operations-sse': 'All seven operations work against server-everything over HTTP+SSE.',
    'real-filesystem': 'server-filesystem works.',
    'real-memory': 'server-memory works.',
    'modern-context7': 'context7-mcp, a server of revision 2026-07-28, works.',
    'modern-scripted':
      'A scripted server of revision 2026-07-28 that checks every header and envelope works.',
    'modern-sdk': 'A server made with the SDK of revision 2026-07-28 works.',
    'lanes-alike': 'The hot lane and Express answer the same requests alike.',
    'sse-fallback': 'A URL that does not speak Streamable HTTP is tried as HTTP+SSE.',
    'list-last-known': 'The last known list is served while the upstream is down.',
    'stdio-one-process': 'One child process serves all callers of a server.',
    'stdio-clean-env': 'A child process sees PATH, HOME and its declared variables only.',
    'stdio-old-sdk': 'A stdio server that cannot bear an unknown first message is spoken to in its revision.',
    'stdio-restart': 'A stdio child that was killed between two calls is replaced: the second call works.',
    'stdio-kill-midcall':
      'A stdio child that dies during a call gives one 502, and the effect is not repeated.',
    'http-restart':
      'An HTTP upstream that was restarted between two calls is greeted anew: the second call works.',
    'no-leaks': 'Many calls over many restarts leave no child process, socket or listener behind.',
    'no-orphans': 'No child process outlives the gateway, not even after SIGKILL.',
    'one-hanging': 'One hanging upstream of ten spoils neither the others nor the lists that name it.',
    'era-verdict': 'The revision that a server speaks is remembered over a restart, with its date.',
    'backoff-visible': 'A server that cannot be reached says when it is tried next.',
    breaker: 'After failures in a row a server is left alone until one probe succeeds.',
    'concurrency-queue': 'maxConcurrency bounds the calls at once; further ones wait in a bounded queue.',
    'idle-reap': 'A connection or child that nobody uses is closed.',
    'big-body': 'Bodies far above 100 KB pass.',
    'first-key':
      'A first start without a token makes one, prints it once with a curl line, and keeps it hashed.',
    'first-progress-prompt': 'The first progress event reaches the caller while the tool still runs.',
    'graceful-shutdown': 'SIGTERM lets calls end, says goodbye to streams and exits with 0.',
    'log-redaction': 'No token, password or key reaches the log.',
    'host-origin': 'A foreign Host is 421 and a foreign Origin 403, on every route.',
    'bad-input':
      'Bad input of every kind gives a named problem in less than 100 ms, and the gateway goes on.',
    'garbage-stdio': 'Lines of a stdio server that are no JSON-RPC are passed over.',
    'line-cap': 'A line above MAX_LINE_BYTES ends the connection, not the gateway.',
    'cursor-forever': 'An upstream that pages for ever is cut off with a named error.',
    'hostile-answer': 'Answers that make no sense are 502 once, and the gateway goes on.',
    'lists-retried':
      'Lists are asked for again when a connection breaks before a byte; calls run at most once.',
    'gzip-bomb': 'A compressed answer is measured decompressed.',
    'egress-redirect': 'A redirect of an upstream to another origin is not followed.',
    'no-token-passthrough': 'The token of the caller never reaches an upstream.',
    'session-end': 'The session of a 2025 upstream is ended when the gateway stops.',
    'stream-resume': 'An event stream that breaks off after an event with an id is taken up again.',
    'upstream-requests':
      'Requests of a 2025 upstream are answered: ping with a result, what REST cannot serve with an error.',
    'list-ttl': 'A list is kept for the ttlMs that a 2026-07-28 upstream gives it.',
    'param-headers': 'Arguments with x-mcp-header go to a 2026-07-28 upstream as headers too.',
    'stream-slow-reader': 'A reader that takes nothing is cut off, and the upstream hears of it.',
  },
  'contract §4.1': {
    'device-start':
      'POST /api/cli/auth/device gives codes, addresses, life and interval; everything in it is optional.',
    'device-no-store': 'Answers with codes or tokens are not stored on the way.',
    'device-user-code': 'A user code is read without regard to case and punctuation.',
    'device-form-body': 'Both endpoints take JSON and forms.',
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
  },
  'contract §4.3': {
    'device-sign-in-first': 'Codes are looked at only when somebody has signed in.',
    'device-code-guessing':
      'Five wrong codes in ten minutes lock the form for that user and for nobody else.',
    'device-decided-once': 'A login that was decided stays decided.',
    'pages-headers': 'Pages carry a strict content policy, may not be framed and are not stored.',
    'pages-stylesheet': 'The style of the pages is a file of its own; there is no inline style or script.',
    'pages-problems': 'A browser gets problems as a page.',
    'pages-prefix': 'Pages work below the path of PUBLIC_URL.',
    'pages-csrf': 'A form is taken only with the token of its own session.',
    'pages-led-here': 'Somebody who was led here by a link approves nothing by accident.',
    'pages-login': 'Signing in leads on to where somebody wanted to go.',
    'pages-session': 'A browser session is safe from other sites and scripts, and ends.',
    'pages-open-redirect': 'Signing in leads to no other site.',
    'pages-xss': 'Names of devices are shown as text whatever they contain.',
    'pages-address-warning': 'The page warns when the device has another address than the browser.',
    'pages-nothing-grantable': 'The page says so when there is nothing to give to the device.',
    'pages-without-script': 'Everything on the pages works without JavaScript.',
    'pages-enter-never-approves': 'Enter in the code field leads to the facts; only the button approves.',
    'pages-keyboard': 'Everything works with the keyboard, and the focus is always visible.',
    'pages-phone': 'Nothing is cut off at 320 px, and controls are 46 px high.',
    'pages-themes': 'Texts have a contrast of at least 4.5 : 1 in both themes.',
    'pages-login-back': 'After signing in the page that was asked for appears.',
    'pages-framing': 'A browser shows no page of ours in a frame of another site.',
    'setup-once': 'The link of the first start creates the first user, once.',
    'setup-form': 'The form says beside each field what is wrong and keeps the rest.',
    'setup-unattended': 'ADMIN_EMAIL and ADMIN_PASSWORD create the first user without anybody.',
    'bootstrap-token': 'BOOTSTRAP_TOKEN is a token of the operator for as long as it is set.',
  },
  'contract §4.4': {
    'token-list': 'People list and revoke their own tokens, and nobody else’s.',
    'token-revoked-here': 'A revoked token is dead at once in the process that revoked it.',
    'token-revoked-everywhere':
      'A revoked token, or that of somebody who left, is dead everywhere within five seconds.',
    'invitation-new-account': 'The operator invites somebody to found an account.',
    'invitation-join': 'An invitation brings somebody into the account with a role.',
    'invitation-once': 'An invitation works once and for seven days.',
    'invitation-known-user': 'Somebody who has a user already joins with their password.',
    'invitation-roles': 'Nobody gives a higher role than their own.',
    'invitation-scope': 'Inviting needs the scope account.',
  },
  'issue 3': {
    'login-rate-limit': 'Sign-in attempts are limited per address and per person.',
    'device-rate-limit': 'Device logins and polls are limited per address.',
    'rate-limit-principal': 'Requests are limited per principal, with the header fields that say so.',
    'device-survives-kill': 'A login that was approved survives kill -9 and is redeemed once.',
    'account-isolation': 'Accounts do not see each other’s people, tokens and events.',
    'passwords-argon2id': 'Passwords are kept as argon2id.',
    'key-file': 'The key of the installation is made once and is readable by its owner only.',
    'key-changed': 'A SECRET_KEY that does not fit the tokens is told in the log.',
    'token-at-rest': 'Of a token the database has a keyed digest and a hint.',
    'token-expiry': 'A token ends after 90 days.',
    'token-idle': 'A token ends after 30 days without use.',
    'token-last-used': 'Last use is known without a write per request.',
    'token-verify-in-memory':
      'A token that was seen is told without the database, and unknown ones cannot flood it.',
    'token-verify-cost': 'Telling whose a token is takes less than 0.02 ms of CPU.',
    'guard-walk':
      'Every closed route refuses a missing, expired, revoked, scopeless or foreign token and the wrong kind.',
    'audit-events': 'Logins, approvals, denials and tokens given or taken leave an event.',
    'audit-append-only': 'Events cannot be changed or deleted.',
    'audit-owners': 'GET /api/audit is for owners, about their own account.',
    'audit-pages': 'Events are paged, newest first.',
    'login-canary': 'No token, code, password or cookie is found in database, files, logs or addresses.',
  },
  'contract §4.5': {
    'apps-create': 'POST /api/cli/apps makes an app with a slug of its name and a first config.',
    'apps-slug-taken': 'A slug that another app of the account has is 409 slug-taken.',
    'apps-list': 'Apps are listed newest first, in pages, each account its own.',
    'apps-update': 'An app can be renamed and described; a new slug moves its handles.',
    'apps-delete': 'A deleted app takes its configs, secrets and keys along at once.',
    'config-versions': 'A config is saved as a new version on top of the one that was seen.',
    'config-not-modified': 'A config is not sent again to who has it.',
    'config-precondition': 'A save that does not say what it builds on is 428, one on an old state 412.',
    'config-one-winner': 'Of parallel saves on one state exactly one wins.',
    'config-unchanged': 'Unchanged content keeps its version.',
    'config-dry-run': 'dryRun says what would change and changes nothing.',
    'config-history': 'Versions are kept with author and message; a rollback is a new version.',
    'app-keys': 'App keys are shown once; at most two live.',
    'app-keys-bound': 'A key belongs to one app.',
    'app-keys-scopes': 'A key can do no more than who made it.',
    'secrets-write-only': 'Secrets are set, listed by name and deleted, and never come back.',
    'secrets-names': 'Names of secrets are written in capital letters.',
  },
  'contract §5': {
    'config-schema': 'The JSON Schema of app configs is served and is what is checked.',
    'config-faults-all': 'All faults of a config are told at once, each with its pointer.',
    'config-warnings': 'What is allowed but looks wrong is a warning.',
    'config-too-large': 'A config above MAX_CONFIG_BYTES is refused.',
    'substitution-only-secrets': '${secret:NAME} is the only substitution; others are refused with advice.',
    'prototype-names': 'Names that every object has are names like any other.',
    'stdio-refused': 'stdio in an app config is refused through every route, and nothing runs.',
    'stdio-allowed': 'With APP_STDIO=allow apps may declare stdio servers.',
    'tenant-handles': 'Servers of apps are reached as app.name and by an id that stays.',
    'tenant-keys-reach': 'A key reaches the servers of its app only.',
    'tenant-narrow': 'An app that takes over a published server can only narrow it.',
  },
  'issue 4': {
    'apps-limit': 'An account has at most MAX_APPS apps.',
    'apps-roles': 'Apps are open to members; deleting them and their keys to owners and admins.',
    'apps-people-only': 'Apps cannot be managed with app keys.',
    'apps-audit': 'Each change leaves an audit event without contents.',
    'secrets-at-rest': 'Secrets are sealed in the database.',
    'secrets-header-safe': 'A secret cannot break out of its header.',
    'secrets-renew': 'A changed secret renews the connections that use it, and no others.',
    'tenant-hot-change': 'A config is in force from the next request on; what is gone is closed.',
    'tenant-published-gone': 'Who took over a published server is told when it is taken away.',
    'tenant-shared-connection': 'Servers that only narrow a published one use its connections.',
    'tenant-isolation': 'Accounts with the same slugs and servers hear nothing of each other.',
    'sdk-names-rules': 'The names of an app’s tools are accepted by OpenAI and Anthropic and are unique.',
    'sdk-names-survive-restart':
      'These names are the same after a restart, in another order, and while servers are down.',
    'sdk-fail-open':
      'A server that is dead, hangs or sends rubbish is named in the list and takes nothing from the others.',
    'sdk-warm-fast': 'A list over many servers is not kept waiting twice by one that hangs.',
    'sdk-policies': 'Allow, deny and overrides of an app hold in lists and calls alike.',
    'resolve-known-state': 'resolve answers from known state and waits for no server.',
    'resolve-nothing-leaks': 'No address, header, command or secret of a server is in resolve.',
    'drift-warn': 'Tools that changed are reported once, shown, and go on working.',
    'drift-block':
      'With toolPinning block, changed and added tools are hidden and refused on every way until they are accepted.',
    'drift-accept': 'Changed tools are accepted by people of the app, as they were reviewed.',
    'drift-hidden': 'Changes of tools that the app does not see do not matter to it.',
    'approval-required': 'A tool under requireApproval is 403 approval-required on every plain call.',
    'ssrf-table': 'Private and special addresses are told from public ones in every spelling.',
    'ssrf-metadata': 'Addresses that give out credentials of the machine are closed to everybody.',
    'tool-search-hits':
      'Questions about the catalogues of real servers find the right tool first, or among five.',
    'tool-search-order': 'Found tools come best first, each with its score.',
    'egress-unknown': 'A name without an address is told from one that is forbidden.',
    'ssrf-call': 'An address that was allowed at save is judged again at connect.',
    'ssrf-dns': 'A name with one forbidden address among its addresses is refused.',
    'ssrf-dns-flip': 'The address that is connected to is the one that was judged.',
    'ssrf-redirect': 'Redirects of upstreams lead nowhere that is forbidden.',
    'ssrf-tls': 'TLS begins only on a connection that was judged.',
    'egress-allow': 'EGRESS_ALLOW opens private addresses by host and port or CIDR.',
    'drift-invisible': 'Hidden characters in the texts of tools are pointed out.',
  },
  'issue 5': {
    'cli-login':
      'gantry login goes by device code; the browser opens without a shell, the token is kept once the gateway has said whose it is.',
    'cli-login-files': 'The token file is 0600 in a 0700 folder.',
    'cli-logout': 'A login takes the place of the one before, whose token ends; logout ends its own.',
    'cli-ctrl-c': 'Ctrl-C leaves nothing half done.',
    'cli-token-source':
      'Flag before environment before login; whoami says which it was and warns of a hidden login.',
    'cli-several-hosts': 'There is a login per gateway; the newest is used unless told otherwise.',
    'cli-folder-trust': 'A folder does not choose where a token of the environment goes.',
    'cli-journey':
      'login, init, push, tools, call, pull on a fresh machine and a fresh gateway, on a terminal and with --json in a pipe.',
    'cli-push-asks': 'push shows the changes in colours and asks.',
    'cli-no-colour': 'No colour with NO_COLOR or without a terminal, and no question without one.',
    'cli-comments': 'Comments and layout of a config file, YAML or JSON, are kept around what changes.',
  },
};

/** Every required behaviour. */
export const requirements: readonly Requirement[] = Object.entries(bySource).flatMap(([source, rows]) =>
  Object.entries(rows).map(([id, behaviour]) => ({ id, behaviour, source })),
);
