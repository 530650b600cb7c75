import { closeAfterAll } from '../support/closing.js';
import type { Answer, Json } from '../support/clients/gateway-client.js';
import { createApp, TestApp } from '../support/clients/sdk-apps.js';
import { gatewayState, startGateway, type GatewayState, type TestGateway } from '../support/gateway.js';
import { TestClock } from '../support/test-clock.js';
import { answers, text } from '../support/upstreams/behaviours.js';
import { ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';
import {
  beginDueRuns,
  call,
  doing,
  listen,
  workflowEnv,
  Workflows,
} from '../support/workflows/workflow-app.js';

const open = closeAfterAll();
const minute = 60_000;
const hour = 60 * minute;
const clock = new TestClock();
/** When the test began: on the hour. */
let begin: number;
let state: GatewayState;
let gateway: TestGateway;
let one: ScriptedHttp;
const slugs: string[] = [];

const at = (minutes: number) => new Date(begin + minutes * minute).toISOString();
const scheduled = (schedule: Json, terms: Json = {}, tasks: readonly Json[] = [{ a: call('work') }]): Json =>
  doing(tasks, { schedule, metadata: { schedule: terms } });

const started = async (): Promise<TestGateway> =>
  open(startGateway({ clock, state, env: workflowEnv, mcpServers: { one: { url: one.url } } }));

beforeAll(async () => {
  one = await open(ScriptedHttp.start([tool('work', answers(text('done')))]));
  state = await gatewayState();
  await open({ close: () => state.remove() });
  gateway = await started();
});

beforeEach(() => {
  clock.advance(hour - (clock.now() % hour));
  begin = clock.now();
});

/** No schedule of a test begins anything in the next one. */
afterEach(async () => {
  for (const slug of slugs.splice(0))
    await gateway.json(`/api/cli/apps/${slug}`, { method: 'DELETE', headers: { 'if-match': '*' } });
});

/** An app that has these workflows. */
async function appOf(
  slug: string,
  workflows: Json,
): Promise<{ app: TestApp; runs: Workflows; config: (of: Json) => Json }> {
  const config = (of: Json) => ({ mcpServers: { one: { use: 'one' } }, workflows: of });
  const app = await createApp(gateway, slug, config(workflows));
  slugs.push(slug);
  return { app, runs: new Workflows(app), config };
}

const begunBy = async (runs: Workflows, workflow: string): Promise<Json[]> =>
  ((await runs.get('/runs', `?workflow=${workflow}`)).body['runs'] as Json[])
    .map((run) => ({ ...(run['startedBy'] as Json), status: run['status'], runId: run['runId'] }))
    .reverse();

const dueTimesOf = async (runs: Workflows, workflow: string): Promise<unknown[]> =>
  (await begunBy(runs, workflow)).map(({ dueAt }) => dueAt);

const reachesRuns = (runs: Workflows, workflow: string, count: number): Promise<Json[]> =>
  waitFor(`${String(count)} runs of ${workflow}`, async () => {
    await beginDueRuns(gateway);
    const begun = await begunBy(runs, workflow);
    return begun.length >= count && begun;
  });

const scheduleOf = (runs: Workflows, workflow: string, action?: string): Promise<Answer> =>
  runs.client.json(
    `/api/sdk/workflows/${workflow}/schedule${action === undefined ? '' : `/${action}`}`,
    action === undefined ? {} : { method: 'POST' },
  );

/** Advances the clock and waits until each schedule has been looked at. */
async function pass(minutes: number, runs: Workflows, ...workflows: readonly string[]): Promise<void> {
  clock.advance(minutes * minute);
  const now = clock.now();
  for (const workflow of workflows)
    await waitFor(`${workflow} to look`, async () => {
      await beginDueRuns(gateway);
      const nextAt = (await scheduleOf(runs, workflow)).body['nextAt'] as string | undefined;
      return nextAt === undefined || Date.parse(nextAt) > now;
    });
}

describe('A scheduled workflow', () => {
  it('[triggers-schedule] begins at its time as the app, says so, and shows when it begins next', async () => {
    const { app, runs } = await appOf('quarterly', {
      quarter: scheduled({ cron: '*/15 * * * *' }, { timezone: 'Asia/Kathmandu' }),
      plain: doing([{ a: call('work') }]),
    });
    expect((await scheduleOf(runs, 'quarter')).body).toEqual({
      ...{ workflow: 'quarter', schedule: { cron: '*/15 * * * *' }, timezone: 'Asia/Kathmandu' },
      ...{ overlap: 'skip', catchUp: 'last', paused: false, nextAt: at(15), queued: 0, skipped: 0 },
      upcoming: [15, 30, 45, 60, 75].map(at),
    });
    expect((await scheduleOf(runs, 'plain')).body['code']).toBe('schedule-not-found');
    expect((await scheduleOf(runs, 'none')).body['code']).toBe('workflow-not-found');
    await pass(15, runs, 'quarter');
    const [run] = await reachesRuns(runs, 'quarter', 1);
    expect(run).toMatchObject({ kind: 'schedule', dueAt: at(15), tokenId: app.id });
    await runs.reaches(String(run?.['runId']), 'completed');
    expect((await scheduleOf(runs, 'quarter')).body).toMatchObject({
      lastAt: at(15),
      lastRunId: run?.['runId'],
      nextAt: at(30),
    });
    const mine = await runs.start('plain');
    expect((await runs.run(mine))['startedBy']).toMatchObject({ kind: 'key' });
    const own = await gateway.json(`/api/sdk/workflows/execute?app=${app.slug}`, {
      body: { workflow: 'plain', input: {}, mode: 'async' },
    });
    const path = `/api/sdk/workflows/runs/${String(own.body['runId'])}`;
    expect((await gateway.json(path)).body['startedBy']).toMatchObject({ kind: 'user' });
  });

  it('[triggers-pause] begins nothing while it is paused, by the document or by somebody, and at once when asked', async () => {
    const { app, runs, config } = await appOf('pausing', {
      often: scheduled({ every: { minutes: 1 } }),
      later: scheduled({ every: { minutes: 1 } }, { paused: true }),
    });
    expect((await scheduleOf(runs, 'later')).body).toMatchObject({ paused: true, upcoming: [] });
    expect((await scheduleOf(runs, 'often', 'pause')).body['paused']).toBe(true);
    const now = await scheduleOf(runs, 'often', 'run-now');
    expect(now.status).toBe(202);
    expect((await runs.run(String(now.body['runId'])))['startedBy']).toMatchObject({
      ...{ kind: 'schedule', tokenId: app.id },
      askedBy: expect.stringMatching(/^tok_/),
    });
    await app.configure(config({ plain: doing([{ a: call('work') }]) }));
    await app.configure(config({ often: scheduled({ every: { minutes: 2 } }) }));
    expect((await scheduleOf(runs, 'often')).body).toMatchObject({ paused: true });
    await pass(5, runs, 'often');
    expect((await scheduleOf(runs, 'often', 'resume')).body).toMatchObject({ paused: false });
    await pass(2, runs, 'often');
    expect(await dueTimesOf(runs, 'often')).toEqual([undefined, at(6)]);
  });

  it('[triggers-config] follows the config of its app: changed, rolled back, removed', async () => {
    const { app, runs, config } = await appOf('changing', {
      often: scheduled({ every: { minutes: 10 } }),
    });
    await pass(5, runs);
    await app.configure(config({ often: scheduled({ every: { minutes: 10 } }, { overlap: 'allow' }) }));
    expect((await scheduleOf(runs, 'often')).body).toMatchObject({ overlap: 'allow', nextAt: at(10) });
    await app.configure(config({ often: scheduled({ every: { minutes: 20 } }) }));
    expect((await scheduleOf(runs, 'often')).body['nextAt']).toBe(at(25));
    await app.configure(config({ often: doing([{ a: call('work') }]) }));
    expect((await scheduleOf(runs, 'often')).body['code']).toBe('schedule-not-found');
    const rolledBack = await gateway.json(`/api/cli/apps/${app.slug}/config/rollback`, {
      body: { version: 1 },
      headers: { 'if-match': '*' },
    });
    expect(rolledBack.status).toBe(200);
    expect((await scheduleOf(runs, 'often')).body['nextAt']).toBe(at(15));
    await pass(10, runs, 'often');
    await reachesRuns(runs, 'often', 1);
    expect(await dueTimesOf(runs, 'often')).toEqual([at(15)]);
  });

  it('[triggers-queue] waits for the run before it where the document says so', async () => {
    const { runs } = await appOf('queueing', {
      queued: scheduled({ every: { minutes: 1 } }, { overlap: 'queue' }, [{ ask: listen('go') }]),
      skipping: scheduled({ every: { minutes: 1 } }, {}, [{ ask: listen('go') }]),
      following: scheduled({ after: { minutes: 1 } }, {}, [{ ask: listen('go') }]),
    });
    for (let passed = 1; passed <= 3; passed++) await pass(1, runs, 'queued', 'skipping');
    const [first] = await reachesRuns(runs, 'queued', 1);
    expect((await scheduleOf(runs, 'queued')).body).toMatchObject({ queued: 2, skipped: 0 });
    expect((await scheduleOf(runs, 'skipping')).body).toMatchObject({ queued: 0, skipped: 2 });
    await runs.post(String(first?.['runId']), 'signals/go');
    await runs.reaches(String(first?.['runId']), 'completed');
    clock.advance(1000);
    await reachesRuns(runs, 'queued', 2);
    expect(await dueTimesOf(runs, 'queued')).toEqual([at(1), at(2)]);
    const [before] = await reachesRuns(runs, 'following', 1);
    expect((await scheduleOf(runs, 'following')).body['nextAt']).toBeUndefined();
    await runs.post(String(before?.['runId']), 'signals/go');
    await runs.reaches(String(before?.['runId']), 'completed');
    clock.advance(1000);
    await waitFor('the next time', async () => (await scheduleOf(runs, 'following')).body['nextAt']);
    clock.advance(minute);
    await reachesRuns(runs, 'following', 2);
  });

  it('[triggers-as-key] acts as a key of the app when it says so, and tells why nothing begins when that is gone', async () => {
    const { app, runs } = await appOf('keyed', {
      keyed: scheduled({ every: { minutes: 1 } }, { asKey: 'night' }),
    });
    await pass(1, runs, 'keyed');
    expect((await scheduleOf(runs, 'keyed')).body).toMatchObject({
      skipped: 1,
      problem: { code: 'trigger-key-not-found', at: at(1) },
    });
    expect((await scheduleOf(runs, 'keyed', 'run-now')).body['code']).toBe('trigger-key-not-found');
    const made = await gateway.json(`/api/cli/apps/${app.slug}/keys`, { body: { name: 'night' } });
    const { id } = made.body;
    await pass(1, runs, 'keyed');
    const [run] = await reachesRuns(runs, 'keyed', 1);
    expect(run).toMatchObject({ kind: 'schedule', tokenId: id });
    expect((await scheduleOf(runs, 'keyed')).body['problem']).toBeUndefined();
  });

  it('[triggers-schedule-faults] is refused with all that is wrong with it', async () => {
    const { app } = await appOf('faulty', {});
    const needs = { schema: { document: { type: 'object', required: ['repo'] } } };
    const faultsOf = async (document: Json): Promise<string[]> => {
      const { body } = await gateway.json(`/api/cli/apps/${app.slug}/config`, {
        method: 'PUT',
        body: { config: { mcpServers: { one: { use: 'one' } }, workflows: { bad: document } } },
        headers: { 'if-match': '*' },
      });
      return ((body['errors'] ?? []) as Json[]).map(
        (one) => `${String(one['pointer'])} ${String(one['detail'])}`,
      );
    };
    const at = '/workflows/bad';
    expect(await faultsOf(scheduled({ cron: '61 * * * *' }, { timezone: 'Mars/X', overlap: 'no' }))).toEqual(
      expect.arrayContaining([
        expect.stringContaining(`${at}/schedule/cron is no cron expression`),
        expect.stringContaining(`${at}/metadata/schedule/timezone must be the name of a zone`),
        `${at}/metadata/schedule/overlap must be one of skip, queue, allow`,
      ]),
    );
    expect(await faultsOf(scheduled({ cron: '0 0 31 2 *' }))).toEqual([`${at}/schedule/cron never comes`]);
    expect(await faultsOf(scheduled({ every: { milliseconds: 5 } }))).toHaveLength(1);
    expect(await faultsOf(scheduled({ every: 'PT5M', cron: '* * * * *' }))).toHaveLength(1);
    expect(await faultsOf(doing([{ a: call('work') }], { metadata: { schedule: {} } }))).toHaveLength(1);
    expect(await faultsOf({ ...scheduled({ every: 'PT5M' }), input: needs })).toEqual([
      expect.stringContaining(`${at}/schedule begins runs with the input {}`),
    ]);
  });

  it('[triggers-processes] begins the runs that were due while no process was there', async () => {
    const often = scheduled({ every: { minutes: 1 } }, { overlap: 'allow', catchUp: 'all' });
    const { app, runs } = await appOf('twice', { often });
    clock.advance(3 * minute);
    await reachesRuns(runs, 'often', 3);
    await gateway.close();
    clock.advance(3 * minute);
    gateway = await started();
    const later = new Workflows(new TestApp(gateway, app.id, app.slug, app.token));
    await reachesRuns(later, 'often', 6);
    expect(await dueTimesOf(later, 'often')).toEqual([1, 2, 3, 4, 5, 6].map(at));
  });
});
