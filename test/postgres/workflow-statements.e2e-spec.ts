import { DataSource } from 'typeorm';
import { WorkerStore } from '../../src/workflows/engine/dbos/worker-store.port.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { createApp } from '../support/clients/sdk-apps.js';
import { echo, ScriptedHttp } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';
import { call, doing, listen, Workflows } from '../support/workflows/workflow-app.js';

const open = closeAfterAll();
const step = call('echo', { n: 1 });
const documents = {
  steps: doing([{ one: step }, { two: step }, { three: step }]),
  waits: doing([{ ask: listen('go') }, { after: step }]),
};

let gateway: TestGateway;
let workflows: Workflows;
let database: DataSource;

beforeAll(async () => {
  const upstream = await open(ScriptedHttp.start([echo]));
  gateway = await open(startGateway({ mcpServers: { one: { url: upstream.url } } }));
  const mcpServers = { one: { use: 'one' } };
  workflows = new Workflows(await createApp(gateway, 'shop', { mcpServers, workflows: documents }));
  database = gateway.app.get(DataSource);
});

/** Statements about a run while `work` goes on. */
async function statementsOf(work: () => Promise<string>): Promise<string[]> {
  const asked: { readonly text: string; readonly values: string }[] = [];
  const make = database.createQueryRunner.bind(database);
  database.createQueryRunner = (mode) => {
    const runner = make(mode);
    const query = runner.query.bind(runner) as (text: string, values?: unknown[]) => Promise<never>;
    runner.query = (text: string, values?: unknown[]) => {
      asked.push({ text, values: JSON.stringify(values ?? []) });
      return query(text, values);
    };
    return runner;
  };
  try {
    const runId = await work();
    return asked.filter(({ values }) => values.includes(runId)).map(({ text }) => text);
  } finally {
    database.createQueryRunner = make;
  }
}

describe('What a run asks of Postgres', () => {
  it('[workflow-statements] is one statement to begin, one for each call, and one to end', async () => {
    await workflows.execute('steps');
    const statements = await statementsOf(async () => {
      const { body } = await workflows.execute('steps');
      expect(body['status']).toBe('completed');
      return String(body['runId']);
    });
    // What is told on the way is written on its own where the machine is slow.
    expect(statements.length).toBeGreaterThanOrEqual(5);
    expect(statements.length).toBeLessThanOrEqual(10);
    const [{ count }] = await database.query<[{ count: string }]>(
      "SELECT count(*) FROM gantry_dbos.workflow_status WHERE name = 'run'",
    );
    expect(Number(count)).toBe(0);
  });
});

describe('A run that was put aside by a process that died before it looked what had come', () => {
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
    await waitFor('the take-over', () => gateway.logs('workflows.taken-over').length > 0, 15_000);
    expect(await workflows.reaches(id, 'completed')).toMatchObject({ output: { n: 1 } });
  });
});
