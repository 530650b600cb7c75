import { usageFailure } from '../../failure.js';
import type { CommandSession } from '../../session.js';
import { readStandardInput } from '../../terminal/standard-input.js';

/** Sets a secret. Its value never stands on the command line, where other users of the machine and the shell's history would see it. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const name = invocation.arg(0);
  if (!/^[A-Z][A-Z0-9_]{0,63}$/.test(name))
    throw usageFailure(
      `A secret is named with capital letters, digits and underscores: ${name}`,
      'gantry secrets set GITHUB_PAT; the value is asked for, or read from standard input',
    );
  const app = session.getApp();
  const gateway = session.gateway();
  const value = await readValue(session, name);
  if (value === '') throw usageFailure('The value is empty.', 'gantry secrets rm removes a secret.');
  const origins = invocation
    .text('origins')
    ?.split(',')
    .map((origin) => origin.trim());
  const secret = await gateway.put('/api/cli/apps/{app}/secrets/{name}', {
    path: { app, name },
    body: { value, ...(origins === undefined ? {} : { origins }) },
  });
  terminal.result({ app, ...secret }, () => {
    terminal.done(`Set ${name} of ${app}. Servers use it as $\{secret:${name}}.`);
  });
}

async function readValue(
  { invocation, environment, io, prompt }: CommandSession,
  name: string,
): Promise<string> {
  const variable = invocation.text('fromEnv');
  if (variable !== undefined) {
    const value = environment[variable];
    if (value === undefined)
      throw usageFailure(
        `The environment has no ${variable}.`,
        'Set the variable, or pipe the value into the command.',
      );
    return value;
  }
  if (io.stdin.isTTY === true)
    return prompt.hidden(`Value of ${name} (not shown)`, 'Pipe it into the command.');
  // What a line ends with is not of the value.
  return (await readStandardInput(io)).replace(/\r?\n$/, '');
}
