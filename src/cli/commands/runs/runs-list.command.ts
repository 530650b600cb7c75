import { usageFailure } from '../../failure.js';
import type { CommandSession } from '../../session.js';
import { firstOf } from '../../terminal/limit.js';
import { tableTime } from '../../terminal/when.js';
import { meantApp } from '../../tools/meant-app.js';

const statuses = ['running', 'waiting', 'completed', 'failed', 'cancelled'] as const;
const starts = ['user', 'key', 'schedule', 'webhook', 'event', 'workflow'] as const;

/** The runs of an app, newest first. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const gateway = session.gateway();
  const status = oneOf(statuses, invocation.text('status'), 'There is no status', 'A run is one of');
  const startedBy = oneOf(starts, invocation.text('startedBy'), 'Nothing is', 'Runs are begun by');
  const texts = (['workflow', 'since', 'until'] as const).flatMap((name) => {
    const text = invocation.text(name);
    return text === undefined ? [] : [[name, text] as const];
  });
  const filter = {
    ...{ ...meantApp(session), ...Object.fromEntries(texts) },
    ...(status === undefined ? {} : { status }),
    ...(startedBy === undefined ? {} : { startedBy }),
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

function oneOf<T extends string>(
  all: readonly T[],
  text: string | undefined,
  wrong: string,
  right: string,
): T | undefined {
  if (text === undefined) return undefined;
  const found = all.find((name) => name === text);
  if (found === undefined) throw usageFailure(`${wrong} ${text}.`, `${right}: ${all.join(', ')}`);
  return found;
}
