import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { dataOf } from '../../api/all-pages.ts';
import { api } from '../../api/client.ts';
import type { AuditEvent } from '../../api/models.ts';
import { inChosenAccount } from '../../api/chosen-account.ts';
import { basePath } from '../../api/place.ts';
import { useAddress } from '../../frame/use-address.ts';
import { Button } from '../../parts/button.tsx';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { FilterField } from '../../parts/field.tsx';
import { Bones, Empty, Row } from '../../parts/layout.tsx';
import { When } from '../../parts/time.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useCallerName } from '../calls/use-caller-name.ts';

/** What happened in the account, newest first. */
export function AuditSection(): ReactNode {
  const [{ action = '' }, change] = useAddress();
  const nameOf = useCallerName();
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['get', '/api/audit', action],
    queryFn: async ({ pageParam }) =>
      dataOf(
        await api.GET('/api/audit', {
          params: {
            query: {
              limit: 100,
              ...(pageParam === '' ? {} : { cursor: pageParam }),
              ...(action === '' ? {} : { action }),
            },
          },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const events = data?.pages.flatMap((page) => page.events) ?? [];
  const columns: readonly Column<AuditEvent>[] = [
    { name: 'When', isNarrow: true, cell: ({ at }) => <When at={at} /> },
    { name: 'What', cell: ({ action: what }) => <code>{what}</code> },
    {
      name: 'Who',
      cell: ({ userId }) => (userId == null ? 'the gateway' : nameOf({ userId })),
    },
    { name: 'On', cell: ({ target }) => target ?? '' },
    { name: 'From', isNarrow: true, cell: ({ address }) => address ?? '' },
  ];
  return (
    <>
      <Row>
        <FilterField label="Action" value={action} onChange={(value) => change({ action: value })} />
        {(['csv', 'ndjson'] as const).map((format) => (
          <a key={format} download href={exportAddress(action, format)}>
            Export {format.toUpperCase()}
          </a>
        ))}
      </Row>
      <TroubleAlert error={error} />
      {data === undefined && error === null && <Bones />}
      {data !== undefined && events.length === 0 && <Empty title="Nothing of this kind happened" />}
      {events.length > 0 && (
        <DataTable
          label="Audit log"
          columns={columns}
          rows={events}
          keyOf={({ id }) => id}
          total={hasNextPage ? -1 : events.length}
        />
      )}
      {hasNextPage && (
        <Row>
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Older ones
          </Button>
        </Row>
      )}
    </>
  );
}

function exportAddress(action: string, format: 'csv' | 'ndjson'): string {
  const query = new URLSearchParams({ format, ...(action === '' ? {} : { action }) });
  return inChosenAccount(`${basePath}/api/audit/export?${query.toString()}`);
}
