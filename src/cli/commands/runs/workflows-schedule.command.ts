import { usageFailure } from '../../failure.js';
import type { CommandSession } from '../../session.js';
import { writeFacts } from '../../terminal/facts.js';
import { tableTime } from '../../terminal/when.js';
import { meantApp } from '../../tools/meant-app.js';

const path = '/api/sdk/workflows/{workflow}/schedule';
const actions = ['pause', 'resume', 'run-now'] as const;

/** When a workflow begins by itself; pauses, resumes or begins it. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const workflow = invocation.arg(0);
  const [, wanted] = invocation.args;
  const action = actions.find((known) => known === wanted);
  if (wanted !== undefined && action === undefined)
    throw usageFailure(
      `There is no ${wanted} for schedules.`,
      `One of ${actions.join(', ')}, or nothing to look.`,
    );
  const request = { path: { workflow }, query: meantApp(session) };
  const gateway = session.gateway();
  if (action === 'run-now') {
    const started = await gateway.post(`${path}/run-now`, request);
    terminal.result(started, () => {
      terminal.line(started.runId);
    });
    return;
  }
  const state =
    action === undefined
      ? await gateway.get(path, request)
      : await gateway.post(`${path}/${action}`, request);
  terminal.result(state, () => {
    const { schedule, timezone, overlap, catchUp, asKey, paused, nextAt, queued, skipped } = state;
    writeFacts(terminal, {
      workflow: state.workflow,
      schedule: `${JSON.stringify(schedule)}, ${timezone}`,
      overlap,
      'catch up': catchUp,
      as: asKey === undefined ? 'the app' : `the key ${asKey}`,
      next: paused ? 'paused' : nextAt === undefined ? 'when its run has ended' : tableTime(terminal, nextAt),
      last:
        state.lastAt === undefined
          ? undefined
          : `${tableTime(terminal, state.lastAt)} ${state.lastRunId ?? ''}`,
      queued: queued === 0 ? undefined : String(queued),
      skipped: skipped === 0 ? undefined : String(skipped),
      problem: state.problem === undefined ? undefined : (state.problem.detail ?? state.problem.code),
    });
  });
}
