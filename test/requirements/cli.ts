import type { RequirementRows } from './rows.js';

/** The command, the client package and clients made of the OpenAPI document. */
export const cli: RequirementRows = {
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
    'cli-startup': 'whoami takes at most six times the CPU of a Node that does nothing.',
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
  'docs/client.md': {
    'workflow-clients': 'gantry run and the client run workflows of a real gateway.',
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
      'import takes over the servers of files of MCP clients; literal credentials become secrets.',
    'cli-gen': 'gen writes a typed function per tool that compiles under strict.',
  },
  'docs/clients/import.md': {
    'import-clients':
      'F-05: the file of each client on the page is imported as its client reads it, in any encoding that editors write.',
    'import-members':
      'F-05, F-06: the page says for each member of the files of clients what import makes of it, and so it is.',
    'import-rules':
      'F-06: a rule of the file is kept, inside and outside of the servers; a server whose rule cannot be kept, or may be one, is disabled with a warning that names the line.',
    'import-variables':
      'F-06: references to variables have the value, the default or a secret in their place, as their client reads them.',
    'import-docker':
      'F-05: the name of a variable in the arguments of docker is no credential; a value behind it becomes a secret.',
    'import-same-server':
      'F-30: a published server stands in for a command of the same name only with --use-published, and no server for another one of the file.',
    'import-commands':
      'F-30: import takes commands over where the gateway lets apps run them, and with --keep-commands anywhere.',
  },
  'docs/cli.md#for-scripts': {
    'cli-no-colour': 'No colour with NO_COLOR or without a terminal, and no question without one.',
    'cli-exit-codes':
      'Exit codes are 0, 1, 2 for usage and 4 for no login; data is on stdout, talk and advice on stderr.',
    'cli-json-errors': 'With --json a failure is one JSON value on standard error.',
  },
};
