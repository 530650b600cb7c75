import type { ReactNode } from 'react';
import { queries } from '../../api/client.ts';
import type { Setting } from '../../api/models.ts';
import { curl, gantry } from '../../api/shell.ts';
import { Failed, NotAllowed } from '../../frame/lost.tsx';
import { useMe } from '../../frame/me-context.ts';
import { Page } from '../../frame/page.tsx';
import { useAddress } from '../../frame/use-address.ts';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { FilterField } from '../../parts/field.tsx';
import { Bones, Empty, Muted, Row } from '../../parts/layout.tsx';
import styles from './settings.module.css';

const columns: readonly Column<Setting>[] = [
  {
    name: 'Variable',
    cell: ({ name, meaning }) => (
      <div className={styles.variable}>
        <code>{name}</code>
        <small>{meaning}</small>
      </div>
    ),
  },
  {
    name: 'Value',
    cell: ({ value, set }) =>
      value === undefined ? <Muted>{set ? 'set' : 'not set'}</Muted> : <code>{value}</code>,
  },
  { name: 'From', isNarrow: true, cell: ({ source }) => source },
];

/** What is configured, and where it comes from. */
export function SettingsPage(): ReactNode {
  const me = useMe();
  const { data, error } = queries.useQuery('get', '/api/settings', {}, { enabled: me.may('operator') });
  const [{ q = '' }, change] = useAddress();
  if (!me.may('operator')) return <NotAllowed what="Settings" />;
  if (error !== null) return <Failed error={error} title="Settings" what="such page" />;
  const wanted = q.trim().toLowerCase();
  const shown = (data?.settings ?? []).filter(({ name }) => name.toLowerCase().includes(wanted));
  return (
    <Page
      title="Settings"
      lead="Variables of the gateway's process. They are changed where it is started."
      busy={data === undefined}
      command={{ gantry: gantry('settings'), curl: curl('/api/settings') }}
    >
      {data === undefined ? (
        <Bones rows={8} />
      ) : (
        <>
          <Row>
            <FilterField value={q} onChange={(value) => change({ q: value })} />
          </Row>
          {shown.length === 0 ? (
            <Empty title="No variable fits this filter" />
          ) : (
            <DataTable label="Settings" columns={columns} rows={shown} keyOf={({ name }) => name} />
          )}
        </>
      )}
    </Page>
  );
}
