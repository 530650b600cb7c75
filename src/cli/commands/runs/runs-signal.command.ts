import type { CommandSession } from '../../session.js';
import { readJson } from '../../terminal/read-json.js';
import { meantApp } from '../../tools/meant-app.js';

/** Sends a run a signal. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const [, , given] = invocation.args;
  const type = invocation.arg(1);
  const state = await session.gateway().post('/api/sdk/workflows/runs/{run}/signals/{type}', {
    path: { run: invocation.arg(0), type },
    query: meantApp(session),
    body: given === undefined ? {} : { data: await readJson(session.io, given, 'data') },
    idempotent: true,
  });
  terminal.result(state, () => {
    terminal.done(`Sent ${type} to ${state.runId}, which is ${state.status}.`);
  });
}
