import { getMember } from '../../people/member.js';
import type { CommandSession } from '../../session.js';

/** Takes somebody out of the account after a question, or with --yes. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation, prompt } = session;
  const gateway = session.gateway();
  const { id, email } = await getMember(gateway, invocation.arg(0));
  const question = `Take ${email} out of the account? Their tokens for it die at once.`;
  if (
    !invocation.flag('yes') &&
    !(await prompt.confirm(question, 'Say --yes to do it without being asked.'))
  ) {
    terminal.say('Nobody was removed.');
    return;
  }
  await gateway.delete('/api/cli/members/{user}', { path: { user: id } });
  terminal.result({ id, email, removed: true }, () => {
    terminal.done(`${email} is out of the account.`);
  });
}
