import { DataSource } from 'typeorm';
import { RunDispatcher } from '../../src/workflows/engine/dbos/run-dispatcher.port.js';
import { RunUpkeep } from '../../src/workflows/engine/dbos/run-upkeep.service.js';
import { WorkerStore } from '../../src/workflows/engine/dbos/worker-store.port.js';
import { createApp } from '../support/clients/sdk-apps.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { TestClock } from '../support/test-clock.js';
import { echo, ScriptedHttp } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';
import { call, doing, listen, Workflows } from '../support/workflows/workflow-app.js';

const open = closeAfterAll();
const clock = new TestClock(Date.now());
const step = call('echo', { n: 1 });
const documents = {
  steps: doing([{ one: step }, { two: step }, { three: step }]),
  waits: doing([{ before: step }, { ask: listen('go') }, { after: call('echo', { n: 2 }) }]),
};

let gateway: TestGateway;
let workflows: Workflows;
let database: DataSource;
let upstream: ScriptedHttp;

beforeAll(async () => {
  upstream = await open(ScriptedHttp.start([echo]));
  gateway = await open(startGateway({ clock, mcpServers: { one: { url: upstream.url } } }));
  const mcpServers = { one: { use: 'one' } };
  workflows = new Workflows(await createApp(gateway, 'shop', { mcpServers, workflows: documents }));
  database = gateway.app.get(DataSource);
});

/** The statements about a run that `work` causes. */
async function statementsOf(work: () => Promise<string>): Promise<string[]> {
  const all: { readonly text: string; readonly values: string }[] = [];
  const make = database.createQueryRunner.bind(database);
  database.createQueryRunner = (mode) => {
    const runner = make(mode);
    const query = runner.query.bind(runner) as (text: string, values?: unknown[]) => Promise<never>;
    runner.query = (text: string, values?: unknown[]) => {
      all.push({ text, values: JSON.stringify(values ?? []) });
      return query(text, values);
    };
    return runner;
  };
  try {
    const runId = await work();
    return all.filter(({ values }) => values.includes(runId)).map(({ text }) => text);
  } finally {
    database.createQueryRunner = make;
  }
}

describe('The statements of a run', () => {
  it('[workflow-statements] are one to begin, one for each call, and one to end', async () => {
    await workflows.execute('steps');
    const statements = await statementsOf(async () => {
      const { body } = await workflows.execute('steps');
      expect(body['status']).toBe('completed');
      return String(body['runId']);
    });
    // Progress is written in a statement of its own where the machine is slow.
    expect(statements.length).toBeGreaterThanOrEqual(5);
    expect(statements.length).toBeLessThanOrEqual(10);
    const [{ count }] = await database.query<[{ count: string }]>(
      "SELECT count(*) FROM gantry_dbos.workflow_status WHERE name = 'run'",
    );
    expect(Number(count)).toBe(0);
  });
});

describe('A waiting run of a process that died before it looked for signals', () => {
  it('[workflow-take-over-news] is woken by the process that takes over', async () => {
    const id = await workflows.start('waits');
    await workflows.reaches(id, 'waiting');
    await database.query(
      `INSERT INTO workflow_signals (id, "runId", type, data, sender, "byPerson", at) VALUES ('sig_unseen', $1, 'go', 'null', 'usr_x', true, 0)`,
      [id],
    );
    await gateway.app.get(WorkerStore, { strict: false }).beat('wrk_dead');
    await database.query(`UPDATE workflow_runs SET "workerId" = 'wrk_dead' WHERE id = $1`, [id]);
    await gateway.app.get(WorkerStore, { strict: false }).leave('wrk_dead');
    await waitFor('the take-over', () => gateway.logs('workflows.taken-over').length > 0);
    expect(await workflows.reaches(id, 'completed')).toMatchObject({ output: { n: 2 } });
  });
});

describe('A run that no process carries out', () => {
  const orphaned = "UPDATE workflow_runs SET status = 'running', token = $2 WHERE id = $1";

  it('[workflow-orphan] is carried out after a while, whether no process, an older version or an unknown process has it, or its own process lost it', async () => {
    const before = upstream.executions('echo');
    const dispatcher = gateway.app.get(RunDispatcher, { strict: false });
    const runs = await Promise.all(Array.from({ length: 4 }, () => workflows.start('waits')));
    for (const id of runs) await workflows.reaches(id, 'waiting');
    const [unknown, old, lost, ofNobody] = runs;
    for (const id of [unknown, old]) await database.query(orphaned, [id, null]);
    await database.query(orphaned, [lost, 'tok_lost']);
    await database.query(orphaned, [ofNobody, 'tok_gone']);
    await database.query('UPDATE workflow_runs SET "workerId" = $2 WHERE id = $1', [ofNobody, 'wrk_gone']);
    await dispatcher.enqueue({ runId: String(old), dispatch: 1 });
    await database.query(
      "UPDATE gantry_dbos.workflow_status SET status = 'PENDING', application_version = '1', executor_id = 'gone' WHERE workflow_uuid = $1",
      [old],
    );
    clock.advance(11_000);
    await gateway.app.get(RunUpkeep, { strict: false }).adoptOrphans();
    for (const id of runs) {
      await workflows.post(id, 'signals/go');
      expect(await workflows.reaches(id, 'completed')).toMatchObject({ output: { n: 2 } });
    }
    expect(upstream.executions('echo') - before).toBe(8);
  });
});
