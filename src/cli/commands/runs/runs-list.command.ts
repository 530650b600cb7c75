import { usageFailure } from '../../failure.js';
import type { CommandSession } from '../../session.js';
import { firstOf } from '../../terminal/limit.js';
import { tableTime } from '../../terminal/when.js';
import { meantApp } from '../../tools/meant-app.js';

const statuses = ['running', 'waiting', 'completed', 'failed', 'cancelled'] as const;

/** The runs of an app, newest first. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const gateway = session.gateway();
  const workflow = invocation.text('workflow');
  const status = statusOf(invocation.text('status'));
  const filter = {
    ...meantApp(session),
    ...(workflow === undefined ? {} : { workflow }),
    ...(status === undefined ? {} : { status }),
  };
  const runs = await firstOf(
    invocation,
    (query) => gateway.get('/api/sdk/workflows/runs', { query: { ...filter, ...query } }),
    (page) => page.runs,
  );
  terminal.result({ runs }, () => {
    terminal.table(
      [
        { heading: 'RUN', text: ({ runId }) => runId },
        { heading: 'WORKFLOW', text: (one) => one.workflow },
        { heading: 'STATUS', text: (one) => one.status },
        { heading: 'STARTED', text: ({ createdAt }) => tableTime(terminal, createdAt) },
        { heading: 'ENDED', text: ({ endedAt }) => tableTime(terminal, endedAt ?? null) },
        { heading: 'PROBLEM', text: ({ error }) => error?.detail ?? error?.title ?? '' },
      ],
      runs,
      'There are no runs. Start one with: gantry run <workflow>',
    );
  });
}

function statusOf(text: string | undefined): (typeof statuses)[number] | undefined {
  if (text === undefined) return undefined;
  const status = statuses.find((name) => name === text);
  if (status === undefined)
    throw usageFailure(`There is no status ${text}.`, `A run is one of: ${statuses.join(', ')}`);
  return status;
}
