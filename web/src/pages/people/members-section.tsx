import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState, type ReactNode } from 'react';
import { api } from '../../api/client.ts';
import type { Member } from '../../api/models.ts';
import { useMe } from '../../frame/me-context.ts';
import { useNews } from '../../frame/news.tsx';
import { useAddress } from '../../frame/use-address.ts';
import { Button } from '../../parts/button.tsx';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { FilterField } from '../../parts/field.tsx';
import { inNumbers } from '../../parts/in-numbers.ts';
import { Bones, Empty, Stack, Toolbar } from '../../parts/layout.tsx';
import { MoreRows } from '../../parts/more-rows.tsx';
import { When } from '../../parts/time.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useAction } from '../../parts/use-action.ts';
import { InvitationsTable } from './invitations-table.tsx';
import { MemberDialog } from './member-dialog.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import styles from './people.module.css';
import { useMembers } from './use-members.ts';

/** The people of the account. */
export function MembersSection(): ReactNode {
  const me = useMe();
  const client = useQueryClient();
  const tell = useNews();
  const [{ member = '', q = '' }, change] = useAddress();
  const [isInviting, setInviting] = useState(false);
  const { data, error, fetchNextPage, isFetching } = useMembers(q.trim());
  const known = data?.members.find(({ id }) => id === member);
  const asked = useMembers(member, member !== '' && data !== undefined && known === undefined);
  const chosen = known ?? asked.data?.members.find(({ id }) => id === member);
  const more = useCallback(() => {
    if (!isFetching) void fetchNextPage();
  }, [isFetching, fetchNextPage]);
  const remove = useAction(async ({ id, name, email }: Member) => {
    await api.DELETE('/api/cli/members/{user}', { params: { path: { user: id } } });
    tell(`${name || email} is removed.`);
    await client.invalidateQueries({ queryKey: ['get', '/api/cli/members'] });
  });
  const columns: readonly Column<Member>[] = [
    {
      name: 'Name',
      cell: ({ id, name, email }) => (
        <div className={styles.person}>
          {me.isAdmin ? (
            <button type="button" className={styles.name} onClick={() => change({ member: id }, true)}>
              {name || email}
            </button>
          ) : (
            <strong>{name || email}</strong>
          )}
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
            cell: (row: Member) =>
              row.id === me.id ? (
                'you'
              ) : (
                <Confirm
                  small
                  action="Remove"
                  title={`Remove ${row.name || row.email}?`}
                  onConfirm={() => void remove.run(row)}
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
            <FilterField value={q} onChange={(value) => change({ q: value })} />
            <small>{inNumbers(data.members.length, 'member', data.isComplete)}</small>
          </Toolbar>
          {data.members.length === 0 ? (
            <Empty title="Nobody fits this filter" />
          ) : (
            <DataTable
              label="Members"
              columns={columns}
              rows={data.members}
              keyOf={({ id }) => id}
              total={data.isComplete ? data.members.length : -1}
            />
          )}
          {!data.isComplete && <MoreRows load={more} count={data.members.length} />}
        </Stack>
      )}
      {me.isAdmin && <InvitationsTable />}
      {chosen !== undefined && me.isAdmin && (
        <MemberDialog key={chosen.id} member={chosen} onClose={() => change({ member: '' })} />
      )}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  );
}
