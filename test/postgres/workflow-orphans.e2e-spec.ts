import { DataSource } from 'typeorm';
import { RunDispatcher } from '../../src/workflows/engine/dbos/run-dispatcher.port.js';
import { RunUpkeep } from '../../src/workflows/engine/dbos/run-upkeep.service.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway } from '../support/gateway.js';
import { createApp } from '../support/clients/sdk-apps.js';
import { TestClock } from '../support/test-clock.js';
import { echo, ScriptedHttp } from '../support/upstreams/scripted-http.js';
import { call, doing, listen, Workflows } from '../support/workflows/workflow-app.js';

const open = closeAfterAll();
const documents = {
  waits: doing([
    { before: call('echo', { n: 1 }) },
    { ask: listen('go') },
    { after: call('echo', { n: 2 }) },
  ]),
};
const orphaned = "UPDATE workflow_runs SET status = 'running', token = $2 WHERE id = $1";

describe('A run that nobody carries out', () => {
  it('[workflow-orphan] is carried out after a while: given to nobody or by an older version, out of sight of the process that has it, or of one that nobody knows', async () => {
    const clock = new TestClock(Date.now());
    const upstream = await open(ScriptedHttp.start([echo]));
    const gateway = await open(startGateway({ clock, mcpServers: { one: { url: upstream.url } } }));
    const mcpServers = { one: { use: 'one' } };
    const workflows = new Workflows(await createApp(gateway, 'shop', { mcpServers, workflows: documents }));
    const database = gateway.app.get(DataSource);
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
    expect(upstream.executions('echo')).toBe(8);
  });
});
