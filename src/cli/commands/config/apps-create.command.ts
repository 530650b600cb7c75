import type { CommandSession } from '../../session.js';

/** An app with an empty config. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const slug = invocation.text('slug');
  const description = invocation.text('description');
  const app = await session.gateway().post('/api/cli/apps', {
    body: {
      name: invocation.arg(0),
      ...(slug === undefined ? {} : { slug }),
      ...(description === undefined ? {} : { description }),
    },
    idempotent: true,
  });
  terminal.result(app, () => {
    terminal.done(`Made the app ${app.name}.`);
    terminal.line(app.slug);
  });
}
