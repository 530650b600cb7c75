import { allPages } from '../../client/pages.js';
import type { Session } from '../session.js';
import { textOf } from '../terminal/printable.js';
import { tableTime } from '../terminal/when.js';
import { meantApp } from '../tools/meant-app.js';

/** Runs that wait for an approval, with the step that does. */
export async function run(session: Session): Promise<void> {
  const { terminal } = session;
  const gateway = session.gateway();
  const app = meantApp(session);
  const waiting = await allPages(
    (query) => gateway.get('/api/sdk/workflows/runs', { query: { ...app, ...query, status: 'waiting' } }),
    (page) => page.runs,
  );
  const runs = await Promise.all(
    waiting.map(({ runId }) =>
      gateway.get('/api/sdk/workflows/runs/{run}', { path: { run: runId }, query: app }),
    ),
  );
  const approvals = runs.flatMap(({ runId, workflow, input, createdAt, steps }) =>
    steps
      .filter(
        ({ status, waitsFor = '' }) => status === 'waiting' && waitsFor.split(/[\s,]+/).includes('approval'),
      )
      .map(({ name }) => ({ runId, workflow, step: name, input, createdAt })),
  );
  terminal.result({ approvals }, () => {
    terminal.table(
      [
        { heading: 'RUN', text: ({ runId }) => runId },
        { heading: 'WORKFLOW', text: ({ workflow }) => workflow },
        { heading: 'STEP', text: ({ step }) => step },
        { heading: 'STARTED', text: ({ createdAt }) => tableTime(terminal, createdAt) },
        { heading: 'INPUT', text: ({ input }) => textOf(input) },
      ],
      approvals,
      'Nothing waits for an approval.',
    );
  });
}
