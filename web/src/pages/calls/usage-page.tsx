import type { ReactNode } from 'react';
import { curl, gantry } from '../../api/shell.ts';
import { Page } from '../../frame/page.tsx';
import { useAddress } from '../../frame/use-address.ts';
import { Choice } from '../../parts/choice.tsx';
import { Bones, Card, Empty, Toolbar } from '../../parts/layout.tsx';
import { When } from '../../parts/time.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { CallsTabs } from './calls-tabs.tsx';
import { UsageCurve } from './usage-curve.tsx';
import { everyDay, firstDay } from './usage-days.ts';
import { UsageTable } from './usage-table.tsx';
import { useUsage, type UsageKind } from './use-usage.ts';

const kinds: readonly { readonly value: UsageKind; readonly label: string }[] = [
  { value: 'server', label: 'Server' },
  { value: 'tool', label: 'Tool' },
  { value: 'app', label: 'App' },
  { value: 'user', label: 'Person' },
  { value: 'client', label: 'Client' },
  { value: 'day', label: 'Day' },
];
const times = [7, 90, 365].map((days) => ({ value: String(days), label: `${String(days)} days` }));
const usualDays = 30;
const mostDays = 400;

/** What was called over time: by server, tool, app, person. */
export function UsagePage(): ReactNode {
  const [{ by: asked, days: given }, change] = useAddress();
  const kind = kinds.find(({ value }) => value === asked) ?? { value: 'server' as const, label: 'Server' };
  const days = Math.min(mostDays, Math.max(1, Math.trunc(Number(given)) || usualDays));
  const now = Date.now();
  const from = firstDay(days, now);
  const byDay = useUsage('day', from);
  const byKind = useUsage(kind.value, from);
  const isEmpty = byKind.data?.rows.length === 0;
  return (
    <Page
      title="Usage"
      busy={byKind.isPending || byDay.isPending}
      wide
      tabs={<CallsTabs />}
      command={{
        gantry: gantry('usage', '--by', kind.value, '--from', from),
        curl: curl(`/api/usage?by=${kind.value}&from=${from}`),
      }}
    >
      <Toolbar
        end={
          byKind.data !== undefined && (
            <small>
              Counted until <When at={byKind.data.asOf} />
            </small>
          )
        }
      >
        <Choice
          label="By"
          value={kind.value === 'server' ? '' : kind.value}
          all="Server"
          options={kinds.filter(({ value }) => value !== 'server')}
          onChange={(by) => change({ by }, true)}
        />
        <Choice
          label="Time"
          value={days === usualDays ? '' : String(days)}
          all={`${String(usualDays)} days`}
          options={times}
          onChange={(value) => change({ days: value }, true)}
        />
      </Toolbar>
      <TroubleAlert error={byKind.error ?? byDay.error} />
      {byKind.isPending && <Bones />}
      {isEmpty && (
        <Empty title="Nothing was called in this time">
          <p>Calls of tools are counted here, whichever way they come, some seconds after they have ended.</p>
        </Empty>
      )}
      {byDay.data !== undefined && !isEmpty && (
        <Card title="Calls by day">
          <UsageCurve days={everyDay(byDay.data.rows, from, now)} />
        </Card>
      )}
      {byKind.data !== undefined && !isEmpty && <UsageTable name={kind.label} rows={byKind.data.rows} />}
    </Page>
  );
}
