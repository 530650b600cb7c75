#!/usr/bin/env node
import process from 'node:process';
import { commands } from './command-table.js';
import { readEnvironment } from './environment.js';
import { Interrupted } from './failure.js';
import { chooseCommand } from './program.js';
import { reportFailure } from './report-failure.js';
import { CommandSession } from './session.js';
import { Terminal } from './terminal/terminal.js';

async function main(): Promise<number> {
  const argv = process.argv.slice(2);
  const environment = readEnvironment();
  const terminal = new Terminal(environment, argv.includes('--json'));
  let session: CommandSession | undefined;
  try {
    const chosen = await chooseCommand(argv);
    if (chosen === undefined) return 0;
    const { command, invocation } = chosen;
    const { run } = await command.load();
    session = new CommandSession(invocation, environment, terminal, stopSignal(), commands);
    await run(session);
    for (const warning of terminal.takeWarnings()) terminal.say(`! ${warning}`);
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return reportFailure(error, terminal, session?.connection);
  } finally {
    session?.prompt.close();
  }
}

/** Aborted at the first Ctrl-C, so that the command can leave everything in order; the second one ends the process. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const [name, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    process.on(name, () => {
      if (stop.signal.aborted) process.exit(code);
      stop.abort(new Interrupted(code));
    });
  return stop.signal;
}

// Whoever reads our output may leave early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});
process.exitCode = await main();
