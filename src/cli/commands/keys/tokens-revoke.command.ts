import type { CommandSession } from '../../session.js';

/** Ends one of the caller's tokens after a question, or with --yes. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation, prompt } = session;
  const id = invocation.arg(0);
  const question = `Revoke ${id}? Who uses it has to log in again.`;
  if (
    !invocation.flag('yes') &&
    !(await prompt.confirm(question, 'Say --yes to revoke it without being asked.'))
  ) {
    terminal.say('Nothing was revoked.');
    return;
  }
  await session.gateway().delete('/api/cli/auth/tokens/{id}', { path: { id } });
  terminal.result({ id, revoked: true }, () => {
    terminal.done(`Revoked ${id}.`);
  });
}
