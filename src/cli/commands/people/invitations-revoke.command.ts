import type { CommandSession } from '../../session.js';

/** Takes an invitation back. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const id = invocation.arg(0);
  await session.gateway().delete('/api/cli/invitations/{invitation}', { path: { invitation: id } });
  terminal.result({ id, revoked: true }, () => {
    terminal.done(`The link of ${id} is void.`);
  });
}
