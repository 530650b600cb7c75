import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { allPages, dataOf } from '../../api/all-pages.ts';
import { api } from '../../api/client.ts';
import { useNews } from '../../frame/news.tsx';
import { ButtonLink } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { Bones, Empty } from '../../parts/layout.tsx';
import { When } from '../../parts/time.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useAction } from '../../parts/use-action.ts';
import styles from './people.module.css';

/** Programs that the person has let in by OAuth. */
export function ProgramsSection(): ReactNode {
  const client = useQueryClient();
  const tell = useNews();
  const { data, error } = useQuery({
    queryKey: ['get', '/api/grants'],
    queryFn: () =>
      allPages(async (cursor) => {
        const page = dataOf(await api.GET('/api/grants', { params: { query: { limit: 200, cursor } } }));
        return { items: page.grants, nextCursor: page.nextCursor };
      }),
  });
  const revoke = useAction(async (id: string) => {
    await api.DELETE('/api/grants/{id}', { params: { path: { id } } });
    tell('The program is shut out.');
    await client.invalidateQueries({ queryKey: ['get', '/api/grants'] });
  });
  if (data === undefined) return error === null ? <Bones /> : <TroubleAlert error={error} />;
  if (data.length === 0)
    return (
      <Empty title="No program is connected">
        <p>Programs that sign in by OAuth, such as Claude or Cursor, stand here once you have let them in.</p>
        <ButtonLink to="/connect" kind="main">
          Connect a client
        </ButtonLink>
      </Empty>
    );
  return (
    <>
      <TroubleAlert error={revoke.error} />
      <DataTable
        label="Programs"
        rows={data}
        keyOf={({ id }) => id}
        columns={[
          {
            name: 'Program',
            cell: ({ client: { name, host } }) => (
              <div className={styles.person}>
                <strong>{name}</strong>
                <small>{host}</small>
              </div>
            ),
          },
          { name: 'May', cell: ({ scopes }) => scopes.join(', ') },
          {
            name: 'Reaches',
            cell: ({ servers, apps }) => [...(servers ?? []), ...(apps ?? [])].join(', ') || 'nothing',
          },
          {
            name: 'Last used',
            isNarrow: true,
            cell: ({ lastUsedAt }) => (lastUsedAt ? <When at={lastUsedAt} /> : 'never'),
          },
          {
            name: 'Actions',
            isAction: true,
            cell: ({ id, client: { name } }) => (
              <Confirm
                small
                action="Remove"
                title={`Shut out ${name}?`}
                onConfirm={() => void revoke.run(id)}
              >
                It is refused at once, and has to ask again.
              </Confirm>
            ),
          },
        ]}
      />
    </>
  );
}
