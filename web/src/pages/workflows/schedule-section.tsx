import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, queries } from '../../api/client.ts';
import { ApiProblem } from '../../api/api-problem.ts';
import { useMe } from '../../frame/me-context.ts';
import { useNews } from '../../frame/news.tsx';
import { Button } from '../../parts/button.tsx';
import { Card, Facts, Row, Stack } from '../../parts/layout.tsx';
import { StateWord } from '../../parts/state-word.tsx';
import { exactTime, When } from '../../parts/time.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useAction } from '../../parts/use-action.ts';
import { eventsInWords } from './events-in-words.ts';
import { useRefreshedRuns } from './use-run.ts';

const schedulePath = '/api/sdk/workflows/{workflow}/schedule';

/** When a workflow begins by itself; nothing where it does not. */
export function ScheduleSection({ app, name }: { readonly app: string; readonly name: string }): ReactNode {
  const me = useMe();
  const tell = useNews();
  const client = useQueryClient();
  const refreshRuns = useRefreshedRuns();
  const params = { path: { workflow: name }, query: { app } };
  const { data, error } = queries.useQuery('get', schedulePath, { params }, { retry: false });
  const refresh = () => client.invalidateQueries({ queryKey: ['get', schedulePath] });
  const change = useAction(async (isPaused: boolean) => {
    if (isPaused) await api.POST(`${schedulePath}/pause`, { params });
    else await api.POST(`${schedulePath}/resume`, { params });
    tell(isPaused ? 'It begins no more by itself.' : 'It begins by itself again.');
    await refresh();
  });
  const runNow = useAction(async () => {
    await api.POST(`${schedulePath}/run-now`, { params });
    tell('A run has begun.');
    await refreshRuns();
  });
  if (error instanceof ApiProblem && error.code === 'schedule-not-found') return null;
  if (data === undefined) return error === null ? null : <TroubleAlert error={error} />;
  const { schedule, timezone, paused, upcoming, lastAt, lastRunId, problem } = data;
  return (
    <Card title="Schedule">
      <Stack tight>
        <Facts
          rows={[
            [
              'State',
              <StateWord key="s" tone={paused ? 'off' : 'good'}>
                {paused ? 'Paused' : 'On'}
              </StateWord>,
            ],
            ['When', eventsInWords(schedule['on']) ?? <code key="w">{JSON.stringify(schedule)}</code>],
            schedule['on'] === undefined ? ['Zone', timezone] : undefined,
            schedule['on'] === undefined
              ? ['Next', upcoming[0] === undefined ? 'never' : <When key="n" at={upcoming[0]} />]
              : undefined,
            upcoming.length < 2 ? undefined : ['Then', upcoming.slice(1).map(exactTime).join(' · ')],
            lastAt === undefined || lastRunId === undefined
              ? undefined
              : [
                  'Last',
                  <Link key="l" to="/workflows/$app/runs/$run" params={{ app, run: lastRunId }}>
                    <When at={lastAt} />
                  </Link>,
                ],
            problem === undefined ? undefined : ['Trouble', problem.detail ?? problem.code],
          ]}
        />
        {me.may('tools:call') && (
          <Row>
            <Button busy={change.busy} onClick={() => void change.run(!paused)}>
              {paused ? 'Resume' : 'Pause'}
            </Button>
            <Button busy={runNow.busy} onClick={() => void runNow.run()}>
              Begin a run now
            </Button>
          </Row>
        )}
        <TroubleAlert error={change.error ?? runNow.error} />
      </Stack>
    </Card>
  );
}
