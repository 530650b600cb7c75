import { AppEntity } from '../../src/apps/app/app.entity.js';
import type { Principal } from '../../src/kernel/principal.js';
import { Database } from '../../src/platform/database/database.js';
import { RunFamily } from '../../src/workflows/children/run-family.service.js';
import { Executions } from '../../src/workflows/engine/execution/executions.service.js';
import { Journal } from '../../src/workflows/engine/journal/journal.service.js';
import { WorkflowEngine } from '../../src/workflows/engine/workflow-engine.port.js';
import { RunRetries } from '../../src/workflows/retries/run-retries.service.js';
import { RunStore } from '../../src/workflows/runs/run-store.port.js';
import { RunTransactions } from '../../src/workflows/runs/run-transactions.service.js';
import type { Run } from '../../src/workflows/runs/run.js';
import { closeAfterAll } from '../support/closing.js';
import { createApp, type TestApp } from '../support/clients/sdk-apps.js';
import type { TestGateway } from '../support/gateway.js';
import { text } from '../support/upstreams/behaviours.js';
import { tool, type ScriptedHttp } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';
import { call, doing, listen, workflowApp, Workflows } from '../support/workflows/workflow-app.js';
import { heldLine } from '../support/workflows/held-line.js';

const open = closeAfterAll();
let gateway: TestGateway;
let one: ScriptedHttp;
let workflows: Workflows;
let doomed: TestApp;
/** Lets the call of the tool `gate` end. */
let pass: () => void = () => undefined;

beforeAll(async () => {
  const gate = tool('gate', async (exchange) => {
    await new Promise<void>((resolve) => (pass = resolve));
    exchange.result(text('open'));
  });
  const breaks = tool('breaks', (exchange) => {
    exchange.result({ ...text('out of order'), isError: true });
  });
  const documents = {
    sleeps: doing([{ first: call('gate') }, { rest: { wait: { minutes: 5 } } }]),
    fails: doing([{ first: call('breaks') }]),
    waits: doing([{ ask: listen('go') }]),
    tells: doing([
      { first: call('gate') },
      { say: { emit: { event: { with: { type: 'told', source: 'https://shop.example' } } } } },
    ]),
    over: doing([{ child: { run: { workflow: { name: 'waits', input: {} } } } }]),
  };
  ({ gateway, one, workflows } = await workflowApp(open, [gate, breaks], documents));
  doomed = await createApp(gateway, 'doomed', { mcpServers: { one: { use: 'one' } }, workflows: documents });
});

async function stored(id: string): Promise<Run> {
  const run = await gateway.app.get(RunStore, { strict: false }).find(id);
  if (run === undefined) throw new Error(`there is no ${id}`);
  return run;
}

function asKey({ accountId, appId, tokenId }: Run): Principal {
  return { kind: 'app', accountId, appId, tokenId, scopes: new Set(['tools:call']) };
}

async function waitingChildOf(id: string): Promise<string> {
  const { children } = (await workflows.reaches(id, 'waiting')) as { children: { runId: string }[] };
  const child = String(children.at(-1)?.runId);
  await workflows.reaches(child, 'waiting');
  return child;
}

it('[workflow-put-aside-once] A run that is looked at while it is put aside waits afterwards, and its time comes', async () => {
  const executions = gateway.app.get(Executions, { strict: false });
  const engine = gateway.app.get(WorkflowEngine, { strict: false });
  const id = await workflows.start('sleeps');
  await waitFor('the call', () => one.executions('gate') === 1);
  const execution = executions.find(id);
  if (execution === undefined) throw new Error('nobody carries it out');
  const release = heldLine(gateway);
  pass();
  await waitFor('it to rest', () => execution.over || execution.idle);
  const { moves } = execution;
  await engine.signalled(execution.run);
  await waitFor('it to rest again', () => execution.over || (execution.moves >= moves + 2 && execution.idle));
  await release();
  await waitFor('it to leave memory', () => executions.find(id) === undefined);
  // Behind all that it has asked to be written. On Postgres it is woken to look, and waits again.
  const last = { runId: id, token: undefined, entries: [], events: [] };
  await gateway.app
    .get(Journal, { strict: false })
    .write(last)
    .catch(() => undefined);
  await workflows.reaches(id, 'waiting', 5000);
});

