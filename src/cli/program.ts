import { Command as Commander, CommanderError, Option } from 'commander';
import { version } from '../version.js';
import { commandGroups, globalOptions, commandOptions, commandWords } from './command-facts.js';
import { requireKnownNames } from './command-names.js';
import { commands } from './command-table.js';
import type { OutputStream } from './command-io.js';
import type { Command } from './command.js';
import { usageFailure, type CliFailure } from './failure.js';
import { Invocation } from './invocation.js';

/** The command that the line asks for, with what it gave it. */
export interface Chosen {
  readonly command: Command;
  readonly invocation: Invocation;
}

/** Reads a command line; `undefined` when there was only help to write, which goes to `stdout`. Mistakes are usage failures. */
export async function chooseCommand(
  given: readonly string[],
  stdout: OutputStream,
): Promise<Chosen | undefined> {
  const argv = given[0] === 'help' ? [...given.slice(1), '--help'] : given;
  let chosen: Chosen | undefined;
  const program = makeProgram(stdout, (command, invocation) => {
    chosen = { command, invocation };
  });
  if (argv.length === 0) {
    program.outputHelp();
    return undefined;
  }
  requireKnownNames(argv, commands);
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw toFailure(error);
  }
  return chosen;
}

/** Commander's `error: unknown option '--dry'\n(Did you mean --dry-run?)` as one of our failures. */
function toFailure({ message }: CommanderError): CliFailure {
  const [first = '', ...others] = message.replace(/^error: /, '').split('\n');
  const advice = others.map((line) => line.replace(/^\((.*)\)$/, '$1')).filter((line) => line !== '');
  const sentence = `${first.charAt(0).toUpperCase()}${first.slice(1).replace(/\.$/, '')}.`;
  return usageFailure(sentence, ...advice, 'Run it with --help to see how it is used.');
}

function makeProgram(
  stdout: OutputStream,
  choose: (command: Command, invocation: Invocation) => void,
): Commander {
  const program = new Commander('gantry')
    .description('Put any MCP tool server behind one HTTP API, from the command line.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .showSuggestionAfterError()
    .configureHelp({ subcommandTerm })
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      getOutHelpWidth: () => stdout.columns ?? 80,
      outputError: () => undefined,
    })
    .addHelpText('after', learnMore)
    .exitOverride();
  addOptions(program, globalOptions);
  const parents = new Map<string, Commander>();
  for (const command of commands) {
    const [first = '', second] = commandWords(command);
    const parent = second === undefined ? program : parentOf(program, parents, first, command);
    const usage = second === undefined ? command.usage : command.usage.slice(first.length + 1);
    // `gantry runs` alone is `gantry runs list`.
    const added = parent.command(usage, { isDefault: second === 'list' }).description(command.summary);
    if (second === undefined) {
      added.helpGroup(headingOf(command));
      // There may be more below it, as below `doctor`.
      parents.set(first, added);
    }
    addOptions(added, commandOptions(command));
    added.addHelpText('after', examplesText(command.examples));
    added.action(() => {
      // The last operand may be a list.
      const args = added.processedArgs
        .flat()
        .map((value: unknown) => (typeof value === 'string' ? value : undefined));
      choose(command, new Invocation(args, added.optsWithGlobals()));
    });
  }
  return program;
}

const learnMore = `
Start with gantry login, then gantry init. Scripts set GANTRY_URL, GANTRY_TOKEN and GANTRY_APP and say --json.
Exit codes: 0 done, 1 failed, 2 wrong usage, 4 not logged in. gantry <command> --help says more.

Examples:
  gantry login
  gantry tools
  gantry call everything__echo --arg message=hello`;

function examplesText(examples: readonly string[]): string {
  return `\nExamples:\n${examples.map((line) => `  ${line}`).join('\n')}`;
}

function headingOf({ group }: Command): string {
  return `${commandGroups[group]}:`;
}

/** `call <tool> [arguments]`: that there are options goes without saying. */
function subcommandTerm(command: Commander): string {
  const operands = command.registeredArguments.map((operand) =>
    operand.required ? `<${operand.name()}>` : `[${operand.name()}]`,
  );
  return [command.name(), ...operands].join(' ');
}

function parentOf(
  program: Commander,
  parents: Map<string, Commander>,
  name: string,
  first: Command,
): Commander {
  let parent = parents.get(name);
  if (parent === undefined) {
    const inside = commands.filter(({ usage }) => usage.split(' ', 1)[0] === name);
    parent = program
      .command(name)
      .description(summaries[name] ?? '')
      .helpGroup(headingOf(first))
      .helpCommand(false)
      .addHelpText('after', examplesText(inside.map(({ examples }) => examples[0])));
    parents.set(name, parent);
  }
  return parent;
}

const summaries: Readonly<Record<string, string>> = {
  apps: 'list, create and delete apps',
  approvals: 'what waits for a person, and the decision',
  grants: 'the programs that you let in',
  keys: 'the keys of an app',
  members: 'the people of the account',
  runs: 'runs of workflows: list, look, steer',
  secrets: 'the secrets of an app',
  tokens: 'your own tokens',
  workflows: 'the workflows of an app',
};

function addOptions(command: Commander, options: Readonly<Record<string, string>>): void {
  for (const [flags, description] of Object.entries(options)) {
    const option = new Option(flags.replace('...>', '>'), description);
    if (flags.endsWith('...>'))
      option.argParser((value: string, before: readonly string[] | undefined) => [...(before ?? []), value]);
    command.addOption(option);
  }
}
