import type { CommandSession } from '../../session.js';
import { meantApp } from '../../tools/meant-app.js';

/** Stops a run. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const state = await session.gateway().post('/api/sdk/workflows/runs/{run}/cancel', {
    path: { run: invocation.arg(0) },
    query: meantApp(session),
  });
  terminal.result(state, () => {
    terminal.done(`${state.runId} is ${state.status}.`);
  });
}
