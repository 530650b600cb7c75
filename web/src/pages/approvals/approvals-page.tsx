import { useState, type ReactNode } from 'react';
import type { Approval } from '../../api/models.ts';
import { curl, gantry } from '../../api/shell.ts';
import { NotAllowed } from '../../frame/lost.tsx';
import { useMe } from '../../frame/me-context.ts';
import { Page } from '../../frame/page.tsx';
import { Bones, Empty } from '../../parts/layout.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import styles from './approvals.module.css';
import { WaitingCall } from './waiting-call.tsx';
import { useWaitingCalls } from './waiting-calls.ts';
import { WaitingRun } from './waiting-run.tsx';
import { useWaitingRuns, type WaitingStep } from './waiting-runs.ts';

/** What waits for a person. */
export function ApprovalsPage(): ReactNode {
  const me = useMe();
  const [note, setNote] = useState('');
  const calls = useWaitingCalls();
  const runs = useWaitingRuns();
  if (!me.may('tools:call')) return <NotAllowed what="Approvals" />;
  const [first] = [...calls.items, ...runs.items];
  const isPending = calls.isPending || runs.isPending;
  const hears = (item: Approval | WaitingStep) => (item === first ? setNote : undefined);
  return (
    <Page title="Approvals" busy={isPending} command={commandFor(first, note)}>
      <TroubleAlert error={calls.error ?? runs.error} />
      {isPending && <Bones rows={2} />}
      {!isPending && first === undefined && (
        <Empty title="Nothing waits">
          <p>
            A call that a policy asks about stops until somebody decides here, and so does a workflow that
            asks.
          </p>
        </Empty>
      )}
      {first !== undefined && (
        <ul className={styles.list} aria-label="Waiting">
          {calls.items.map((call) => (
            <li key={call.id} className={styles.item}>
              <WaitingCall call={call} onNote={hears(call)} />
            </li>
          ))}
          {runs.items.map((item) => (
            <li key={item.run.runId + item.step.key} className={styles.item}>
              <WaitingRun item={item} onNote={hears(item)} />
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}

/** What does the same for the first that waits. */
function commandFor(
  first: Approval | WaitingStep | undefined,
  note: string,
): { readonly gantry: string; readonly curl: string } {
  const noted = note === '' ? [] : ['--note', note];
  const told = note === '' ? {} : { note };
  if (first === undefined)
    return { gantry: gantry('approvals'), curl: curl('/api/approvals?status=waiting') };
  if ('id' in first)
    return {
      gantry: gantry('approvals', 'approve', first.id, ...noted),
      curl: curl(`/api/approvals/${first.id}`, { body: { decision: 'approve', ...told } }),
    };
  const { app, run, step } = first;
  const { approvalId = run.runId } = step;
  return {
    gantry: gantry('approvals', 'approve', approvalId, ...noted, '--app', app),
    curl: curl(`/api/sdk/workflows/runs/${run.runId}/signals/approval?app=${app}`, {
      body: { approval: step.approvalId, data: { approved: true, ...told } },
    }),
  };
}
