import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { queries } from '../../api/client.ts';
import type { CatalogEntry } from '../../api/models.ts';
import { useAddress } from '../../frame/use-address.ts';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { FilterField } from '../../parts/field.tsx';
import { Bones, Card, Empty, Muted, Stack } from '../../parts/layout.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import styles from './servers.module.css';

/** Registries are asked when somebody has stopped typing. */
const typingMs = 250;
const limit = 50;

const columns: readonly Column<CatalogEntry>[] = [
  {
    name: 'Name',
    cell: ({ name, title }) => (
      <div className={styles.entry}>
        <Link to="/servers/new" search={{ entry: name }}>
          {title ?? name}
        </Link>
        {title !== undefined && <small>{name}</small>}
      </div>
    ),
  },
  { name: 'What it is', isWide: true, cell: ({ description }) => description },
  { name: 'Version', isNarrow: true, cell: ({ version }) => version },
  { name: 'From', isNarrow: true, cell: ({ source }) => source },
];

/** Servers that can be added without a declaration being written. */
export function CatalogSection(): ReactNode {
  const [{ search = '' }, change] = useAddress();
  const wanted = useSettled(search.trim());
  const { data, isPending, error } = queries.useQuery(
    'get',
    '/api/catalog',
    { params: { query: { search: wanted, limit } } },
    { placeholderData: keepPreviousData },
  );
  return (
    <Card title="From the catalogue" named>
      <Stack tight>
        <FilterField
          label="Search the catalogue"
          value={search}
          onChange={(value) => change({ search: value })}
        />
        <TroubleAlert error={error} />
        {data?.troubles?.map(({ source, detail }) => (
          <p key={source}>
            <Muted>
              Without {source}, which {detail}.
            </Muted>
          </p>
        ))}
        {isPending && <Bones />}
        {data?.servers.length === 0 && <Empty title="The catalogue has no such server" />}
        {data !== undefined && data.servers.length > 0 && (
          <DataTable
            label="Catalogue"
            columns={columns}
            rows={data.servers}
            keyOf={({ name, source }) => `${source} ${name}`}
            total={data.nextCursor === undefined ? data.servers.length : -1}
          />
        )}
        {data?.nextCursor !== undefined && <Muted>There are more: search for words of the name.</Muted>}
      </Stack>
    </Card>
  );
}

/** The value when it has not changed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typingMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
