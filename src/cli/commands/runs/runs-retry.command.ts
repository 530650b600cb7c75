import type { CommandSession } from '../../session.js';
import { readJson } from '../../terminal/read-json.js';
import { meantApp } from '../../tools/meant-app.js';

/** Runs again from where it stopped, or from a step. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const from = invocation.text('from');
  const input = invocation.text('input');
  const state = await session.gateway().post('/api/sdk/workflows/runs/{run}/retry', {
    path: { run: invocation.arg(0) },
    query: meantApp(session),
    body: {
      ...(from === undefined ? {} : { from }),
      ...(input === undefined ? {} : { input: await readJson(session.io, input, 'input') }),
      definition: invocation.flag('current') ? 'current' : 'run',
    },
  });
  terminal.result(state, () => {
    terminal.done(`${state.runId} is ${state.status}.`);
  });
}
