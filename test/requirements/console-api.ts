import type { RequirementRows } from './rows.js';

/** What of the API was made with the console. */
export const consoleApi: RequirementRows = {
  'docs/browser-sessions.md#sessions-at-the-api': {
    'session-caller':
      'A browser that is signed in is its person at /api/**, on both lanes, with all that the role allows.',
    'session-own-pages':
      'The cookie counts for requests of our own pages only: by Sec-Fetch-Site, or by Origin where that is not sent.',
    'session-header': 'What changes something carries X-Gantry-Console: 1, or the cookie is nobody.',
    'session-token-first': 'With Authorization the cookie is not looked at.',
    'session-api-only': 'Outside of /api/** the cookie opens nothing but the pages.',
    'session-no-cors':
      'No other origin gets to read what a session is answered, not even one of ALLOWED_ORIGINS; a preflight does not allow the header.',
    'session-not-kept':
      'What a session is answered is no-store: JSON, lists with an ETag, streams, problems.',
    'session-operator': 'A session runs the gateway for owners of the operator’s account only.',
    'session-account':
      'A session speaks for the oldest account of its person, or for the one that X-Account names; an account of others is unknown.',
    'session-ends':
      'What is open under a session ends within five seconds of its sign-out, a new password, its expiry or the removal of the person; of others nothing does.',
    'session-ends-everywhere':
      'A session that ends in one process is dead in the others within five seconds.',
    'session-logout': 'POST /api/cli/auth/logout ends the session and takes the cookie away.',
    'session-guesses': 'Secrets that are tried cost what wrong tokens cost.',
    'session-runs':
      'A run that was started in a browser goes on when it is signed out, and not when its person leaves the account.',
    'session-own-business': 'A member changes the own password and revokes own tokens in a browser.',
    'own-sessions':
      'People list their browsers by id, place and kind, and end one of them or all others, never those of somebody else; what is open ends.',
    'login-leads-to-console': 'Signing in without `next` leads to the console.',
  },
  'docs/operations.md#settings-and-doctor': {
    settings: 'GET /api/settings has every variable with its value and where it comes from, for operators.',
    'settings-secrets': 'Of secrets GET /api/settings says whether they are set, and nothing else.',
    doctor: 'GET /api/doctor says what is wrong, each with a remedy, and ok when nothing is; for operators.',
    'cli-settings': '`gantry settings` lists the same.',
  },
  'docs/events.md#calls': {
    'calls-filter':
      'GET /api/calls?server&tool&status filters at the gateway; pages of a filter are its own.',
    'calls-doors':
      'A call is in GET /api/calls by whichever door it came: REST, SDK, sessions and requests of native MCP at servers and apps, chats, workflows.',
  },
  'docs/events.md#events': {
    events:
      'GET /api/events tells of servers, calls, approvals, runs and apps as they change, each with an id, without arguments and results.',
    'events-seen':
      'Everybody hears what they may see: nothing of other accounts, a person’s connection only that person, an app key its app.',
    'events-resume':
      'Last-Event-ID resends what came after, once; what is not known any more, or no id, is `reset`.',
    'events-processes': 'On Postgres events come from all processes, and a stream goes on at another one.',
    'events-bounded': 'Without a listener nothing is kept; with one, the last EVENTS_KEPT of the account.',
  },
  'docs/events.md#search': {
    search: 'GET /api/search finds servers, tools, apps, workflows and pages by words, best first.',
    'search-seen': 'It finds what the caller may see and nothing else.',
    'search-quick': 'Over 5,000 tools a search is done in a quarter of a second.',
    'cli-search': '`gantry search` finds the same.',
  },
  'docs/servers.md#servers-at-run-time': {
    published:
      'Operators publish, change and remove servers at run time; they are there at once, after a restart, and in other processes within seconds.',
    'published-file': 'What the operator’s file declares goes before and is read-only.',
    'published-sealed':
      'Values of headers and variables are sealed, never shown, and kept where a change leaves them out with null.',
    'published-faults':
      'A declaration is held to the rules of the file; each fault has its pointer. `published` and `probe` are no names.',
    'published-commands':
      'A command is added, changed or tried only in a browser that was signed in within ten minutes, and not at all with PUBLISH_COMMANDS=off.',
    'published-operator': 'Others than operators publish nothing and see no declaration.',
    probe:
      'POST /api/servers/probe tries a declaration and leaves nothing behind; a failure is an answer with a code.',
    'probe-bounded': 'A probe ends when its caller leaves, and ACCOUNT_PROBES of an account go on at once.',
    'probe-tenant': 'Who is not an operator reaches nothing private by it and starts no process.',
    reconnect:
      'POST /api/servers/{server}/reconnect connects at once, interrupts no call, and is for the operator where all accounts share.',
    'cli-servers': '`gantry servers add|rm|probe|reconnect|published` do the same.',
  },
  'docs/browser-sessions.md#which-account': {
    'account-named':
      'A browser is in the account that X-Account or ?account= names; two that differ are 400, one of others is unknown.',
    'account-bound':
      'A token, key or program that is asked for another account is refused; operators name any where an operation is for that.',
    'account-vary': 'Answers that may be kept carry Vary: X-Account.',
  },
  'docs/browser-sessions.md#who-am-i': {
    me: 'GET /api/me tells people, browsers, programs and keys who they are and what they may do.',
  },
};
