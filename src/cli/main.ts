#!/usr/bin/env node
import process from 'node:process';
import { readEnvironment } from './environment.js';
import { Interrupted } from './failure.js';
import { runProgram } from './run-program.js';

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

const exitCode = await runProgram(process.argv.slice(2), {
  environment: readEnvironment(),
  folder: '.',
  // Opened only by a command that reads it.
  get stdin() {
    return process.stdin;
  },
  stdout: process.stdout,
  stderr: process.stderr,
  signal: stopSignal(),
});
// The gateway of `gantry up` sets its own.
process.exitCode ??= exitCode;
