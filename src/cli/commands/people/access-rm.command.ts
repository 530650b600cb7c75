import { grantIn, subjectText } from '../../people/server-grant.js';
import type { CommandSession } from '../../session.js';

/** Takes a grant away, named as it was given. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const gateway = session.gateway();
  const grant = await grantIn(gateway, invocation);
  const changed = await gateway.patch('/api/cli/grants', { body: { remove: [grant] } });
  terminal.result(changed, () => {
    terminal.done(`${subjectText(grant)} lost the grant of ${grant.servers.join(', ')}.`);
  });
}
