import { completionScript, shells } from '../../completion/scripts.js';
import { usageFailure } from '../../failure.js';
import type { CommandSession } from '../../session.js';

/** Prints what a shell needs to complete commands and options. */
export function run({ terminal, invocation, commands }: CommandSession): Promise<void> {
  const shell = shells.find((name) => name === invocation.arg(0));
  if (shell === undefined)
    throw usageFailure(
      `There are completions for ${shells.join(', ')}.`,
      'For example: gantry completion bash',
    );
  terminal.raw(completionScript(shell, commands));
  return Promise.resolve();
}
