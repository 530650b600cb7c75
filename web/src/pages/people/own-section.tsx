import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, queries } from '../../api/client.ts';
import type { BrowserSession } from '../../api/models.ts';
import { basePath } from '../../api/place.ts';
import { useNews } from '../../frame/news.tsx';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { Bones, Card, Stack, Toolbar } from '../../parts/layout.tsx';
import { exactTime, When } from '../../parts/time.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useAction } from '../../parts/use-action.ts';
import { PasskeysCard } from './passkeys-card.tsx';
import styles from './people.module.css';

const sessionsKey = ['get', '/api/me/sessions'];

/** The browsers that somebody is signed in with, and their second factors. */
export function OwnSection(): ReactNode {
  const client = useQueryClient();
  const tell = useNews();
  const { data, error } = queries.useQuery('get', '/api/me/sessions');
  const end = useAction(async (id?: string) => {
    if (id === undefined) await api.DELETE('/api/me/sessions');
    else await api.DELETE('/api/me/sessions/{session}', { params: { path: { session: id } } });
    tell(id === undefined ? 'All other browsers are signed out.' : 'The browser is signed out.');
    await client.invalidateQueries({ queryKey: sessionsKey });
  });
  const columns: readonly Column<BrowserSession>[] = [
    { name: 'Browser', isWide: true, cell: ({ userAgent }) => userAgent ?? 'unknown' },
    { name: 'From', isNarrow: true, cell: ({ address }) => address ?? '' },
    { name: 'With', isNarrow: true, cell: ({ provider }) => provider ?? 'the gateway' },
    { name: 'Since', isNarrow: true, cell: ({ createdAt }) => <When at={createdAt} /> },
    {
      name: 'Actions',
      isAction: true,
      cell: ({ id, current }) =>
        current ? (
          'this one'
        ) : (
          <Confirm small action="Sign out" title="Sign this browser out?" onConfirm={() => void end.run(id)}>
            What is open in it ends within five seconds.
          </Confirm>
        ),
    },
  ];
  if (data === undefined) return error === null ? <Bones /> : <TroubleAlert error={error} />;
  return (
    <Stack>
      <SecondFactor />
      <PasskeysCard />
      <Stack tight>
        <Toolbar
          end={
            data.sessions.length > 1 && (
              <Confirm
                action="Sign out all others"
                title="Sign out all other browsers?"
                onConfirm={() => void end.run()}
              >
                This one stays signed in.
              </Confirm>
            )
          }
        >
          <h2 className={styles.heading}>Your browsers</h2>
        </Toolbar>
        <TroubleAlert error={end.error} />
        <DataTable label="Your browsers" columns={columns} rows={data.sessions} keyOf={({ id }) => id} />
      </Stack>
    </Stack>
  );
}

function SecondFactor(): ReactNode {
  const { data, error } = queries.useQuery('get', '/api/me/factors');
  const factor = data?.factors.find(({ kind }) => kind === 'totp');
  const address = `${basePath}/factor?next=${encodeURIComponent('/console/people/you')}`;
  return (
    <Card title="Second factor" named>
      <TroubleAlert error={error} />
      {data !== undefined && !data.canAdd && (
        <p>You sign in at an issuer. The second factor is the one that it asks for.</p>
      )}
      {data?.canAdd === true && factor === undefined && (
        <p>
          Your password alone lets in whoever knows it. <a href={address}>Set up an authenticator</a>
        </p>
      )}
      {factor !== undefined && (
        <p>
          On since {exactTime(factor.createdAt)}; {data?.recoveryCodesLeft} recovery codes are left.{' '}
          <a href={address}>Change it</a>
        </p>
      )}
    </Card>
  );
}
