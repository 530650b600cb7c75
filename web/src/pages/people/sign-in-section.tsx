import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, queries } from '../../api/client.ts';
import { useMe } from '../../frame/me-context.ts';
import { useNews } from '../../frame/news.tsx';
import { Button } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Bones, Card, Empty, Stack } from '../../parts/layout.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useAction } from '../../parts/use-action.ts';
import styles from './people.module.css';

/** How the people of the account sign in. */
export function SignInSection(): ReactNode {
  const { data, error } = queries.useQuery('get', '/api/cli/auth/providers');
  return (
    <Stack>
      <RequiredFactor />
      <Stack tight>
        <h2 className={styles.heading}>Issuers</h2>
        <TroubleAlert error={error} />
        {data?.providers.length === 0 && (
          <Empty title="People sign in with passwords of this gateway">
            <p>
              Whoever runs the gateway can name issuers, such as your company’s, in{' '}
              <code>OIDC_PROVIDERS</code>.
            </p>
          </Empty>
        )}
        {data !== undefined && data.providers.length > 0 && (
          <DataTable
            label="Issuers"
            rows={data.providers}
            keyOf={({ id }) => id}
            columns={[
              { name: 'Name', cell: ({ label }) => label },
              { name: 'Id', cell: ({ id }) => <code>{id}</code> },
            ]}
          />
        )}
      </Stack>
    </Stack>
  );
}

function RequiredFactor(): ReactNode {
  const me = useMe();
  const client = useQueryClient();
  const tell = useNews();
  const { data, error } = queries.useQuery('get', '/api/cli/account');
  const change = useAction(async (requireSecondFactor: boolean) => {
    await api.PATCH('/api/cli/account', { body: { requireSecondFactor } });
    tell(requireSecondFactor ? 'Browsers need a second factor from now on.' : 'Passwords suffice again.');
    await client.invalidateQueries();
  });
  if (data === undefined) return error === null ? <Bones rows={1} /> : <TroubleAlert error={error} />;
  const { requireSecondFactor: isRequired } = data;
  return (
    <Card
      title="Second factor"
      named
      actions={
        me.isOwner && (
          <Button busy={change.busy} onClick={() => void change.run(!isRequired)}>
            {isRequired ? 'Let passwords suffice' : 'Require it'}
          </Button>
        )
      }
    >
      <TroubleAlert error={change.error} />
      <p>
        {isRequired
          ? 'Browsers are let in with a second factor only, or from an issuer.'
          : 'Browsers are let in with a password alone. When it is required, those without one are led to set it up; tokens, keys and programs stay.'}
      </p>
    </Card>
  );
}
