import type { Command } from './command.js';

const yes = { '-y, --yes': 'do not ask' };
const literals = { '--force-literals': 'save credentials in plain text, too' };

/** Every command of `gantry`, in the order of its help. */
export const commands: readonly Command[] = [
  {
    usage: 'login',
    summary: 'log in to a gateway from this device',
    options: {
      '--no-browser': 'only print the address to open',
      '--with-token': 'read a token from standard input instead of asking for one',
      '--scope <scopes>': 'ask for these scopes only, separated by spaces',
    },
    examples: ['gantry login --url https://gantry.example.com', 'gantry login --with-token < token.txt'],
    load: () => import('./commands/login.command.js'),
  },
  {
    usage: 'logout',
    summary: 'end the login here and on the gateway',
    load: () => import('./commands/logout.command.js'),
  },
  {
    usage: 'whoami',
    summary: 'show who you are, where, and where the token comes from',
    load: () => import('./commands/whoami.command.js'),
  },
  {
    usage: 'apps list',
    summary: 'list the apps of the account',
    load: () => import('./commands/apps-list.command.js'),
  },
  {
    usage: 'apps create <name>',
    summary: 'create an app',
    options: { '--slug <slug>': 'its name in addresses', '--description <text>': 'what it is for' },
    load: () => import('./commands/apps-create.command.js'),
  },
  {
    usage: 'apps delete <app>',
    summary: 'delete an app with its config, secrets and keys',
    options: yes,
    load: () => import('./commands/apps-delete.command.js'),
  },
  {
    usage: 'init [name]',
    summary: 'create an app and the config file for it in this folder',
    options: {
      '--slug <slug>': 'its name in addresses',
      '--file <path>': 'the config file to write (gantry.yaml)',
      '--use <servers>': "the gateway's servers to take over, separated by commas",
    },
    examples: ['gantry init Support --use files,everything', 'gantry init Support --file gantry.json'],
    load: () => import('./commands/init.command.js'),
  },
  {
    usage: 'pull',
    summary: "write the app's config into the config file; comments are kept",
    options: {
      '--file <path>': 'the config file, when the folder is not linked yet',
      '--config-version <number>': 'an older version',
      '--merge': 'keep what was changed here on top, unless both sides changed the same',
      '--force': 'overwrite what was changed here',
    },
    ofApp: true,
    load: () => import('./commands/pull.command.js'),
  },
  {
    usage: 'push',
    summary: 'show what the config file changes, ask, and save it as a new version',
    options: {
      ...yes,
      '--dry-run': 'only show',
      '-m, --message <text>': 'why',
      '--file <path>': 'the config file, when the folder is not linked yet',
      '--force': 'overwrite what others have changed',
      ...literals,
    },
    ofApp: true,
    examples: ['gantry push -m "read-only tools only"', 'gantry push --dry-run --json'],
    load: () => import('./commands/push.command.js'),
  },
  {
    usage: 'status',
    summary: 'compare the config file, its base and the gateway',
    load: () => import('./commands/status.command.js'),
  },
  {
    usage: 'versions',
    summary: 'list the versions of the config, newest first',
    ofApp: true,
    load: () => import('./commands/versions.command.js'),
  },
  {
    usage: 'rollback <version>',
    summary: 'make an older version the newest one',
    options: { ...yes, '-m, --message <text>': 'why', ...literals },
    ofApp: true,
    load: () => import('./commands/rollback.command.js'),
  },
  {
    usage: 'import <file>',
    summary: 'take over servers of a Claude Desktop, Cursor or VS Code file; credentials become secrets',
    options: {
      ...yes,
      '--keep-commands': 'take over servers that run a command, for gateways that allow it',
    },
    ofApp: true,
    examples: ['gantry import ~/.cursor/mcp.json', 'gantry import .vscode/mcp.json --yes'],
    load: () => import('./commands/import.command.js'),
  },
  {
    usage: 'secrets list',
    summary: 'list the secrets of the app; values never come back',
    ofApp: true,
    load: () => import('./commands/secrets-list.command.js'),
  },
  {
    usage: 'secrets set <name>',
    summary: 'set a secret; the value is read from standard input or asked for',
    options: {
      '--from-env <variable>': 'take the value from an environment variable',
      '--origins <origins>': 'where it may go, separated by commas: https://api.example.com',
    },
    ofApp: true,
    examples: [
      'gantry secrets set GITHUB_PAT --origins https://api.githubcopilot.com',
      'pass show github | gantry secrets set GITHUB_PAT',
    ],
    load: () => import('./commands/secrets-set.command.js'),
  },
  {
    usage: 'secrets allow <name> <origin>',
    summary: 'let a secret go to another address too (owners and admins)',
    ofApp: true,
    examples: ['gantry secrets allow GITHUB_PAT https://api.githubcopilot.com'],
    load: () => import('./commands/secrets-allow.command.js'),
  },
  {
    usage: 'secrets rm <name>',
    summary: 'remove a secret',
    options: yes,
    ofApp: true,
    load: () => import('./commands/secrets-rm.command.js'),
  },
  {
    usage: 'keys list',
    summary: 'list the keys of the app',
    ofApp: true,
    load: () => import('./commands/keys-list.command.js'),
  },
  {
    usage: 'keys create [name]',
    summary: 'make a key for a program; it is shown once, on standard output',
    options: {
      '--scope <scopes>': 'what it may do, separated by spaces',
      '--expires <days>': 'days after which it ends',
    },
    ofApp: true,
    load: () => import('./commands/keys-create.command.js'),
  },
  {
    usage: 'keys rm <id>',
    summary: 'revoke a key',
    options: yes,
    ofApp: true,
    load: () => import('./commands/keys-rm.command.js'),
  },
  {
    usage: 'servers',
    summary: 'list the servers that you reach, with their state',
    load: () => import('./commands/servers.command.js'),
  },
  {
    usage: 'tools',
    summary: 'list the tools of the app, or of one server',
    options: { '--search <words>': 'rank by words', '--server <server>': 'only of this server' },
    ofApp: true,
    load: () => import('./commands/tools.command.js'),
  },
  {
    usage: 'call <tool> [arguments]',
    summary: 'call a tool; arguments are JSON, - reads it from standard input',
    options: {
      '-a, --arg <name=value...>': 'one argument; the value is read by the schema of the tool',
      '--server <server>': 'call a tool of this server',
      '--timeout <seconds>': 'time that the tool may take',
    },
    ofApp: true,
    examples: [
      'gantry call files__read_text_file --arg path=README.md',
      `gantry call echo --server everything '{"message":"hi"}'`,
      'jq -n \'{message: "hi"}\' | gantry call everything__echo - --json',
    ],
    load: () => import('./commands/call.command.js'),
  },
  {
    usage: 'resources',
    summary: 'list the resources of the app, or of one server',
    options: { '--server <server>': 'only of this server' },
    ofApp: true,
    load: () => import('./commands/resources.command.js'),
  },
  {
    usage: 'read <uri>',
    summary: 'write a resource to standard output',
    options: { '--server <server>': 'the server that has it' },
    ofApp: true,
    load: () => import('./commands/read.command.js'),
  },
  {
    usage: 'prompts [name]',
    summary: 'list the prompts of the app or of one server, or get one by its name',
    options: {
      '-a, --arg <name=value...>': 'one argument of the prompt',
      '--server <server>': 'only of this server',
    },
    ofApp: true,
    load: () => import('./commands/prompts.command.js'),
  },
  {
    usage: 'run <workflow> [input]',
    summary: 'run a workflow and follow it; the input is JSON, - reads it from standard input',
    options: {
      '-a, --arg <name=value...>': 'one member of the input',
      '--detach': 'start it and print its id',
    },
    ofApp: true,
    load: () => import('./commands/run.command.js'),
  },
  {
    usage: 'chat <server> [message]',
    summary: 'talk to a model that has the tools of a server',
    options: {
      '--model <model>': 'provider/model',
      '--system <text>': 'what the model is told first',
      '--approval <when>': 'when tools need your consent: auto, always or never',
    },
    load: () => import('./commands/chat.command.js'),
  },
  {
    usage: 'gen [file]',
    summary: 'write a TypeScript file with one typed function per tool of the app',
    ofApp: true,
    examples: ['gantry gen src/tools.ts'],
    load: () => import('./commands/gen.command.js'),
  },
  {
    usage: 'doctor',
    summary: 'check the address, the clock, the token and the servers',
    load: () => import('./commands/doctor.command.js'),
  },
  {
    usage: 'completion <shell>',
    summary: 'print the completion script for bash, zsh or fish',
    examples: [
      'source <(gantry completion bash)',
      'gantry completion fish > ~/.config/fish/completions/gantry.fish',
    ],
    load: () => import('./commands/completion.command.js'),
  },
];
