import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { App } from '../../api/models.ts';
import { curl, gantry } from '../../api/shell.ts';
import { NotAllowed } from '../../frame/lost.tsx';
import { useMe } from '../../frame/me-context.ts';
import { Page } from '../../frame/page.tsx';
import { useAddress } from '../../frame/use-address.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { FilterField } from '../../parts/field.tsx';
import { Bones, Empty, Row } from '../../parts/layout.tsx';
import { When } from '../../parts/time.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useApps } from './use-apps.ts';

const columns: readonly Column<App>[] = [
  {
    name: 'Name',
    cell: ({ slug, name }) => (
      <Link to="/apps/$app/$section" params={{ app: slug, section: 'config' }}>
        {name}
      </Link>
    ),
  },
  { name: 'Slug', cell: ({ slug }) => <code>{slug}</code> },
  { name: 'Version', isNumber: true, isNarrow: true, cell: ({ config }) => config.version },
  { name: 'Changed', isNarrow: true, cell: ({ config }) => <When at={config.updatedAt} /> },
];

/** The apps of the account. */
export function AppsPage(): ReactNode {
  const me = useMe();
  const { data, isPending, error } = useApps();
  const [{ q = '' }, change] = useAddress();
  if (!me.may('apps:read')) return <NotAllowed what="Apps" />;
  const apps = data ?? [];
  const wanted = q.trim().toLowerCase();
  const shown = apps.filter(({ name, slug }) => `${name} ${slug}`.toLowerCase().includes(wanted));
  const create = me.may('apps:write') && (
    <ButtonLink to="/apps/new" kind="main">
      New app
    </ButtonLink>
  );
  return (
    <Page
      title="Apps"
      busy={isPending}
      actions={apps.length > 0 && create}
      command={{ gantry: gantry('apps'), curl: curl('/api/cli/apps') }}
    >
      <TroubleAlert error={error} />
      {isPending && <Bones />}
      {data !== undefined && apps.length === 0 && (
        <Empty title="No app yet">
          <p>
            An app puts several servers behind one address, with its own keys, secrets, rules and workflows.
            Make one for each program or team.
          </p>
          {create}
        </Empty>
      )}
      {apps.length > 0 && (
        <>
          <Row>
            <FilterField value={q} onChange={(value) => change({ q: value })} />
          </Row>
          {shown.length === 0 ? (
            <Empty title="No app fits this filter" />
          ) : (
            <DataTable label="Apps" columns={columns} rows={shown} keyOf={({ id }) => id} />
          )}
        </>
      )}
    </Page>
  );
}
