import type { CommandSession } from '../session.js';
import { meantApp } from '../tools/meant-app.js';

/** What a person says about a run that waits. */
export async function decideApproval(session: CommandSession, approved: boolean): Promise<void> {
  const { terminal, invocation } = session;
  const run = invocation.arg(0);
  const note = invocation.text('note');
  const state = await session.gateway().post('/api/sdk/workflows/runs/{run}/signals/{type}', {
    path: { run, type: 'approval' },
    query: meantApp(session),
    body: { data: { approved, ...(note === undefined ? {} : { note }) } },
    idempotent: true,
  });
  terminal.result(state, () => {
    terminal.done(`${approved ? 'Approved' : 'Denied'}: ${run} is ${state.status}.`);
  });
}
