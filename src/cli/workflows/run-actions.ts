import type { CommandSession } from '../session.js';
import { meantApp } from '../tools/meant-app.js';

/** What a person says about a call that waits, or about a run that listens for an approval. */
export function decideApproval(session: CommandSession, approved: boolean): Promise<void> {
  const id = session.invocation.arg(0);
  return id.startsWith('apr_') ? decideCall(session, id, approved) : decideRun(session, id, approved);
}

async function decideCall(session: CommandSession, id: string, approved: boolean): Promise<void> {
  const { terminal, invocation } = session;
  const note = invocation.text('note');
  const decided = await session.gateway().post('/api/approvals/{id}', {
    path: { id },
    body: { decision: approved ? 'approve' : 'deny', ...(note === undefined ? {} : { note }) },
  });
  terminal.result(decided, () => {
    terminal.done(`${approved ? 'Approved' : 'Denied'}: ${decided.tool} of ${decided.server}.`);
  });
}

async function decideRun(session: CommandSession, run: string, approved: boolean): Promise<void> {
  const { terminal, invocation } = session;
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
