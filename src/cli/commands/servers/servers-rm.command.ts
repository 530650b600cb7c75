import type { CommandSession } from '../../session.js';

/** Publishes a server no more, after a question, or with --yes. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation, prompt } = session;
  const name = invocation.arg(0);
  const question = `Remove ${name}? Whoever uses it cannot any more.`;
  if (
    !invocation.flag('yes') &&
    !(await prompt.confirm(question, 'Say --yes to remove it without being asked.'))
  ) {
    terminal.say('Nothing was removed.');
    return;
  }
  await session.gateway().delete('/api/servers/published/{name}', { path: { name } });
  terminal.result({ name, removed: true }, () => {
    terminal.done(`Removed ${name}.`);
  });
}
