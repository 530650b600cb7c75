import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Server } from '../../api/models.ts';
import { curl, gantry } from '../../api/shell.ts';
import { useMe } from '../../frame/me-context.ts';
import { Page } from '../../frame/page.tsx';
import { useAddress } from '../../frame/use-address.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { DataTable, nothing, type Column } from '../../parts/data-table.tsx';
import { FilterField } from '../../parts/field.tsx';
import { Bones, Empty, Stack, Toolbar } from '../../parts/layout.tsx';
import { StateWord } from '../../parts/state-word.tsx';
import { Alert, TroubleAlert } from '../../parts/trouble-alert.tsx';
import { serverStates, stateOf, stateSlug, stateTones } from './server-state.ts';
import { ServerTrouble } from './server-trouble.tsx';
import styles from './servers.module.css';
import { useServers } from './use-servers.ts';

const columns: readonly Column<Server>[] = [
  {
    name: 'Name',
    cell: ({ handle, description }) => (
      <div className={styles.name}>
        <Link to="/servers/$handle/tools" params={{ handle }}>
          {handle}
        </Link>
        {description !== undefined && <small title={description}>{description}</small>}
      </div>
    ),
  },
  {
    name: 'State',
    isWide: true,
    cell: (server) => {
      const state = stateOf(server);
      return (
        <ServerTrouble server={server}>
          <StateWord tone={stateTones[state]}>{state}</StateWord>
        </ServerTrouble>
      );
    },
  },
  { name: 'Tools', isNumber: true, isNarrow: true, cell: ({ toolCount }) => toolCount ?? nothing },
  { name: 'Transport', isNarrow: true, cell: ({ transport }) => transport },
];

/** Every server that the person reaches, and how it is. */
export function ServersPage(): ReactNode {
  const me = useMe();
  const { data, isPending, error } = useServers();
  const [{ q = '', state: given = '' }, change] = useAddress();
  const state = stateSlug(given);
  const servers = data?.servers ?? [];
  const wanted = q.trim().toLowerCase();
  const shown = servers.filter(
    (server) =>
      (wanted === '' || `${server.handle} ${server.description ?? ''}`.toLowerCase().includes(wanted)) &&
      (state === '' || stateSlug(stateOf(server)) === state),
  );
  const count =
    shown.length === servers.length
      ? `${String(servers.length)} servers`
      : `${String(shown.length)} of ${String(servers.length)} servers`;
  const add = me.may('operator') && (
    <ButtonLink to="/servers/new" kind="main">
      Add server
    </ButtonLink>
  );
  return (
    <Page
      title="Servers"
      busy={isPending}
      actions={servers.length > 0 && add}
      command={{ gantry: gantry('servers'), curl: curl('/api/servers') }}
    >
      <TroubleAlert error={error} />
      {data !== undefined && data.fileFaults.length > 0 && (
        <Alert title="The operator's file has faults; what was good before still holds">
          <ul>
            {data.fileFaults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        </Alert>
      )}
      {isPending && <Bones />}
      {data !== undefined && servers.length === 0 && (
        <Empty title="No server yet">
          <p>
            A server brings tools that people and models can call: files, a database, an API.{' '}
            {me.may('operator') ? 'Add the first one.' : 'An operator adds them, or an app declares its own.'}
          </p>
          {add}
        </Empty>
      )}
      {servers.length > 0 && (
        <Stack tight>
          <Toolbar end={count}>
            <FilterField value={q} onChange={(value) => change({ q: value })} />
            <Choice
              label="State"
              value={state}
              options={serverStates.map((word) => ({ value: stateSlug(word), label: word }))}
              onChange={(value) => change({ state: value }, true)}
            />
          </Toolbar>
          {shown.length === 0 ? (
            <Empty title="No server fits this filter" />
          ) : (
            <DataTable label="Servers" columns={columns} rows={shown} keyOf={({ id }) => id} />
          )}
        </Stack>
      )}
    </Page>
  );
}
