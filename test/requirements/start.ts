import type { RequirementRows } from './rows.js';

/** The first minutes: how the gateway starts, and what it says when it cannot. */
export const start: RequirementRows = {
  'RFC 9457 §3.1': {
    'problem-advice':
      'Each problem says what to do about it; its type is an address that explains it, and GET /problems lists all.',
    'did-you-mean':
      'A name that is not found comes with the nearest one that the caller reaches, never with one of others.',
    'operator-detail':
      'The operator is told address or command, cause and the lines that a process wrote; others and secrets of the declaration are not shown.',
    'token-faults': 'A token without Bearer, an expired and a revoked one are each told as what they are.',
  },
  'docs/troubleshooting.md': {
    mistakes:
      'Messages of forty and more usual mistakes say what, why and what to do: 2.7 points of 3 in the mean.',
  },
  'docs/accounts.md': {
    'pages-borders':
      'Borders of fields and buttons have 3 : 1, texts 4.5 : 1, on /problems and /docs too, in both themes.',
    'pages-not-set-up': 'Before the set-up the sign-in page says so, and where the link is.',
    'pages-show-password':
      'A button shows a password, and hides it before it is sent; without JavaScript it is not there.',
  },
  'docs/operations.md': {
    'deploy-helm':
      'The Helm chart renders to the pod, rights, probes and times of the kustomize files, on Postgres or SQLite; what would not work is refused.',
    'deploy-helm-values': 'A schema knows all values of the chart and no others.',
  },
  'docs/decisions/0027-what-production-carries.md': {
    'dependencies-lean':
      'Production dependencies hold no compiler, and no dependency wants a newer Node than the package.',
  },
  'CONTRIBUTING.md': {
    'tools-on-demand':
      'The first command that tests or checks installs tools/ and says so; without the registry it says what it wants.',
  },
  'docs/cli.md': {
    'package-up':
      'gantry up serves from any folder with its mcp.json and data, and writes an mcp.json with an example server where there is none.',
    'cli-help': 'The help has groups, and that of each command ends with examples.',
    'cli-examples': 'Each example of the help runs as it stands, or a test says why it cannot.',
    'cli-names':
      'A command or an option that is not there ends with 2, also with --help, in the style of all failures, with the nearest one.',
    'cli-search-cut':
      'tools --search shows what fits about as well as the best, and leaves out what shares a word with it.',
    'cli-tool-arguments': 'tools <name> shows the arguments of a tool as a table.',
    'cli-call-checked':
      'call checks the arguments against the schema first: missing, misspelt, unknown, of another type, out of bounds.',
    'cli-one-terminal': 'Each question of a command echoes each key once, and a hidden answer never.',
    'cli-connect':
      'connect prints the configuration of a client and nothing else, with a key that reaches the app.',
    'cli-connect-write':
      'connect --write merges into the file of the client, readable by its owner alone, and makes no key when that cannot be.',
    'client-keys':
      'The key of a client takes the place of its key before at its first call; an app has fifty of them beside its two.',
    'cli-approvals': 'approvals lists what waits for a person, approves and denies.',
    'cli-runs': 'runs lists, shows, follows, signals, cancels and retries runs.',
  },
  'docs/README.md': {
    'docs-commands':
      'Each command of the README and the docs runs as it stands, or says above it why no test can run it.',
  },
  'docs/benchmarks.md': {
    'bench-commands': 'Each benchmark is a command of its own, which a page of the docs names.',
    'bench-goals': 'Goals of speed are multiples of what the bare proxy does in the same run.',
    'bench-misses': 'What misses its goal is shown as missed.',
    'bench-gate':
      'The gate, the record and OAuth cost a call no more than 5 %, before and after in one table.',
  },
  'docs/decisions/0064-the-gateway-is-linked.md': {
    'start-linked':
      'What main.js loads is linked into a few files: stacks name the sources by maps of lines, and classes keep their names.',
  },
  'docs/decisions/0065-the-build-compiles-schemas-of-documents.md': {
    'start-validators':
      'The build has compiled the schemas of workflow documents: no gateway does, and each document is judged as by the schemas.',
  },
  'docs/decisions/0066-turns-are-short-while-connections-come.md': {
    'connections-let-in':
      'Connections that come at once are taken one after the other beside calls of those who are in, which go on.',
  },
  'docs/operations.md#start': {
    'start-words':
      'The first start prints address, key and the three commands of the README, which run as they stand; a later one prints two lines.',
    'start-folder-taken':
      'A data folder belongs to one process for as long as it lives; another waits for START_WAIT_MS and ends with 75.',
    'start-faults':
      'What keeps the gateway from starting is told in a line each with its remedy: 78 for what starting again cannot help, 75 for what may pass.',
  },
};
