import { Command as Commander, CommanderError, Option } from 'commander';
import { version } from '../version.js';
import { globalOptions, optionsOf } from './command-facts.js';
import { commands } from './command-table.js';
import type { Command } from './command.js';
import { exitCodes } from './failure.js';
import { Invocation } from './invocation.js';

/** The command that the line asks for, with what it gave it; a number is an exit code when there is nothing to do. */
export interface Chosen {
  readonly command: Command;
  readonly invocation: Invocation;
}

/** Reads a command line. Help and mistakes are written here. */
export async function chooseCommand(argv: readonly string[]): Promise<Chosen | number> {
  let chosen: Chosen | undefined;
  const program = makeProgram((command, invocation) => {
    chosen = { command, invocation };
  });
  if (argv.length === 0) {
    program.outputHelp();
    return 0;
  }
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : exitCodes.usage;
  }
  return chosen ?? exitCodes.usage;
}

function makeProgram(choose: (command: Command, invocation: Invocation) => void): Commander {
  const program = new Commander('gantry')
    .description('Put any MCP tool server behind one HTTP API, from the command line.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .showHelpAfterError('Run it with --help to see how it is used.')
    .showSuggestionAfterError()
    .configureHelp({ subcommandTerm })
    .addHelpText('after', learnMore)
    .exitOverride();
  addOptions(program, globalOptions);
  const groups = new Map<string, Commander>();
  for (const command of commands) {
    const [first = '', second = '', ...rest] = command.usage.split(' ');
    const isGrouped = /^[a-z]/.test(second);
    const parent = isGrouped ? groupOf(program, groups, first) : program;
    const usage = isGrouped ? [second, ...rest] : [first, second, ...rest];
    const added = parent.command(usage.join(' ').trim()).description(command.summary);
    addOptions(added, optionsOf(command));
    if (command.examples !== undefined)
      added.addHelpText('after', `\nExamples:\n${command.examples.map((line) => `  ${line}`).join('\n')}`);
    added.action(() => {
      const args = added.processedArgs.map((value: unknown) =>
        typeof value === 'string' ? value : undefined,
      );
      choose(command, new Invocation(args, added.optsWithGlobals()));
    });
  }
  return program;
}

const learnMore = `
Start with gantry login, then gantry init. Scripts set GANTRY_URL, GANTRY_TOKEN and GANTRY_APP and say --json.
Exit codes: 0 done, 1 failed, 2 wrong usage, 4 not logged in. gantry <command> --help says more.`;

/** `call <tool> [arguments]`: that there are options goes without saying. */
function subcommandTerm(command: Commander): string {
  const operands = command.registeredArguments.map((operand) =>
    operand.required ? `<${operand.name()}>` : `[${operand.name()}]`,
  );
  return [command.name(), ...operands].join(' ');
}

function groupOf(program: Commander, groups: Map<string, Commander>, name: string): Commander {
  let group = groups.get(name);
  if (group === undefined) {
    group = program.command(name).description(groupSummaries[name] ?? '');
    groups.set(name, group);
  }
  return group;
}

const groupSummaries: Readonly<Record<string, string>> = {
  apps: 'list, create and delete apps',
  secrets: 'the secrets of an app',
  keys: 'the keys of an app',
};

function addOptions(command: Commander, options: Readonly<Record<string, string>>): void {
  for (const [flags, description] of Object.entries(options)) {
    const option = new Option(flags.replace('...>', '>'), description);
    if (flags.endsWith('...>'))
      option.argParser((value: string, before: readonly string[] | undefined) => [...(before ?? []), value]);
    command.addOption(option);
  }
}
