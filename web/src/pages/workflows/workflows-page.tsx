import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { curl, gantry } from '../../api/shell.ts';
import { Page } from '../../frame/page.tsx';
import { ButtonLink } from '../../parts/button.tsx';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { Bones, Empty } from '../../parts/layout.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useWorkflows, type WorkflowOfApp } from './use-workflows.ts';

const columns: readonly Column<WorkflowOfApp>[] = [
  {
    name: 'Name',
    cell: ({ app, workflow: { name, title } }) => (
      <Link to="/workflows/$app/$name" params={{ app, name }}>
        {title ?? name}
      </Link>
    ),
  },
  { name: 'App', cell: ({ app }) => app },
  { name: 'What it does', cell: ({ workflow: { summary } }) => summary ?? '' },
  { name: 'Tools', isNumber: true, isNarrow: true, cell: ({ workflow: { tools } }) => tools.length },
  { name: 'Version', isNarrow: true, cell: ({ workflow: { version } }) => version },
];

/** The workflows of the account's apps. */
export function WorkflowsPage(): ReactNode {
  const { workflows, isPending, error } = useWorkflows();
  const [first] = workflows;
  return (
    <Page
      title="Workflows"
      busy={isPending}
      command={{
        gantry: first === undefined ? gantry('workflows') : gantry('workflows', 'list', '--app', first.app),
        curl: curl(`/api/sdk/workflows${first === undefined ? '' : `?app=${first.app}`}`),
      }}
    >
      <TroubleAlert error={error} />
      {isPending && <Bones />}
      {!isPending && workflows.length === 0 && error == null && (
        <Empty title="No workflow yet">
          <p>
            A workflow runs tools one after the other, waits for people and starts again where it stopped. It
            is written into the config of an app, under <code>workflows</code>.
          </p>
          <ButtonLink to="/apps" kind="main">
            Apps
          </ButtonLink>
        </Empty>
      )}
      {workflows.length > 0 && (
        <DataTable
          label="Workflows"
          columns={columns}
          rows={workflows}
          keyOf={({ app, workflow }) => `${app} ${workflow.name}`}
        />
      )}
    </Page>
  );
}
