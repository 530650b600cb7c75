import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { allPages, dataOf } from '../../api/all-pages.ts';
import { api } from '../../api/client.ts';
import type { Member } from '../../api/models.ts';
import { useMe } from '../../frame/me-context.ts';
import { useNews } from '../../frame/news.tsx';
import { Button } from '../../parts/button.tsx';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { Bones, Stack, Toolbar } from '../../parts/layout.tsx';
import { When } from '../../parts/time.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useAction } from '../../parts/use-action.ts';
import { InviteDialog } from './invite-dialog.tsx';
import styles from './people.module.css';

/** The people of the account. */
export function MembersSection(): ReactNode {
  const me = useMe();
  const client = useQueryClient();
  const tell = useNews();
  const [isInviting, setInviting] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['get', '/api/cli/members'],
    queryFn: () =>
      allPages(async (cursor) => {
        const page = dataOf(await api.GET('/api/cli/members', { params: { query: { limit: 200, cursor } } }));
        return { items: page.members, nextCursor: page.nextCursor };
      }),
  });
  const remove = useAction(async (member: Member) => {
    await api.DELETE('/api/cli/members/{user}', { params: { path: { user: member.id } } });
    tell(`${member.name || member.email} is removed.`);
    await client.invalidateQueries({ queryKey: ['get', '/api/cli/members'] });
  });
  const columns: readonly Column<Member>[] = [
    {
      name: 'Name',
      cell: ({ name, email }) => (
        <div className={styles.person}>
          <strong>{name || email}</strong>
          {name !== '' && <small>{email}</small>}
        </div>
      ),
    },
    { name: 'Role', isNarrow: true, cell: ({ role }) => role },
    { name: 'Joined', isNarrow: true, cell: ({ joinedAt }) => <When at={joinedAt} /> },
    ...(me.isAdmin
      ? [
          {
            name: 'Actions',
            isAction: true,
            cell: (member: Member) =>
              member.email === me.email ? (
                'you'
              ) : (
                <Confirm
                  small
                  action="Remove"
                  title={`Remove ${member.name || member.email}?`}
                  onConfirm={() => void remove.run(member)}
                >
                  They lose the account at once, with their sessions, tokens and programs.
                </Confirm>
              ),
          },
        ]
      : []),
  ];
  return (
    <>
      <TroubleAlert error={error ?? remove.error} />
      {data === undefined && error === null && <Bones />}
      {data !== undefined && (
        <Stack tight>
          <Toolbar
            end={
              me.isAdmin && (
                <Button kind="main" onClick={() => setInviting(true)}>
                  Invite
                </Button>
              )
            }
          >
            <small>{data.length === 1 ? '1 member' : `${String(data.length)} members`}</small>
          </Toolbar>
          <DataTable label="Members" columns={columns} rows={data} keyOf={({ id }) => id} />
        </Stack>
      )}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  );
}
