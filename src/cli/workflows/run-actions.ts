import type { CommandSession } from '../session.js';
import { CliFailure } from '../failure.js';
import { meantApp } from '../tools/meant-app.js';
import { waitingSteps, waitingStepsOf, type WaitingStep } from './waiting-steps.js';

/** What a person says about a call that waits, or about a step of a run that waits for an approval: named by its id, or by that of its run. */
export function decideApproval(session: CommandSession, approved: boolean): Promise<void> {
  const id = session.invocation.arg(0);
  return id.startsWith('apr_') ? decideCall(session, id, approved) : decideStep(session, id, approved);
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

async function decideStep(session: CommandSession, id: string, approved: boolean): Promise<void> {
  const { terminal, invocation } = session;
  const note = invocation.text('note');
  const { runId: run, approvalId, step, approvalFor } = await meantStep(session, id);
  const state = await session.gateway().post('/api/sdk/workflows/runs/{run}/signals/{type}', {
    path: { run, type: 'approval' },
    query: meantApp(session),
    body: { approval: approvalId, data: { approved, ...(note === undefined ? {} : { note }) } },
    idempotent: true,
  });
  terminal.result(state, () => {
    terminal.done(
      `${approved ? 'Approved' : 'Denied'}: ${approvalFor?.tool ?? step} of ${run}, which is ${state.status}.`,
    );
  });
}

/** The step that waits for an approval, by the id of that, or the only one of a run. */
async function meantStep(session: CommandSession, id: string): Promise<WaitingStep> {
  const steps = id.startsWith('run_') ? await waitingStepsOf(session, [id]) : await waitingSteps(session);
  const meant = steps.filter(({ runId, approvalId }) => id === runId || id === approvalId);
  const [step] = meant;
  if (step === undefined)
    throw new CliFailure(`Nothing waits for the approval ${id}.`, {
      advice: ['gantry approvals lists what waits.'],
    });
  if (meant.length > 1)
    throw new CliFailure(`${id} waits for ${String(meant.length)} approvals.`, {
      advice: ['Name one of them: gantry approvals lists their ids.'],
    });
  return step;
}
