import type { RequirementRows } from './rows.js';

/** The native endpoints: messages as they came, errors in band. */
export const native: RequirementRows = {
  'docs/native.md': {
    'progress-apart':
      'Progress on a shared process reaches only the request it belongs to: every request has an unguessable token of the gateway.',
    'tasks-judged':
      'Tasks are refused at a server whose results a policy could change or withhold, on every way, and pass elsewhere.',
    'empty-results':
      'Results that hold nothing by the protocol (ping, logging/setLevel, resources/subscribe and unsubscribe) are empty at a server on whose results hooks or checks decide.',
    'unknown-methods':
      'Methods that MCP does not know are refused at a server whose results a policy could judge, and pass at others.',
    'completions-judged': 'Completions are empty at a server on whose results hooks or checks decide.',
    'app-native-calls':
      'Calls, reads, prompts and completions of an app reach the right server, with progress.',
    'changes-spaced':
      'F-16: changes of lists reach clients of an app at once, and then at most once a second for each kind.',
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
    'sessions-end-with-server':
      'F-13: a session ends with its process within seconds of its server being removed, disabled or changed.',
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
    'app-native-logs':
      'At an app a log line reaches the session whose call caused it, once, and no other session of the same key; a line on a channel that several calls share at the time reaches nobody. A session that has set a level has connections of its own.',
    'log-lines-asked':
      'F-12: on a channel that several calls of 2026-07-28 share, a log line reaches the one that asks for logs, and nobody while several do.',
    'app-native-addresses':
      'Each resource and template that an app lists has an address of its own at its native endpoint, under which it is read, completed and subscribed to; REST keeps the server’s address and says the server.',
    'native-own-errors':
      'A JSON-RPC error that a server answers keeps its code, message and data on every native way, with HTTP 200, whatever status the server gave it; 404 is for methods that an endpoint does not have.',
    'native-gateway-errors':
      'A failure of the gateway is -32603 with the problem in data and HTTP 200 on every native way, once a request is taken on; an unknown tool is -32602.',
    'native-large-answers':
      'Answers of 64 KiB and more hold what the server sent and nothing else, on every lane, under the strict schemas of the official SDK.',
    'native-strays':
      'A list that rules hide something of does not reach a client in place of another answer, on the stream of another call or on the GET stream.',
    'native-large-rules':
      'Rules hold for lists of tools of any size on every lane; a list that they cannot be applied to is refused.',
  },
  'docs/native.md#questions-across-the-eras': {
    'app-native-input': 'A 2025 client of an app is asked in its own way, under its own name.',
    'native-up-input': 'input_required becomes requests that a 2025 client knows.',
  },
  'docs/native.md#many-tools': {
    'app-native-lazy': 'tools.mode search shows three tools that find, describe and call the others.',
  },
  'docs/security-controls.md#native-messages': {
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
    'native-hostile-deaf': 'A message that its server does not take is an error after timeoutMs.',
    'native-hostile-flood': 'What a process does not take is bounded, and such a process is ended.',
    'native-limits': 'Sessions per principal and their idle time have limits with named errors.',
    'native-session-bound': 'A session is bound to its owner and its server: for all others it is 404.',
    'native-session-cost':
      'Opening a session costs the same however many are open: none of the others is looked at while there is room.',
    'native-stream-let-go':
      'What a stream took up in memory is given back when its client has left, however long its session lives.',
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
  'docs/decisions/0023-numbers-as-they-are-written.md': {
    'native-digits':
      'Numbers that JavaScript has not, or prints otherwise, pass as they are written on every lane: arguments, results, progress, lists and batches.',
  },
  'docs/security-controls.md': {
    'native-strict-envelope':
      'S-06: a native message with a member of its envelope or parameters that folds to a known one but is not it, or that stands twice, and a name that is no text, is a JSON-RPC error on every way; escapes in names hide nothing.',
  },
};
