import type { CommandSession } from '../../session.js';

/** Ends a connection here and at its authorization server, after a question or with --yes. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation, prompt } = session;
  const id = invocation.arg(0);
  const question = `End ${id}? Somebody has to connect before the server can be used again.`;
  if (
    !invocation.flag('yes') &&
    !(await prompt.confirm(question, 'Say --yes to end it without being asked.'))
  ) {
    terminal.say('Nothing was ended.');
    return;
  }
  await session.gateway().delete('/api/connections/{id}', { path: { id } });
  terminal.result({ id, ended: true }, () => {
    terminal.done(`Ended ${id}.`);
  });
}