describe('A run whose process ends right after it was told something', () => {
  it('[workflow-told-on-disk] hears of it all the same: a signal goes on with it, a cancellation ends it', async () => {
    const changes = gateway.app.get(RunTransactions, { strict: false });
    const told = async (tell: (principal: Principal, run: Run) => Promise<unknown>): Promise<string> => {
      const id = await workflows.start('waits');
      await workflows.reaches(id, 'waiting');
      await waitFor(
        'it to leave memory',
        () => gateway.app.get(WorkflowEngine, { strict: false }).runCount === 0,
      );
      const run = await stored(id);
      await tell(asKey(run), run);
      return id;
    };
    const signal = { type: 'go', data: null };
    const signalled = await told((principal, run) => changes.signal(principal, run, signal, {}));
    const cancelled = await told((principal, run) => changes.cancel(principal, run, {}));
    await workflows.reaches(signalled, 'completed', 5000);
    await workflows.reaches(cancelled, 'cancelled', 5000);
  });
});

describe('A run that is tried again', () => {
  it('[workflow-retry-seen] is tried again by whoever has seen how it failed, and not by a request that saw an earlier failure', async () => {
    const id = await workflows.start('fails');
    await workflows.reaches(id, 'failed');
    const seen = await stored(id);
    await workflows.post(id, 'retry');
    await waitFor('the next failure', async () => {
      const { attempt, status } = await stored(id);
      return attempt === 2 && status === 'failed';
    });
    const late = gateway.app
      .get(RunRetries, { strict: false })
      .retry(asKey(seen), seen, { definition: 'run' }, {});
    await expect(late).rejects.toMatchObject({ code: 'run-not-failed' });
    expect(await stored(id)).toMatchObject({ attempt: 2, status: 'failed' });
  });

  it('[workflow-retry-children] keeps what it has begun since, though its earlier attempt is still being cleared away', async () => {
    const id = await workflows.start('over');
    const before = await waitingChildOf(id);
    await workflows.post(id, 'cancel');
    await workflows.reaches(before, 'cancelled');
    await workflows.post(id, 'retry');
    await waitFor('the next attempt', async () => (await workflows.run(id))['status'] === 'waiting');
    const child = await waitingChildOf(id);
    expect(child).not.toBe(before);
    await gateway.app.get(RunFamily, { strict: false }).endChildren(id);
    expect((await workflows.run(child))['status']).toBe('waiting');
  });

  it('[workflow-retry-unhurt] does not count as one over which the process died', async () => {
    const id = await workflows.start('waits');
    await workflows.reaches(id, 'waiting');
    await workflows.post(id, 'cancel');
    await workflows.post(id, 'retry');
    await workflows.reaches(id, 'waiting');
    expect(await stored(id)).toMatchObject({ attempt: 2, recoveries: 0 });
  });
});

describe('An app that has just been deleted, which this process does not know yet,', () => {
  it('[workflow-app-gone] ends its runs without a fault, and is not found by whoever begins something in it', async () => {
    const runs = new Workflows(doomed);
    const engine = gateway.app.get(WorkflowEngine, { strict: false });
    const before = one.executions('gate');
    await runs.start('tells');
    await waitFor('the call', () => one.executions('gate') === before + 1);
    const database = gateway.app.get(Database, { strict: false });
    await database.write((manager) => manager.delete(AppEntity, { id: doomed.id }));
    const answers = [
      await runs.execute('waits'),
      await runs.execute('waits', {}, { mode: 'async' }),
      await runs.execute('waits', {}, { mode: 'stream' }),
      await doomed.json('/api/sdk/workflows/events', { body: { type: 'go' } }),
    ];
    expect(answers.map(({ status, body }) => [status, body['code']])).toEqual(
      answers.map(() => [404, 'app-not-found']),
    );
    pass();
    await waitFor('its runs to end', () => engine.runCount === 0);
    expect(gateway.logs().filter(({ level }) => level === 'error')).toEqual([]);
  });
});
