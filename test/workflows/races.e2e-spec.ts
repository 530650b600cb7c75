import { Database } from '../../src/platform/database/database.js';
import { Executions } from '../../src/workflows/engine/execution/executions.service.js';
import { WorkflowEngine } from '../../src/workflows/engine/workflow-engine.port.js';
import { closeAfterAll } from '../support/closing.js';
import type { TestGateway } from '../support/gateway.js';
import { text } from '../support/upstreams/behaviours.js';
import { tool, type ScriptedHttp } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';
import { call, doing, workflowApp, type Workflows } from '../support/workflows/workflow-app.js';

const open = closeAfterAll();
let gateway: TestGateway;
let one: ScriptedHttp;
let workflows: Workflows;
/** Lets the call of the tool `gate` end. */
let pass: () => void = () => undefined;

beforeAll(async () => {
  const gate = tool('gate', async (exchange) => {
    await new Promise<void>((resolve) => (pass = resolve));
    exchange.result(text('open'));
  });
  ({ gateway, one, workflows } = await workflowApp(open, [gate], {
    sleeps: doing([{ first: call('gate') }, { rest: { wait: { minutes: 5 } } }]),
  }));
});

/** The line of SQLite: nobody writes until the result is called. */
function heldLine(): () => Promise<void> {
  let letOthers: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letOthers = resolve));
  const line = gateway.app.get(Database, { strict: false }).between(() => held);
  return () => {
    letOthers();
    return line;
  };
}

it('[workflow-put-aside-once] A run that is looked at while it is put aside waits afterwards, and its time comes', async () => {
  const executions = gateway.app.get(Executions, { strict: false });
  const engine = gateway.app.get(WorkflowEngine, { strict: false });
  const id = await workflows.start('sleeps');
  await waitFor('the call', () => one.executions('gate') === 1);
  const execution = executions.find(id);
  if (execution === undefined) throw new Error('nobody carries it out');
  const release = heldLine();
  pass();
  await waitFor('it to rest', () => execution.over || execution.idle);
  const { moves } = execution;
  await engine.signalled(execution.run);
  await waitFor('it to rest again', () => execution.over || (execution.moves >= moves + 2 && execution.idle));
  await release();
  await waitFor('it to leave memory', () => executions.find(id) === undefined);
  expect((await workflows.run(id))['status']).toBe('waiting');
});
