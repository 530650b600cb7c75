import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { dataOf } from '../../api/all-pages.ts';
import { api, queries } from '../../api/client.ts';
import { usePolling } from '../../api/live.ts';
import type { JsonValue, Workflow, WorkflowRun } from '../../api/models.ts';
import { curl, gantry } from '../../api/shell.ts';
import { Failed, NotFound } from '../../frame/lost.tsx';
import { useMe } from '../../frame/me-context.ts';
import { Page } from '../../frame/page.tsx';
import { Choice } from '../../parts/choice.tsx';
import { useAddress } from '../../frame/use-address.ts';
import { usePath } from '../../frame/use-path.ts';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { Bones, Card, Empty, Row, Stack } from '../../parts/layout.tsx';
import { StateWord } from '../../parts/state-word.tsx';
import { durationInWords, When } from '../../parts/time.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useAction } from '../../parts/use-action.ts';
import { Json } from '../../results/content-view.tsx';
import { isObject } from '../../schema-form/json-schema.ts';
import { SchemaForm } from '../../schema-form/schema-form.tsx';
import { readConfig } from '../apps/config-api.ts';
import { runStates } from './run-states.ts';
import { useWorkflows } from './use-workflows.ts';
import { WorkflowGraph } from './workflow-graph.tsx';
import styles from './workflows.module.css';

/** One workflow: what it does, a way to start it, its runs. */
export function WorkflowPage(): ReactNode {
  const { app = '', name = '' } = usePath();
  const { workflows, isPending, error } = useWorkflows(app);
  const [input, setInput] = useState('{}');
  const workflow = workflows.find((one) => one.workflow.name === name)?.workflow;
  if (error != null) return <Failed error={error} title={name} what={`app "${app}"`} />;
  if (!isPending && workflow === undefined)
    return <NotFound what={`workflow "${name}" in the app "${app}"`} />;
  return (
    <Page
      title={workflow?.title ?? name}
      lead={
        <>
          {workflow?.summary ?? <code>{name}</code>} · <Link to="/workflows">{app}</Link>
        </>
      }
      busy={isPending}
      wide
      command={{
        gantry: gantry('run', name, input !== '{}' && input, '--app', app),
        curl: curl(`/api/sdk/workflows/execute?app=${app}`, {
          text: `{"workflow":${JSON.stringify(name)},"input":${input},"mode":"async"}`,
        }),
      }}
    >
      {workflow === undefined ? (
        <Bones />
      ) : (
        <>
          <div className={styles.columns}>
            <Stack>
              <Start app={app} workflow={workflow} onChange={setInput} />
              <Runs app={app} name={name} />
            </Stack>
            <Document app={app} name={name} />
          </div>
        </>
      )}
    </Page>
  );
}

function Start({
  app,
  workflow: { name, inputSchema },
  onChange,
}: {
  readonly app: string;
  readonly workflow: Workflow;
  readonly onChange: (input: string) => void;
}): ReactNode {
  const me = useMe();
  const navigate = useNavigate();
  const start = useAction(async (input: string) => {
    const { runId } = dataOf(
      await api.POST('/api/sdk/workflows/execute', {
        params: { query: { app } },
        body: { workflow: name, input: JSON.parse(input) as JsonValue, mode: 'async' },
      }),
    ) as { readonly runId: string };
    await navigate({ to: '/workflows/$app/runs/$run', params: { app, run: runId } });
  });
  return (
    <Card title="Start">
      {me.may('tools:call') ? (
        <SchemaForm
          label="Start"
          keepAs={`start ${app} ${name}`}
          schema={inputSchema ?? anything}
          submit="Start"
          busy={start.busy}
          onChange={onChange}
          onSubmit={(text) => void start.run(text)}
        />
      ) : (
        <p>Your role does not start workflows.</p>
      )}
      <TroubleAlert error={start.error} />
    </Card>
  );
}

/** Of a workflow that does not say what it takes. */
const anything = { type: 'array' };

function Document({ app, name }: { readonly app: string; readonly name: string }): ReactNode {
  const me = useMe();
  const { data } = useQuery({
    queryKey: ['get', '/api/cli/apps', 'config', app],
    queryFn: () => readConfig(app),
    enabled: me.may('apps:read'),
  });
  const workflows: unknown = data?.config.workflows;
  const document = isObject(workflows) && Object.hasOwn(workflows, name) ? workflows[name] : undefined;
  if (document === undefined) return null;
  return (
    <Card title="Document">
      <WorkflowGraph document={document} />
      <Stack tight>
        <Json value={document} />
        <p className={styles.quiet}>
          It stands in the config of{' '}
          <Link to="/apps/$app/$section" params={{ app, section: 'config' }}>
            {app}
          </Link>
          .
        </p>
      </Stack>
    </Card>
  );
}

function Runs({ app, name }: { readonly app: string; readonly name: string }): ReactNode {
  const [{ status = '' }, change] = useAddress();
  const refetchInterval = usePolling();
  const { data, error } = queries.useQuery(
    'get',
    '/api/sdk/workflows/runs',
    {
      params: {
        query: {
          app,
          workflow: name,
          limit: 100,
          ...(status === '' ? {} : { status: status as WorkflowRun['status'] }),
        },
      },
    },
    { refetchInterval },
  );
  const columns: readonly Column<WorkflowRun>[] = [
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
    {
      name: 'Took',
      isNumber: true,
      cell: ({ createdAt, endedAt }) =>
        endedAt == null ? '' : durationInWords(Date.parse(endedAt) - Date.parse(createdAt)),
    },
    { name: 'Attempt', isNumber: true, isNarrow: true, cell: ({ attempt }) => attempt },
  ];
  return (
    <Stack tight>
      <Row>
        <h2>Runs</h2>
        <Choice
          label="State"
          value={status}
          options={['running', 'waiting', 'completed', 'failed', 'cancelled'].map((value) => ({
            value,
            label: value,
          }))}
          onChange={(value) => change({ status: value }, true)}
        />
      </Row>
      <TroubleAlert error={error} />
      {data?.runs.length === 0 && (
        <Empty title={status === '' ? 'It has not run yet' : 'No run is in this state'} />
      )}
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
