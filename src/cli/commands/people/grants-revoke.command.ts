import type { CommandSession } from '../../session.js';

/** Takes back what a program was granted, after a question or with --yes. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation, prompt } = session;
  const id = invocation.arg(0);
  const account = invocation.text('account');
  const question = `Take back what ${id} was granted? The program has to ask again.`;
  if (
    !invocation.flag('yes') &&
    !(await prompt.confirm(question, 'Say --yes to take it back without being asked.'))
  ) {
    terminal.say('Nothing was taken back.');
    return;
  }
  const query = account === undefined ? {} : { account };
  await session.gateway().delete('/api/grants/{id}', { path: { id }, query });
  terminal.result({ id, revoked: true }, () => {
    terminal.done(`Took back ${id}.`);
  });
}
