import { exitCodes } from '../../failure.js';
import type { CommandSession } from '../../session.js';
import { printable } from '../../terminal/printable.js';

/** Asks the server of a connection for its tools; ends with 1 when they do not come. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const id = invocation.arg(0);
  const found = await session.gateway().post('/api/connections/{id}/test', { path: { id } });
  terminal.result({ id, ...found }, () => {
    const { ok, identity, toolCount = 0, error = 'The server did not say why.' } = found;
    const as = identity === undefined ? '' : `, as ${identity}`;
    const tools = `${String(toolCount)} ${toolCount === 1 ? 'tool' : 'tools'}`;
    if (ok) terminal.done(printable(`${id} works: ${tools}${as}.`));
    else terminal.warn(printable(`${id} does not work. ${error}`));
  });
  if (!found.ok) session.exitCode = exitCodes.failure;
}
