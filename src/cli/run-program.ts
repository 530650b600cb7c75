import type { CommandIo } from './command-io.js';
import { commands } from './command-table.js';
import { chooseCommand } from './program.js';
import { reportFailure } from './report-failure.js';
import { CommandSession } from './session.js';
import { Terminal } from './terminal/terminal.js';

/** Runs one command line, such as `['tools', '--json']`; returns its exit code. */
export async function runProgram(argv: readonly string[], io: CommandIo): Promise<number> {
  const terminal = new Terminal(io, argv.includes('--json'));
  let session: CommandSession | undefined;
  try {
    const chosen = await chooseCommand(argv, io.stdout);
    if (chosen === undefined) return 0;
    const { command, invocation } = chosen;
    const { run } = await command.load();
    session = new CommandSession(invocation, io, terminal, commands);
    await run(session);
    for (const warning of terminal.takeWarnings()) terminal.say(`! ${warning}`);
    return session.exitCode;
  } catch (error) {
    return reportFailure(error, terminal, session?.connection);
  } finally {
    session?.prompt.close();
  }
}
