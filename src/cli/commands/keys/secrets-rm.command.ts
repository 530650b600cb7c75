import type { CommandSession } from '../../session.js';

/** Removes a secret after a question, or with --yes. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation, prompt } = session;
  const name = invocation.arg(0);
  const app = session.getApp();
  const gateway = session.gateway();
  const question = `Remove ${name} from ${app}? Servers that need it stop working.`;
  if (
    !invocation.flag('yes') &&
    !(await prompt.confirm(question, 'Say --yes to remove it without being asked.'))
  ) {
    terminal.say('Nothing was removed.');
    return;
  }
  await gateway.delete('/api/cli/apps/{app}/secrets/{name}', { path: { app, name } });
  terminal.result({ app, name, removed: true }, () => {
    terminal.done(`Removed ${name} from ${app}.`);
  });
}
