import { operatorOf } from '../support/clients/apps-client.js';
import { closeAfterAll } from '../support/closing.js';
import type { Json } from '../support/clients/gateway-client.js';
import { timed } from '../support/measures/timed.js';
import { echo } from '../support/upstreams/scripted-http.js';
import { call, doing, workflowApp, Workflows } from '../support/workflows/workflow-app.js';

timed();

const open = closeAfterAll();
const runsOf = (body: Json) => (body['runs'] as Json[]).map(({ runId }) => runId);

describe('The list of runs', () => {
  it('[workflow-run-filters] shows those of a workflow, a state, a beginning and a time', async () => {
    const say = doing([{ say: call('echo') }]);
    const documents = { say, other: say, timed: { ...say, schedule: { cron: '0 3 1 1 *' } } };
    const { gateway, app, workflows } = await workflowApp(open, [echo], documents);
    const people = new Workflows(gateway);
    const byKey = await workflows.start('say');
    await workflows.reaches(byKey, 'completed');
    const { body: personal } = await people.client.json(`/api/sdk/workflows/execute?app=${app.slug}`, {
      body: { workflow: 'other' },
    });
    const byUser = String(personal['runId']);
    const now = await operatorOf(gateway).json(`/api/sdk/workflows/timed/schedule/run-now?app=${app.slug}`, {
      method: 'POST',
    });
    const bySchedule = String(now.body['runId']);
    await workflows.reaches(bySchedule, 'completed');

    const list = async (query: string) => runsOf((await workflows.get('/runs', query)).body);
    expect(await list('')).toEqual([bySchedule, byUser, byKey]);
    expect(await list('?startedBy=key')).toEqual([byKey]);
    expect(await list('?startedBy=user')).toEqual([byUser]);
    expect(await list('?startedBy=schedule&workflow=timed&status=completed')).toEqual([bySchedule]);
    expect(await list('?startedBy=webhook')).toEqual([]);
    const { createdAt } = await workflows.run(byUser);
    const moment = String(createdAt);
    expect(await list(`?since=${moment}`)).toEqual([bySchedule, byUser]);
    expect(await list(`?until=${moment}`)).toEqual([byKey]);
    expect(await list(`?since=${moment}&until=${moment}`)).toEqual([]);
    expect(await list('?since=2020-01-01')).toHaveLength(3);

    for (const [query, pointer] of [
      ['?startedBy=chance', '/startedBy'],
      ['?since=yesterday', '/since'],
      ['?until=13:00', '/until'],
      ['?since=2026-02-01&until=2026-01-01', '/until'],
      ['?status=dead', '/status'],
    ] as const) {
      const { status, body } = await workflows.get('/runs', query);
      expect([status, body['code']]).toEqual([400, 'invalid-request']);
      expect(body['errors']).toMatchObject([{ pointer }]);
    }
    const page = await workflows.get('/runs', '?since=2020-01-01&limit=1');
    const cursor = String(page.body['nextCursor']);
    expect(await list(`?since=2020-01-01&limit=1&cursor=${cursor}`)).toEqual([byUser]);
    expect((await workflows.get('/runs', `?cursor=${cursor}`)).body['code']).toBe('invalid-cursor');
  });
});
