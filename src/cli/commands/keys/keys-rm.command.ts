import type { CommandSession } from '../../session.js';

/** Revokes a key after a question, or with --yes. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation, prompt } = session;
  const id = invocation.arg(0);
  const app = session.getApp();
  const gateway = session.gateway();
  const question = `Revoke ${id} of ${app}? Programs that use it stop working.`;
  if (
    !invocation.flag('yes') &&
    !(await prompt.confirm(question, 'Say --yes to revoke it without being asked.'))
  ) {
    terminal.say('Nothing was revoked.');
    return;
  }
  await gateway.delete('/api/cli/apps/{app}/keys/{id}', { path: { app, id } });
  terminal.result({ app, id, revoked: true }, () => {
    terminal.done(`Revoked ${id}.`);
  });
}
