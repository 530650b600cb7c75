import type { Command } from '../command.js';

/** Commands that use what servers have. */
export const toolCommands: readonly Command[] = [
  {
    usage: 'servers',
    group: 'tools',
    summary: 'list the servers that you reach, with their state',
    examples: ['gantry servers'],
    load: () => import('../commands/tools/servers.command.js'),
  },
  {
    usage: 'tools [name]',
    group: 'tools',
    summary: 'list the tools of the app or of one server, or show the arguments of one tool',
    options: { '--search <words>': 'rank by words', '--server <server>': 'only of this server' },
    ofApp: true,
    examples: [
      'gantry tools --search "read a file"',
      'gantry tools files__read_text_file',
      'gantry tools echo --server everything',
    ],
    load: () => import('../commands/tools/tools.command.js'),
  },
  {
    usage: 'call <tool> [arguments]',
    group: 'tools',
    summary: 'call a tool; arguments are JSON, - reads it from standard input',
    options: {
      '-a, --arg <name=value...>': 'one argument; the value is read by the schema of the tool',
      '--server <server>': 'call a tool of this server',
      '--timeout <seconds>': 'time that the tool may take',
    },
    ofApp: true,
    examples: [
      'gantry call files__read_text_file --arg path=welcome.md',
      `gantry call echo --server everything '{"message":"hi"}'`,
      `echo '{"message":"hi"}' | gantry call everything__echo - --json`,
    ],
    load: () => import('../commands/tools/call.command.js'),
  },
  {
    usage: 'resources',
    group: 'tools',
    summary: 'list the resources of the app, or of one server',
    options: { '--server <server>': 'only of this server' },
    ofApp: true,
    examples: ['gantry resources', 'gantry resources --server everything'],
    load: () => import('../commands/tools/resources.command.js'),
  },
  {
    usage: 'read <uri>',
    group: 'tools',
    summary: 'write a resource to standard output',
    options: { '--server <server>': 'the server that has it' },
    ofApp: true,
    examples: ['gantry read demo://resource/static/document/features.md --server everything'],
    load: () => import('../commands/tools/read.command.js'),
  },
  {
    usage: 'prompts [name]',
    group: 'tools',
    summary: 'list the prompts of the app or of one server, or get one by its name',
    options: {
      '-a, --arg <name=value...>': 'one argument of the prompt',
      '--server <server>': 'only of this server',
    },
    ofApp: true,
    examples: ['gantry prompts', 'gantry prompts everything__args-prompt --arg city=Paris'],
    load: () => import('../commands/tools/prompts.command.js'),
  },
  {
    usage: 'chat <server> [message]',
    group: 'tools',
    summary: 'talk to a model that has the tools of a server',
    options: {
      '--model <model>': 'provider/model',
      '--system <text>': 'what the model is told first',
      '--approval <when>': 'when tools need your consent: auto, always or never',
    },
    examples: ['gantry chat files "What is in welcome.md?"'],
    load: () => import('../commands/tools/chat.command.js'),
  },
  {
    usage: 'gen [file]',
    group: 'tools',
    summary: 'write a TypeScript file with one typed function per tool of the app',
    ofApp: true,
    examples: ['gantry gen src/tools.ts'],
    load: () => import('../commands/config/gen.command.js'),
  },
];
