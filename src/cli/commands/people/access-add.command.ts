import { grantIn, subjectText } from '../../people/server-grant.js';
import type { CommandSession } from '../../session.js';

/** Lets somebody use servers and tools. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const gateway = session.gateway();
  const grant = await grantIn(gateway, invocation);
  const changed = await gateway.patch('/api/cli/grants', { body: { add: [grant] } });
  terminal.result(changed, () => {
    terminal.done(`${subjectText(grant)} may use ${grant.servers.join(', ')}.`);
  });
}
