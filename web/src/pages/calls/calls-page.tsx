import { useState, type ReactNode } from 'react';
import { curl, gantry } from '../../api/shell.ts';
import { useStanding } from '../../frame/news.tsx';
import { Page } from '../../frame/page.tsx';
import { useAddress } from '../../frame/use-address.ts';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { FilterField } from '../../parts/field.tsx';
import { Bones, Empty, Row } from '../../parts/layout.tsx';
import { MoreRows } from '../../parts/more-rows.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useServers } from '../servers/use-servers.ts';
import { CallsTabs } from './calls-tabs.tsx';
import { CallsTable } from './calls-table.tsx';
import { useCalls } from './use-calls.ts';

/** What is asked of the servers, as it happens. */
export function CallsPage(): ReactNode {
  const [{ server = '', tool = '', status = '' }, change] = useAddress();
  const [isPaused, setPaused] = useState(false);
  const { data } = useServers();
  const list = useCalls({ server, tool, status }, isPaused);
  const { calls, error, isPending, isComplete, loadOlder, held } = list;
  const isFiltered = server !== '' || tool !== '' || status !== '';
  const standing = isPaused ? `Paused, ${String(held)} new` : undefined;
  useStanding(standing);
  const query = new URLSearchParams(
    Object.entries({ server, tool, status }).filter(([, value]) => value !== ''),
  );
  const options = [...query].flatMap(([name, value]) => [`--${name}`, value]);
  const asked = query.size === 0 ? '' : `?${query.toString()}`;
  return (
    <Page
      title="Calls"
      busy={isPending}
      wide
      tabs={<CallsTabs />}
      command={{ gantry: gantry('calls', ...options), curl: curl(`/api/calls${asked}`) }}
    >
      <Row>
        <Choice
          label="Server"
          value={server}
          options={(data?.servers ?? []).map(({ handle }) => ({ value: handle, label: handle }))}
          onChange={(value) => change({ server: value }, true)}
        />
        <FilterField type="text" label="Tool" value={tool} onChange={(value) => change({ tool: value })} />
        <Choice
          label="Status"
          value={status}
          options={[
            { value: 'ok', label: 'ok' },
            { value: 'error', label: 'error' },
          ]}
          onChange={(value) => change({ status: value }, true)}
        />
        <Button kind="quiet" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
          Pause
        </Button>
        {standing !== undefined && <small>{standing}</small>}
      </Row>
      <TroubleAlert error={error} />
      {isPending && <Bones />}
      {!isPending && calls.length === 0 && (
        <Empty title={isFiltered ? 'No call fits this filter' : 'No calls yet'}>
          {!isFiltered && (
            <>
              <p>Each call of a tool appears here by itself. Connect a client, or run a tool of a server.</p>
              <ButtonLink to="/connect" kind="main">
                Connect a client
              </ButtonLink>
            </>
          )}
        </Empty>
      )}
      {calls.length > 0 && <CallsTable label="Calls" calls={calls} isComplete={isComplete} />}
      {!isComplete && calls.length > 0 && (
        <MoreRows load={loadOlder} count={calls.length} label="Older ones" />
      )}
    </Page>
  );
}
