import type { CommandSession } from '../../session.js';

/** Deletes an app after its name was typed, or with --yes. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation, prompt } = session;
  const gateway = session.gateway();
  const { slug, name, id } = await gateway.get('/api/cli/apps/{app}', { path: { app: invocation.arg(0) } });
  if (!invocation.flag('yes')) {
    terminal.warn(`This deletes ${name} with its config, secrets and keys, for ever.`);
    const typed = await prompt.text(`Type ${slug} to delete it`, undefined, 'Say --yes to delete it.');
    if (typed !== slug) {
      terminal.say('Nothing was deleted.');
      return;
    }
  }
  await gateway.delete('/api/cli/apps/{app}', { path: { app: id } });
  terminal.result({ id, slug, deleted: true }, () => {
    terminal.done(`Deleted ${slug}.`);
  });
}
