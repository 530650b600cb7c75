import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queries } from '../../api/client.ts';
import { usePolling } from '../../api/live.ts';
import type { WorkflowRun } from '../../api/models.ts';
import { useAddress } from '../../frame/use-address.ts';
import { Choice } from '../../parts/choice.tsx';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { TextField } from '../../parts/field.tsx';
import { Empty, Stack } from '../../parts/layout.tsx';
import { StateWord } from '../../parts/state-word.tsx';
import { durationInWords, When } from '../../parts/time.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useCallerName } from '../calls/use-caller-name.ts';
import { starterOf } from './run-starter.ts';
import { runStates } from './run-states.ts';
import styles from './workflows.module.css';

const states = ['running', 'waiting', 'completed', 'failed', 'cancelled'] as const;
const beginnings = [
  { value: 'user', label: 'a person' },
  { value: 'key', label: 'a key' },
  { value: 'schedule', label: 'its schedule' },
  { value: 'webhook', label: 'a webhook' },
  { value: 'event', label: 'an event' },
  { value: 'workflow', label: 'another run' },
] as const;

/** The runs of a workflow, as the address narrows them. */
export function RunsSection({ app, name }: { readonly app: string; readonly name: string }): ReactNode {
  const [{ status = '', startedBy = '', since = '', until = '' }, change] = useAddress();
  const refetchInterval = usePolling();
  const isNarrowed = [status, startedBy, since, until].some((one) => one !== '');
  const { data, error } = queries.useQuery(
    'get',
    '/api/sdk/workflows/runs',
    {
      params: {
        query: {
          ...{ app, workflow: name, limit: 100 },
          ...(status === '' ? {} : { status: status as WorkflowRun['status'] }),
          ...(startedBy === '' ? {} : { startedBy: startedBy as WorkflowRun['startedBy']['kind'] }),
          ...(since === '' ? {} : { since }),
          ...(until === '' ? {} : { until }),
        },
      },
    },
    { refetchInterval },
  );
  const columns = useColumns(app);
  return (
    <Stack tight>
      <h2>Runs</h2>
      <div className={styles.filters}>
        <Choice
          label="State"
          value={status}
          options={states.map((value) => ({ value, label: value }))}
          onChange={(value) => change({ status: value }, true)}
        />
        <Choice
          label="Begun by"
          value={startedBy}
          options={beginnings}
          onChange={(value) => change({ startedBy: value }, true)}
        />
        <TextField
          label="Since"
          type="date"
          value={since}
          onChange={(event) => change({ since: event.target.value }, true)}
        />
        <TextField
          label="Until"
          type="date"
          value={until}
          onChange={(event) => change({ until: event.target.value }, true)}
        />
      </div>
      <TroubleAlert error={error} />
      {data?.runs.length === 0 && <Empty title={isNarrowed ? 'No run is like that' : 'It has not run yet'} />}
      {data !== undefined && data.runs.length > 0 && (
        <DataTable
          label="Runs"
          columns={columns}
          rows={data.runs}
          keyOf={({ runId }) => runId}
          total={data.nextCursor === undefined ? data.runs.length : -1}
        />
      )}
    </Stack>
  );
}

function useColumns(app: string): readonly Column<WorkflowRun>[] {
  const nameOf = useCallerName();
  return [
    {
      name: 'Started',
      cell: ({ createdAt, runId }) => (
        <Link to="/workflows/$app/runs/$run" params={{ app, run: runId }}>
          <When at={createdAt} />
        </Link>
      ),
    },
    {
      name: 'State',
      cell: ({ status: state }) => (
        <StateWord tone={runStates[state].tone}>{runStates[state].word}</StateWord>
      ),
    },
    { name: 'By', cell: (run) => starterOf(run, nameOf) },
    {
      name: 'Took',
      isNumber: true,
      cell: ({ createdAt, endedAt }) =>
        endedAt == null ? '' : durationInWords(Date.parse(endedAt) - Date.parse(createdAt)),
    },
    { name: 'Attempt', isNumber: true, isNarrow: true, cell: ({ attempt }) => attempt },
  ];
}
