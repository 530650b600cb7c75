import { allPages } from '../../../client/pages.js';
import type { CommandSession } from '../../session.js';
import { printableText } from '../../terminal/printable.js';
import { tableTime } from '../../terminal/when.js';
import { meantApp } from '../../tools/meant-app.js';

/** Runs that can wait for somebody: of one that is running, a branch may. */
const open = ['waiting', 'running'] as const;

/** Steps that wait for an approval, with the call that it is for. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal } = session;
  const gateway = session.gateway();
  const app = meantApp(session);
  const lists = await Promise.all(
    open.map((status) =>
      allPages(
        (query) => gateway.get('/api/sdk/workflows/runs', { query: { ...app, ...query, status } }),
        (page) => page.runs,
      ),
    ),
  );
  // A run may have moved from one list to the other meanwhile.
  const ids = new Set(lists.flat().map(({ runId }) => runId));
  const runs = await Promise.all(
    [...ids].map((run) => gateway.get('/api/sdk/workflows/runs/{run}', { path: { run }, query: app })),
  );
  const approvals = runs.flatMap(({ runId, workflow, input, createdAt, steps }) =>
    steps
      .filter(
        ({ status, waitsFor = '' }) => status === 'waiting' && waitsFor.split(/[\s,]+/).includes('approval'),
      )
      .map(({ name, approvalFor }) => ({ runId, workflow, step: name, approvalFor, input, createdAt })),
  );
  terminal.result({ approvals }, () => {
    terminal.table(
      [
        { heading: 'RUN', text: ({ runId }) => runId },
        { heading: 'WORKFLOW', text: ({ workflow }) => workflow },
        { heading: 'STEP', text: ({ step }) => step },
        { heading: 'FOR', text: ({ approvalFor }) => approvalFor?.tool ?? '' },
        {
          heading: 'ARGUMENTS',
          text: ({ approvalFor }) => printableText(approvalFor?.arguments ?? approvalFor?.with),
        },
        { heading: 'STARTED', text: ({ createdAt }) => tableTime(terminal, createdAt) },
        { heading: 'INPUT', text: ({ input }) => printableText(input) },
      ],
      approvals,
      'Nothing waits for an approval.',
    );
  });
}
