import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queries } from '../../api/client.ts';
import { usePolling } from '../../api/live.ts';
import { curl, gantry } from '../../api/shell.ts';
import { Failed, NotAllowed } from '../../frame/lost.tsx';
import { useMe } from '../../frame/me-context.ts';
import { Page } from '../../frame/page.tsx';
import { Bones, Empty } from '../../parts/layout.tsx';
import { LongList } from '../../parts/long-list.tsx';
import { StateWord } from '../../parts/state-word.tsx';
import styles from './settings.module.css';

/** What is wrong with the gateway, and what to do about it. */
export function DoctorPage(): ReactNode {
  const me = useMe();
  const refetchInterval = usePolling();
  const { data, error } = queries.useQuery(
    'get',
    '/api/doctor',
    {},
    { enabled: me.may('operator'), refetchInterval },
  );
  if (!me.may('operator')) return <NotAllowed what="Doctor" />;
  if (error !== null && data === undefined) return <Failed error={error} title="Doctor" what="such page" />;
  return (
    <Page
      title="Doctor"
      lead="What the gateway finds wrong with itself, looked at now."
      busy={data === undefined}
      command={{ gantry: gantry('doctor'), curl: curl('/api/doctor') }}
    >
      {data === undefined && <Bones />}
      {data?.findings.length === 0 && (
        <Empty title="Nothing is wrong">
          <StateWord tone="good">Address, clock, keys and servers are as they should be</StateWord>
        </Empty>
      )}
      {data !== undefined && data.findings.length > 0 && (
        <LongList
          label="Findings"
          items={data.findings}
          keyOf={({ title, detail }) => title + (detail ?? '')}
        >
          {({ title, detail, remedy, server }) => (
            <div className={styles.finding}>
              <h2>
                <StateWord tone="bad">{title}</StateWord>
              </h2>
              {detail !== undefined && <p className={styles.detail}>{detail}</p>}
              <p>{remedy}</p>
              {server !== undefined && (
                <p>
                  <Link to="/servers/$handle/tools" params={{ handle: server }}>
                    Look at {server}
                  </Link>
                </p>
              )}
            </div>
          )}
        </LongList>
      )}
    </Page>
  );
}
