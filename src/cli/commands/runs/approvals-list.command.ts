import { allPages } from '../../../client/pages.js';
import type { CommandSession } from '../../session.js';
import { printableText } from '../../terminal/printable.js';
import { tableTime } from '../../terminal/when.js';
import { callerText } from '../../workflows/caller-text.js';
import { waitingSteps } from '../../workflows/waiting-steps.js';

/** Calls that wait for an approval, and steps of runs that listen for one, with the call that it is for. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal } = session;
  const gateway = session.gateway();
  const calls = await allPages(
    (query) => gateway.get('/api/approvals', { query: { ...query, status: 'waiting' } }),
    (page) => page.approvals,
  );
  const steps = await waitingSteps(session);
  terminal.result({ approvals: [...calls, ...steps] }, () => {
    if (calls.length > 0 || steps.length === 0)
      terminal.table(
        [
          { heading: 'APPROVAL', text: ({ id }) => id },
          { heading: 'TOOL', text: ({ tool, server }) => `${tool}@${server}` },
          { heading: 'ASKED BY', text: ({ caller, runId }) => runId ?? callerText(caller) },
          { heading: 'ARGUMENTS', text: ({ arguments: args }) => printableText(args) },
          { heading: 'ENDS', text: ({ expiresAt }) => tableTime(terminal, expiresAt) },
        ],
        calls,
        'Nothing waits for an approval.',
      );
    if (steps.length === 0) return;
    if (calls.length > 0) terminal.line();
    terminal.table(
      [
        { heading: 'APPROVAL', text: ({ approvalId }) => approvalId ?? '' },
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
      steps,
      'No run waits for an approval.',
    );
  });
}
