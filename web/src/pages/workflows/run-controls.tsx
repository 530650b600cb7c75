import type { ReactNode } from 'react';
import { api } from '../../api/client.ts';
import type { RunWithSteps } from '../../api/models.ts';
import { useMe } from '../../frame/me-context.ts';
import { useNews } from '../../frame/news.tsx';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useRefreshedRuns } from './use-run.ts';

/** Ends a run, or lets one that failed or was cancelled go on. */
export function RunControls({
  app,
  run: { runId, status },
}: {
  readonly app: string;
  readonly run: RunWithSteps;
}): ReactNode {
  const me = useMe();
  const tell = useNews();
  const refresh = useRefreshedRuns();
  const params = { path: { run: runId }, query: { app } };
  const cancel = useAction(async () => {
    await api.POST('/api/sdk/workflows/runs/{run}/cancel', { params });
    tell('The run is stopped.');
    await refresh();
  });
  const retry = useAction(async () => {
    await api.POST('/api/sdk/workflows/runs/{run}/retry', { params, body: { definition: 'run' } });
    tell('It goes on where it stopped.');
    await refresh();
  });
  if (!me.may('tools:call')) return null;
  return (
    <>
      {(status === 'running' || status === 'waiting') && (
        <Confirm
          action="Cancel run"
          title="Cancel this run?"
          busy={cancel.busy}
          onConfirm={() => void cancel.run()}
        >
          It stops where it is, and the tools that run for it are ended. What they did stays done.
        </Confirm>
      )}
      {(status === 'failed' || status === 'cancelled') && (
        <Button kind="main" busy={retry.busy} onClick={() => void retry.run()}>
          Retry
        </Button>
      )}
      <TroubleAlert error={cancel.error ?? retry.error} />
    </>
  );
}
