import { operatorOf, personIn } from '../support/clients/apps-client.js';
import { closeAfterAll } from '../support/closing.js';
import type { TestGateway } from '../support/gateway.js';
import { GatewayClient, type Json } from '../support/clients/gateway-client.js';
import { NativeClient, resultOf } from '../support/clients/native-client.js';
import { createApp, shopAt, toolsOf, type TestApp } from '../support/clients/sdk-apps.js';
import { echo, type ScriptedHttp } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';
import {
  documents,
  inputSchema,
  policies,
  sampleApp,
  type Breaking,
} from '../support/workflows/sample-app.js';
import { call, doing, Workflows } from '../support/workflows/workflow-app.js';

const open = closeAfterAll();
let app: TestApp;
let gateway: TestGateway;
let one: ScriptedHttp;
let workflows: Workflows;
let breaking: Breaking;

beforeAll(async () => {
  ({ app, gateway, one, workflows, breaking } = await sampleApp(open));
});

describe('A run', () => {
  it('[workflow-cancel] is stopped together with the tool call that it waits for', async () => {
    const id = await workflows.start('hangs');
    await waitFor('the call', () => one.executions('hangs') > 0);
    const { status, body } = await workflows.post(id, 'cancel');
    expect([status, body['status']]).toEqual([202, 'cancelled']);
    await waitFor(
      'the end of the call',
      () => one.requests.findLast(({ rpc }) => rpc?.params['name'] === 'hangs')?.abortedAt,
    );
    expect(await workflows.run(id)).toMatchObject({ status: 'cancelled', steps: [{ status: 'failed' }] });
    expect((await workflows.post(id, 'cancel')).body['status']).toBe('cancelled');
    expect((await workflows.post(id, 'signals/go')).body['code']).toBe('run-ended');
    const waiting = await workflows.start('waits');
    await workflows.reaches(waiting, 'waiting');
    await workflows.post(waiting, 'cancel');
    await workflows.reaches(waiting, 'cancelled');
  });

  it('[workflow-signals] takes signals in their order, also those that came early, and says who sent them', async () => {
    const id = await workflows.start('waits');
    await workflows.reaches(id, 'waiting');
    await workflows.post(id, 'signals/other', { data: 1 });
    await workflows.post(id, 'signals/go', { data: 2 });
    await workflows.post(id, 'signals/go', { data: 3 });
    const run = await workflows.reaches(id, 'completed');
    expect((run['steps'] as Json[])[0]).toMatchObject({ waitsFor: 'go', status: 'completed', output: 2 });
    const events = await workflows.events(id);
    await events.done;
    const taken = events.events.find(({ event }) => event === 'step.completed')?.data as Json;
    expect(taken['sender']).toMatch(/^tok_/);
  });

  it('[workflow-approval] runs a tool that the app guards only after a person has approved', async () => {
    await workflows.reaches(await workflows.start('deletes'), 'waiting');
    const byProgram = await workflows.start('approve');
    await workflows.approve(byProgram, { approved: true, by: 'me' });
    await workflows.reachesStep(byProgram, 'then', 'waiting');
    await workflows.reaches(byProgram, 'waiting');
    expect(one.executions('delete_all')).toBe(0);
    const people = new Workflows(gateway);
    const byPerson = await workflows.start('approve');
    await people.approve(byPerson, { approved: true, by: 'ana' });
    await workflows.reaches(byPerson, 'completed');
    expect(one.executions('delete_all')).toBe(1);
  });

  it('[workflow-retry] that failed is run again from the step that failed', async () => {
    breaking.broken = true;
    const before = one.executed.length;
    const id = await workflows.start('fails');
    await workflows.reaches(id, 'failed');
    expect((await workflows.post(id, 'retry')).status).toBe(202);
    await waitFor('the second failure', async () => (await workflows.run(id))['attempt'] === 2);
    await workflows.reaches(id, 'failed');
    breaking.broken = false;
    await workflows.post(id, 'retry');
    expect(await workflows.reaches(id, 'completed')).toMatchObject({ attempt: 3, output: { n: 3 } });
    expect(one.executed.slice(before)).toEqual(['echo', 'breaks', 'breaks', 'breaks', 'echo']);
    expect((await workflows.post(id, 'retry')).body['code']).toBe('run-not-failed');
  });

  it('[workflow-limits] takes no more signals than MAX_SIGNALS', async () => {
    const id = await workflows.start('waits');
    const codes = [];
    for (let n = 0; n < 6; n++) codes.push((await workflows.post(id, 'signals/other')).status);
    expect(codes).toEqual([202, 202, 202, 202, 202, 409]);
    await workflows.post(id, 'cancel');
  });

  it('[workflow-audit] leaves records of what people did to it', async () => {
    const { body } = await operatorOf(gateway).json('/api/audit?limit=200');
    const actions = (body['events'] as Json[]).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['run.cancelled', 'run.signalled', 'run.retried']));
  });

  it('[workflow-metrics] is counted', async () => {
    const { text: metrics } = await gateway.json('/metrics');
    for (const status of ['completed', 'failed', 'cancelled'])
      expect(metrics).toContain(`gantry_workflow_runs_total{status="${status}"}`);
  });
});

