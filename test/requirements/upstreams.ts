import type { RequirementRows } from './rows.js';

/** MCP servers: connections, lists, processes. */
export const upstreams: RequirementRows = {
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
    'empty-cursor':
      'An empty cursor of a server is the end of its list until 2025-11-25; at 2026-07-28 it is a cursor like any other.',
    'lists-retried':
      'Lists are asked for again when a connection breaks before a byte; calls run at most once.',
    'session-end': 'The session of a 2025 upstream is ended when the gateway stops.',
    'stream-resume': 'An event stream that breaks off after an event with an id is taken up again.',
    'upstream-requests':
      'Requests of a 2025 upstream are answered: ping with a result, what REST cannot serve with an error.',
    'list-ttl': 'A list is kept for the ttlMs that a 2026-07-28 upstream gives it.',
  },
  'docs/security-controls.md#stdio-servers': {
    'stdio-one-process': 'One child process serves all callers of a server.',
    'stdio-clean-env': 'A child process sees PATH, HOME and its declared variables only.',
    'stdio-old-sdk': 'A stdio server that cannot bear an unknown first message is spoken to in its revision.',
    'discover-again':
      'F-11: a stdio server of 2026-07-28 only that passes over its first message is asked again in the same process.',
    'stdio-exits':
      'F-15: a stdio server whose process ends during calls is started once for each call, and with growing pauses after five ends within ten seconds; meanwhile calls are 503 with the reason.',
    'stdio-restart': 'A stdio child that was killed between two calls is replaced: the second call works.',
    'stdio-kill-midcall':
      'A stdio child that dies during a call gives one 502, and the effect is not repeated.',
    'no-orphans': 'No child process outlives the gateway, not even after SIGKILL.',
  },
  'docs/servers.md#lists-with-faults': {
    'list-item-fits':
      'A list is valid for both SDKs whatever its items are: wrong optional members are dropped, an item that cannot be used is left out, all others stay (F-02).',
    'list-faults-shown':
      'The row of a server and the doctor say which items of its lists were changed or left out and why, without those that the caller cannot see (F-02).',
    'list-faults-pinned':
      'Pins judge lists as they are shown: a member that begins to be dropped, and a tool that begins to be left out, are drift (F-02).',
    'list-repeats':
      'A list whose cursor or page repeats is what came before, and the row of the server says so (F-10).',
    'list-one-page':
      'A server endpoint answers a whole list in one page, as far as the limits of lists allow (F-10).',
    'undeclared-lists':
      'A server that declares none of its lists is asked for each once per connection, and clients see those that it has (F-10).',
    'result-completed':
      "The result of a tool has the content that MCP requires, and at apps only what the client's revision defines (F-10).",
  },
  'docs/servers.md': {
    'outage-short':
      'A server that is killed under load is used again within two seconds after it is back, however many call it.',
    'unlisted-call':
      'A server whose list of tools fails or never ends can still be called where no rule needs the list.',
    'timeout-every-way': 'timeoutMs of a declaration ends a call on every way, and the server is told.',
    'slow-start-era':
      'A process that is slow to start is no server of an older revision; what was concluded from silence is not remembered.',
  },
  'docs/security-controls.md': {
    'answer-room':
      'Answers of remote servers that are being read at once have a budget, of each account and in all; a call whose answer has no room is told the name of the limit.',
    'answer-values':
      'A message of a server with more values than MAX_RESULT_ELEMENTS is refused on every way before it is taken apart.',
    'use-one-process':
      'A server that an app takes over with other limits of its own is no other process; the limits hold for the app alone.',
    'process-limits':
      'Child processes are bounded per account and in all, and few start at a time; the answer names the limit.',
    'user-agent': 'F-03: requests to servers name the gateway and its version as their User-Agent.',
    'first-failure':
      'F-04: of a first connection that fails the first meaningful cause is reported: status, media type, the beginning of the text without secrets, the wrong member, the pause; 429 and 5xx are no reason to try HTTP+SSE.',
    'processes-give-way':
      'F-01, F-22: before a process is refused, the least recently used idle one of the account ends, be it of a shared connection, of a session or of callers who can be asked; sessions go on with another.',
    'starts-fair':
      'Child processes start by turns of their accounts, and no account has all places to start.',
    'environment-hidden':
      'What the environment of the gateway says is not what /proc shows of its process, and is in force all the same.',
    'sandbox-walls':
      'A stdio server in a sandbox sees no file and no process but what was named, and never what is the gateway’s own.',
    'sandbox-tools':
      'Servers in sandboxes share programs that were installed for them, through symbolic links, and can only read them.',
    'sandbox-network': 'A sandbox has the network of the machine, or none where the declaration says so.',
    'sandbox-attacks':
      'What a hostile stdio server gets at, as it is, as another user and in a sandbox, is the table of the docs.',
    'sandbox-calls':
      'A sandbox refuses calls of the kernel’s that no namespace divides or that are its largest surface, whatever numbers a program has for them.',
    'sandbox-sockets':
      'A sandbox has sockets of UNIX and of its own network only, whether it has the network of the machine or none (T-23).',
    'sandbox-descriptors':
      'No descriptor but its own three reaches a stdio server, whatever the program that started the gateway left open (T-23).',
    'sandbox-hidden':
      'A sandbox shows neither the file of AUDIT_SINK nor those of CATALOG_SOURCES, nor older or unsaved copies of what is the gateway’s own (T-23).',
    'sandbox-links':
      'No server chooses by a symbolic link, planted before or while it starts, what the sandbox of another shows (T-23).',
    'sandbox-user-limits':
      'Watchers of files in one sandbox are bounded, so that it does not use up those of its user (T-23).',
    'sandbox-bounds':
      'A sandbox bounds tasks and what is kept in its folders; memory and processors of all its processes together where a control group is given.',
    'sandbox-ends': 'What runs in a sandbox ends with its connection and with the gateway.',
    'sandbox-default':
      'STDIO_SANDBOX holds for all stdio servers that do not say, those of apps too; apps cannot choose.',
    'sandbox-missing':
      'A sandbox that cannot be had is a fault of that server that says what to do; it is never started without.',
    'run-as':
      'A stdio server that runs as another user has nothing of the gateway’s; where that cannot be, it does not run.',
    'run-change': 'Another `run` in a declaration takes another process.',
    'run-members': 'A member of `run` that is misspelt or unknown is a fault.',
    'own-stdio-stays':
      'A stdio server of an app runs on through changes of the config that do not touch how it is started, and they are in force.',
    'drift-members':
      'Every member of a tool is pinned, known or unknown, `_meta` too, but those that a table calls harmless.',
    'drift-upgrade':
      'A pin of an earlier release that knows less blocks and reports nothing for it, and learns the rest once.',
    'drift-kinds-block':
      'Prompts and a server’s instructions are pinned at first sight; with `block` changed ones are kept from callers on every way, in both eras.',
    'drift-kinds-report':
      'Drift of prompts and instructions is shown beside that of tools, and reported once for each server and kind.',
    'drift-kinds-accept': 'Prompts and instructions are accepted by kind and name, as they were reviewed.',
    'stall-patterns':
      'However many patterns an app has and however many tools a server, the loop is held for less than 50 ms at a time.',
    'stall-bodies':
      'Long bodies are parsed in parts, between which others have their turns; what comes of it is the same.',
    'stall-envelope':
      'Native messages whose members have names of thousands of combining marks are judged as quickly as others.',
    'stall-search': 'The index of the tool search over thousands of long tools is made in slices.',
    'notification-flood':
      'A server that tells without a pause during a call takes no more than a share of the time from other accounts.',
    'exchange-limits':
      'Bytes and events of one exchange are bounded by named limits, and an honest stream passes.',
    'server-requests-bound':
      'A server that sends more than 100 requests before it has an answer to one fails the call.',
    'list-bytes':
      'The bytes of a list, of its items and cursors, and of all lists that are kept, are bounded by named limits.',
  },
};
