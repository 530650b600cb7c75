import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { curl, gantry } from '../../api/shell.ts';
import { NotAllowed } from '../../frame/lost.tsx';
import { useMe } from '../../frame/me-context.ts';
import { useNews } from '../../frame/news.tsx';
import { Page } from '../../frame/page.tsx';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { Bones, Empty, Facts, Row, Stack } from '../../parts/layout.tsx';
import { When } from '../../parts/time.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useAction } from '../../parts/use-action.ts';
import { Json } from '../../results/content-view.tsx';
import { useCallerName } from '../calls/use-caller-name.ts';
import { starterOf } from '../workflows/run-starter.ts';
import styles from './approvals.module.css';
import { decide } from './decide.ts';
import { useWaitingRuns, type WaitingStep } from './waiting-runs.ts';

/** What waits for a person. */
export function ApprovalsPage(): ReactNode {
  const me = useMe();
  const { items, isPending, error } = useWaitingRuns();
  if (!me.may('tools:call')) return <NotAllowed what="Approvals" />;
  const [first] = items;
  const [note, setNote] = useState('');
  return (
    <Page
      title="Approvals"
      busy={isPending}
      command={{
        gantry:
          first === undefined
            ? gantry('approvals')
            : gantry(
                'approvals',
                'approve',
                first.run.runId,
                ...(note === '' ? [] : ['--note', note]),
                '--app',
                first.app,
              ),
        curl:
          first === undefined
            ? curl('/api/cli/apps')
            : curl(`/api/sdk/workflows/runs/${first.run.runId}/signals/approval?app=${first.app}`, {
                body: { data: { approved: true, ...(note === '' ? {} : { note }) } },
              }),
      }}
    >
      <TroubleAlert error={error} />
      {isPending && <Bones rows={2} />}
      {!isPending && items.length === 0 && (
        <Empty title="Nothing waits">
          <p>A workflow whose step asks for an approval stops until somebody decides here.</p>
        </Empty>
      )}
      {items.length > 0 && (
        <ul className={styles.list} aria-label="Waiting">
          {items.map((item) => (
            <li key={item.run.runId + item.step.key} className={styles.item}>
              <Waiting item={item} onNote={item === first ? setNote : undefined} />
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}

function Waiting({
  item: { app, run, step },
  onNote,
}: {
  readonly item: WaitingStep;
  /** Hears what is written, for the command. */
  readonly onNote: ((note: string) => void) | undefined;
}): ReactNode {
  const client = useQueryClient();
  const tell = useNews();
  const nameOf = useCallerName();
  const [note, setNote] = useState('');
  const { approvalFor } = step;
  const answer = useAction(async (approved: boolean) => {
    await decide(client, { app, runId: run.runId, approved, note });
    tell(approved ? 'Approved: the run goes on.' : 'Denied.');
  });
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
      <TextField
        label="Note"
        hint="Whoever asked can read it."
        maxLength={500}
        value={note}
        onChange={({ target: { value } }) => {
          setNote(value);
          onNote?.(value);
        }}
      />
      <Row>
        <Button className={styles.decision} busy={answer.busy} onClick={() => void answer.run(false)}>
          Deny
        </Button>
        <Button
          kind="main"
          className={styles.decision}
          busy={answer.busy}
          onClick={() => void answer.run(true)}
        >
          Approve
        </Button>
      </Row>
      <TroubleAlert error={answer.error} />
    </Stack>
  );
}
