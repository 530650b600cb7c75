import type { RequirementRows } from './rows.js';

/** MCP servers: connections, lists, processes. */
export const upstreams: RequirementRows = {
  'docs/servers.md': {
    'outage-short':
      'A server that is killed under load is used again within two seconds after it is back, however many call it.',
    'unlisted-call':
      'A server whose list of tools fails or repeats a cursor can still be called where no rule needs the list.',
    'timeout-every-way': 'timeoutMs of a declaration ends a call on every way, and the server is told.',
    'slow-start-era':
      'A process that is slow to start is no server of an older revision; what was concluded from silence is not remembered.',
  },
  'docs/security.md': {
    'answer-room':
      'Answers of remote servers that are being read at once have a budget, of each account and in all; a call whose answer has no room is told the name of the limit.',
    'answer-values':
      'A message of a server with more values than MAX_RESULT_ELEMENTS is refused on every way before it is taken apart.',
    'use-one-process':
      'A server that an app takes over with other limits of its own is no other process; the limits hold for the app alone.',
    'process-limits':
      'Child processes are bounded per account and in all, and few start at a time; the answer names the limit.',
    'starts-fair':
      'Child processes start by turns of their accounts, and no account has all places to start.',
    'environment-hidden':
      'What the environment of the gateway says is not what /proc shows of its process, and is in force all the same.',
    'sandbox-walls':
      'A stdio server in a sandbox sees no file and no process but what was named, and never what is the gateway’s own.',
    'sandbox-network': 'A sandbox has the network of the machine, or none where the declaration says so.',
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
    'list-bytes':
      'The bytes of a list, of its items and cursors, and of all lists that are kept, are bounded by named limits.',
  },
};
