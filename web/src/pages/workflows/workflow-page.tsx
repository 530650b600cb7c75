import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { dataOf } from '../../api/all-pages.ts';
import { api } from '../../api/client.ts';
import type { JsonValue, Workflow } from '../../api/models.ts';
import { curl, gantry } from '../../api/shell.ts';
import { Failed, NotFound } from '../../frame/lost.tsx';
import { useMe } from '../../frame/me-context.ts';
import { Page } from '../../frame/page.tsx';
import { usePath } from '../../frame/use-path.ts';
import { Bones, Card, Stack } from '../../parts/layout.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useAction } from '../../parts/use-action.ts';
import { Json } from '../../results/content-view.tsx';
import { SchemaForm } from '../../schema-form/schema-form.tsx';
import { HooksSection } from './hooks-section.tsx';
import { RunsSection } from './runs-section.tsx';
import { ScheduleSection } from './schedule-section.tsx';
import { TrialSection } from './trial-section.tsx';
import { useDocument } from './use-document.ts';
import { useWorkflows } from './use-workflows.ts';
import { WorkflowGraph } from './workflow-graph.tsx';
import styles from './workflows.module.css';

/** One workflow: what it does, a way to start it, its runs. */
export function WorkflowPage(): ReactNode {
  const { app = '', name = '' } = usePath();
  const { workflows, isPending, error } = useWorkflows(app);
  const [input, setInput] = useState('{}');
  const document = useDocument(app, name);
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
              <TrialSection key={name} app={app} workflow={workflow} input={input} document={document} />
              <RunsSection app={app} name={name} />
            </Stack>
            <Stack>
              <Document app={app} document={document} />
              <ScheduleSection app={app} name={name} />
              <HooksSection app={app} name={name} />
            </Stack>
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

function Document({ app, document }: { readonly app: string; readonly document: unknown }): ReactNode {
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
