import { CliFailure } from '../../failure.js';
import type { CommandSession } from '../../session.js';
import { declarationOf } from '../../tools/server-declaration.js';

/** Publishes a server, after it has answered. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const name = invocation.arg(0);
  const definition = await declarationOf(session, invocation.arg(1));
  const gateway = session.gateway();
  const probe = invocation.flag('force')
    ? undefined
    : await gateway.post('/api/servers/probe', { body: { definition } });
  if (probe?.ok === false && probe.oauth !== true)
    throw new CliFailure(`The server cannot be used: ${probe.error?.detail ?? 'nobody knows why'}`, {
      code: probe.error?.code ?? 'failed',
      advice: ['Mend its address or headers, or publish it all the same with --force.'],
    });
  const server = await gateway.post('/api/servers/published', { body: { name, definition } });
  terminal.result({ ...server, probe }, () => {
    const count = probe?.tools;
    const tools = count === undefined ? '' : `, with ${String(count)} ${count === 1 ? 'tool' : 'tools'}`;
    terminal.done(`Published ${name}${tools}.`);
    if (probe?.oauth === true) terminal.say(`It wants somebody to sign in: gantry connections add ${name}`);
  });
}