const idsIn = (body: Json) => (body['runs'] as Json[]).map(({ runId }) => runId);

describe('Runs', () => {
  it('[workflow-runs] are listed newest first, by workflow and state, in pages', async () => {
    const ids = [];
    for (const who of ['a', 'b', 'c']) ids.unshift(await workflows.start('greet', { who }));
    const page = await workflows.get('/runs', '?workflow=greet&limit=2');
    expect(idsIn(page.body)).toEqual(ids.slice(0, 2));
    const cursor = String(page.body['nextCursor']);
    const next = await workflows.get('/runs', `?workflow=greet&limit=2&cursor=${cursor}`);
    expect(idsIn(next.body)[0]).toBe(ids[2]);
    expect((await workflows.get('/runs', `?limit=2&cursor=${cursor}`)).body['code']).toBe('invalid-cursor');
    breaking.broken = true;
    await workflows.reaches(await workflows.start('fails'), 'failed');
    breaking.broken = false;
    const failed = await workflows.get('/runs', '?status=failed');
    expect(new Set((failed.body['runs'] as Json[]).map(({ status }) => status))).toEqual(new Set(['failed']));
  });

  it('[workflow-run-filters] are filtered by workflow, status, trigger and time', async () => {
    const say = doing([{ say: call('echo') }]);
    const workflows = { say, other: say, timed: { ...say, schedule: { cron: '0 3 1 1 *' } } };
    const { app: own, owner } = await shopAt(gateway, open, { one: [echo] }, { config: { workflows } });
    const mine = new Workflows(own);
    const byKey = await mine.start('say');
    await mine.reaches(byKey, 'completed');
    const { body: personal } = await owner.json(`/api/sdk/workflows/execute?app=${own.slug}`, {
      body: { workflow: 'other' },
    });
    const byUser = String(personal['runId']);
    const now = await owner.json(`/api/sdk/workflows/timed/schedule/run-now?app=${own.slug}`, {
      method: 'POST',
    });
    const bySchedule = String(now.body['runId']);
    await mine.reaches(bySchedule, 'completed');

    const list = async (query: string) => idsIn((await mine.get('/runs', query)).body);
    expect(await list('')).toEqual([bySchedule, byUser, byKey]);
    expect(await list('?startedBy=key')).toEqual([byKey]);
    expect(await list('?startedBy=user')).toEqual([byUser]);
    expect(await list('?startedBy=schedule&workflow=timed&status=completed')).toEqual([bySchedule]);
    expect(await list('?startedBy=webhook')).toEqual([]);
    const { createdAt } = await mine.run(byUser);
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
      const { status, body } = await mine.get('/runs', query);
      expect([status, body['code']]).toEqual([400, 'invalid-request']);
      expect(body['errors']).toMatchObject([{ pointer }]);
    }
    const page = await mine.get('/runs', '?since=2020-01-01&limit=1');
    const cursor = String(page.body['nextCursor']);
    expect(await list(`?since=2020-01-01&limit=1&cursor=${cursor}`)).toEqual([byUser]);
    expect((await mine.get('/runs', `?cursor=${cursor}`)).body['code']).toBe('invalid-cursor');
  });

  it('[workflow-isolation] of another app or account are not there', async () => {
    const id = await workflows.start('waits');
    const twin = await createApp(gateway, 'twin', { workflows: {} });
    const stranger = await personIn(gateway, 'strangers');
    for (const client of [twin, stranger]) {
      const other = new Workflows(client);
      expect((await other.get(`/runs/${id}`)).body['code']).toBe('run-not-found');
      expect((await other.get(`/runs/${id}/events`)).body['code']).toBe('run-not-found');
      for (const what of ['cancel', 'signals/go', 'retry'])
        expect((await other.post(id, what)).body['code']).toBe('run-not-found');
    }
    expect((await twin.json('/api/sdk/workflows/runs')).body['runs']).toEqual([]);
    expect((await new Workflows(gateway).get(`/runs/${id}`)).status).toBe(200);
    expect((await gateway.json('/api/sdk/workflows/runs')).body['code']).toBe('app-required');
    await workflows.post(id, 'cancel');
  });

  it('[workflow-snapshot] keep to the definition with which they began', async () => {
    const id = await workflows.start('waits');
    await workflows.reaches(id, 'waiting');
    await app.configure({
      mcpServers: { one: { use: 'one' } },
      workflows: { ...documents, waits: doing([{ other: call('breaks') }]) },
      policies,
    });
    await workflows.post(id, 'signals/go');
    expect(await workflows.reaches(id, 'completed')).toMatchObject({ configVersion: 1, output: { n: 2 } });
    expect((await workflows.execute('waits')).body).toMatchObject({ output: 'fine' });
    await app.configure({
      mcpServers: { one: { use: 'one' } },
      workflows: documents,
      policies,
    });
  });

  it('[workflow-authority] end when the key that started them has been revoked', async () => {
    const operator = operatorOf(gateway);
    const { body } = await operator.app(app.slug, '/keys', { body: {} });
    const key = new Workflows(new GatewayClient(gateway.url, String(body['key'])));
    const id = await key.start('waits');
    await workflows.reaches(id, 'waiting');
    await operator.app(app.slug, `/keys/${String(body['id'])}`, { method: 'DELETE' });
    await workflows.post(id, 'signals/go');
    expect(await workflows.reaches(id, 'failed')).toMatchObject({ error: { code: 'run-not-permitted' } });
  });
});

