import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { allPages, dataOf } from '../../api/all-pages.ts';
import { api } from '../../api/client.ts';
import type { OpenInvitation } from '../../api/models.ts';
import { useNews } from '../../frame/news.tsx';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { Stack } from '../../parts/layout.tsx';
import { exactTime, When } from '../../parts/time.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useAction } from '../../parts/use-action.ts';
import styles from './people.module.css';

export const invitationsKey = ['get', '/api/cli/invitations'];

/** Who was invited and has not come yet; nothing when there is nobody. */
export function InvitationsTable(): ReactNode {
  const client = useQueryClient();
  const tell = useNews();
  const { data, error } = useQuery({
    queryKey: invitationsKey,
    queryFn: () =>
      allPages(async (cursor) => {
        const page = dataOf(
          await api.GET('/api/cli/invitations', { params: { query: { limit: 200, cursor } } }),
        );
        return { items: page.invitations, nextCursor: page.nextCursor };
      }),
  });
  const revoke = useAction(async ({ id, email }: OpenInvitation) => {
    await api.DELETE('/api/cli/invitations/{invitation}', { params: { path: { invitation: id } } });
    tell(`The invitation of ${email} is void.`);
    await client.invalidateQueries({ queryKey: invitationsKey });
  });
  const columns: readonly Column<OpenInvitation>[] = [
    { name: 'For', cell: ({ email }) => email },
    { name: 'Role', isNarrow: true, cell: ({ role, newAccount }) => newAccount?.name ?? role },
    { name: 'Invited', isNarrow: true, cell: ({ createdAt }) => <When at={createdAt} /> },
    { name: 'Good until', isNarrow: true, cell: ({ expiresAt }) => exactTime(expiresAt) },
    {
      name: 'Actions',
      isAction: true,
      cell: (row) => (
        <Confirm
          small
          action="Take back"
          title={`Take back the invitation of ${row.email}?`}
          onConfirm={() => void revoke.run(row)}
        >
          The link that was sent works no more.
        </Confirm>
      ),
    },
  ];
  if (error !== null) return <TroubleAlert error={error} />;
  if (data === undefined || data.length === 0) return undefined;
  return (
    <Stack tight>
      <h2 className={styles.heading}>Invitations</h2>
      <TroubleAlert error={revoke.error} />
      <DataTable label="Invitations" columns={columns} rows={data} keyOf={({ id }) => id} />
    </Stack>
  );
}
