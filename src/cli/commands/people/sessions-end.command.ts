import type { CommandSession } from '../../session.js';

/** Signs the caller out in one browser, or in all of them. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const gateway = session.gateway();
  const id = invocation.arg(0);
  if (id === 'all') await gateway.delete('/api/me/sessions', {});
  else await gateway.delete('/api/me/sessions/{session}', { path: { session: id } });
  terminal.result({ id, ended: true }, () => {
    terminal.done(id === 'all' ? 'You are signed out in all browsers.' : `Ended ${id}.`);
  });
}