describe('A workflow is also a tool', () => {
  it('[workflow-tool] of the app: listed, found and called like any other', async () => {
    const tools = toolsOf(await app.tools());
    expect(tools.find(({ name }) => name === 'workflow__greet')).toEqual({
      ...{
        name: 'workflow__greet',
        server: 'workflow',
        tool: 'greet',
        title: 'A test',
        description: 'A test',
      },
      inputSchema,
    });
    expect(toolsOf(await app.tools('?search=greet'))[0]?.['name']).toBe('workflow__greet');
    expect((await app.use('workflow__greet', { who: 'Eve' })).body).toMatchObject({
      content: [{ type: 'text', text: '{"hello":"Eve"}' }],
      structuredContent: { hello: 'Eve' },
    });
    expect((await app.use('workflow__greet', {})).body['code']).toBe('invalid-request');
    expect((await app.use('workflow__nobodys', {})).body['code']).toBe('tool-not-found');
    breaking.broken = true;
    expect((await app.use('workflow__fails')).body).toMatchObject({ isError: true });
    breaking.broken = false;
    const late = await app.use('workflow__waits', {}, { timeoutMs: 50 });
    expect(late.body).toMatchObject({ structuredContent: { status: 'running', runId: expect.any(String) } });
    await workflows.post(String((late.body['structuredContent'] as Json)['runId']), 'cancel');
  });

  it('[workflow-tool] on the native endpoint, with its progress; leaving cancels the run', async () => {
    const native = new NativeClient(`${gateway.url}/api/apps/shop/mcp`, app.token);
    const called = await native.modern('tools/call', { name: 'workflow__greet', arguments: { who: 'Fay' } });
    expect(resultOf(called)).toMatchObject({ structuredContent: { hello: 'Fay' } });
    const before = one.executions('hangs');
    const leaving = new AbortController();
    const call_ = app
      .json('/api/sdk/tools/call', { body: { name: 'workflow__hangs' }, signal: leaving.signal })
      .catch(() => undefined);
    await waitFor('the call', () => one.executions('hangs') > before);
    leaving.abort();
    await call_;
    await waitFor('the end of the run', async () => {
      const { body } = await workflows.get('/runs', '?workflow=hangs&limit=1');
      return (body['runs'] as Json[])[0]?.['status'] === 'cancelled';
    });
  });
});
