import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useNews } from '../../frame/news.tsx';
import { Facts, Stack } from '../../parts/layout.tsx';
import { When } from '../../parts/time.tsx';
import { Json } from '../../results/content-view.tsx';
import { useCallerName } from '../calls/use-caller-name.ts';
import { starterOf } from '../workflows/run-starter.ts';
import { decide } from './decide.ts';
import { Decision } from './decision.tsx';
import type { WaitingStep } from './waiting-runs.ts';

/** A step of a run that listens for an approval. */
export function WaitingRun({
  item: { app, run, step },
  onNote,
}: {
  readonly item: WaitingStep;
  readonly onNote: ((note: string) => void) | undefined;
}): ReactNode {
  const client = useQueryClient();
  const tell = useNews();
  const nameOf = useCallerName();
  const { approvalFor } = step;
  return (
    <Stack tight>
      <h2>{approvalFor?.tool ?? step.name}</h2>
      <Facts
        rows={[
          [
            'Workflow',
            <Link key="workflow" to="/workflows/$app/runs/$run" params={{ app, run: run.runId }}>
              {run.workflow} of {app}
            </Link>,
          ],
          ['Step', approvalFor?.step ?? step.name],
          ['Asked by', starterOf(run, nameOf)],
          ['Waits since', <When key="since" at={step.startedAt} />],
          step.until === undefined ? undefined : ['Until', <When key="until" at={step.until} />],
        ]}
      />
      <h3>Arguments</h3>
      <Json value={approvalFor?.arguments ?? approvalFor?.with ?? run.input ?? {}} />
      <Decision
        onNote={onNote}
        onAnswer={async (approved, note) => {
          await decide(client, { app, runId: run.runId, approval: step.approvalId, approved, note });
          tell(approved ? 'Approved: the run goes on.' : 'Denied.');
        }}
      />
    </Stack>
  );
}
