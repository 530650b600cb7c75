import type { Command } from '../command.js';

/** Commands of the first minutes. */
export const startCommands: readonly Command[] = [
  {
    usage: 'up',
    group: 'start',
    summary: 'start a gateway with the mcp.json and the data of this folder',
    examples: ['gantry up', 'PORT=8080 gantry up'],
    load: () => import('../commands/gateway/up.command.js'),
  },
  {
    usage: 'login',
    group: 'start',
    summary: 'log in to a gateway from this device',
    options: {
      '--no-browser': 'only print the address to open',
      '--with-token': 'read a token from standard input instead of asking for one',
      '--scope <scopes>': 'ask for these scopes only, separated by spaces',
    },
    examples: ['gantry login --url https://gantry.example.com', 'gantry login --with-token < token.txt'],
    load: () => import('../commands/gateway/login.command.js'),
  },
  {
    usage: 'logout',
    group: 'start',
    summary: 'end the login here and on the gateway',
    examples: ['gantry logout'],
    load: () => import('../commands/gateway/logout.command.js'),
  },
  {
    usage: 'whoami',
    group: 'start',
    summary: 'show who you are, where, and where the token comes from',
    examples: ['gantry whoami'],
    load: () => import('../commands/gateway/whoami.command.js'),
  },
  {
    usage: 'init [name]',
    group: 'start',
    summary: 'create an app and the config file for it in this folder',
    options: {
      '--slug <slug>': 'its name in addresses',
      '--file <path>': 'the config file to write (gantry.yaml)',
      '--use <servers>': "the gateway's servers to take over, separated by commas",
    },
    examples: ['gantry init Support --use files,everything', 'gantry init Billing --file gantry.json'],
    load: () => import('../commands/config/init.command.js'),
  },
  {
    usage: 'connect [client]',
    group: 'start',
    summary: 'print what an MCP client needs to use the app, with a key of its own',
    options: {
      '--server <server>': 'only this server of the app',
      '--name <name>': 'what the client calls it (gantry)',
      '--write': "put it into the client's own file",
    },
    ofApp: true,
    examples: ['gantry connect', 'gantry connect cursor', 'gantry connect claude-code --write'],
    load: () => import('../commands/gateway/connect.command.js'),
  },
  {
    usage: 'open [page]',
    group: 'start',
    summary:
      'open a page of the gateway in the browser: home, docs, problems, device, programs, connections or password',
    examples: ['gantry open', 'gantry open connections'],
    load: () => import('../commands/gateway/open.command.js'),
  },
  {
    usage: 'completion <shell>',
    group: 'start',
    summary: 'print the completion script for bash, zsh or fish',
    examples: [
      'source <(gantry completion bash)',
      'gantry completion fish > ~/.config/fish/completions/gantry.fish',
    ],
    load: () => import('../commands/gateway/completion.command.js'),
  },
];
