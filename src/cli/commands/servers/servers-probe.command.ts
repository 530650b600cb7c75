import { exitCodes } from '../../failure.js';
import type { CommandSession } from '../../session.js';
import { writeFacts } from '../../terminal/facts.js';
import { declarationOf } from '../../tools/server-declaration.js';

/** Tries a server; what does not answer ends with 1. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const definition = await declarationOf(session, invocation.arg(0));
  const probe = await session.gateway().post('/api/servers/probe', { body: { definition } });
  const { ok, protocolVersion, transport, tools, error, oauth } = probe;
  terminal.result(probe, () => {
    writeFacts(terminal, {
      answers: ok ? 'yes' : 'no',
      protocol: protocolVersion,
      transport,
      tools: tools === undefined ? undefined : String(tools),
      problem: error === undefined ? undefined : `${error.code}: ${error.detail}`,
      oauth: oauth === true ? 'it wants somebody to sign in' : undefined,
    });
  });
  if (!ok) session.exitCode = exitCodes.failure;
}
