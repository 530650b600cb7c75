import { WorkflowEngine } from '../../src/workflows/engine/workflow-engine.port.js';
import { decide, inboxOf } from '../support/clients/approvals.js';
import { closeAfterAll } from '../support/closing.js';
import type { Json } from '../support/clients/gateway-client.js';
import type { TestGateway } from '../support/gateway.js';
import { text } from '../support/upstreams/behaviours.js';
import { tool, type ScriptedHttp } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';
import { call, doing, workflowApp, type Workflows } from '../support/workflows/workflow-app.js';

const open = closeAfterAll();
let gateway: TestGateway;
let one: ScriptedHttp;
let workflows: Workflows;
let calledWith: Json = {};

beforeAll(async () => {
  const deletes = tool('delete_all', (exchange) => {
    calledWith = exchange.args;
    exchange.result(text('gone'));
  });
  ({ gateway, one, workflows } = await workflowApp(
    open,
    [deletes],
    { deletes: doing([{ act: call('delete_all', { n: '${ $workflow.input.n }' }) }]) },
    { policies: { requireApproval: ['one__delete_*'] } },
  ));
});

/** The approval that a run names. */
function namedBy(run: string): Promise<{ readonly id: string }> {
  return waitFor(`${run} to ask`, async () => {
    const { status, steps } = await workflows.run(run);
    const waiting = (steps as Json[]).find((step) => step['waitsFor'] !== undefined);
    const approvalFor = waiting?.['approvalFor'] as Json | undefined;
    return status === 'waiting' && (approvalFor?.['approval'] as { readonly id: string } | undefined);
  });
}

describe('A step that needs an approval', () => {
  it('[approvals-run] makes its run wait, which names the approval in the inbox and goes on with it once', async () => {
    const before = one.executions('delete_all');
    const run = await workflows.start('deletes', { n: 1 });
    const { id } = await namedBy(run);
    const [waiting] = await inboxOf(gateway);
    expect(waiting).toMatchObject({ id, runId: run, tool: 'delete_all', arguments: { n: 1 } });
    expect(one.executions('delete_all')).toBe(before);
    expect((await decide(gateway, { id }, 'approve')).status).toBe(200);
    expect(await workflows.reaches(run, 'completed')).toMatchObject({ output: 'gone' });
    expect(one.executions('delete_all')).toBe(before + 1);
    expect((await gateway.json(`/api/approvals/${id}`)).body['status']).toBe('used');
  });

  it('[approvals-run] fails when somebody denies it, with the note', async () => {
    const run = await workflows.start('deletes', { n: 2 });
    const ticket = await namedBy(run);
    await decide(gateway, ticket, 'deny', { note: 'not today' });
    expect(await workflows.reaches(run, 'failed')).toMatchObject({
      error: { code: 'approval-denied', detail: expect.stringContaining('not today'), instance: '/do/0/act' },
    });
  });

  it('[approvals-run-again] names the next approval when the run is tried again', async () => {
    const run = await workflows.start('deletes', { n: 5 });
    const { id } = await namedBy(run);
    // Whoever decides finds the run on disk: it goes on from there.
    await waitFor(
      'it to leave memory',
      () => gateway.app.get(WorkflowEngine, { strict: false }).runCount === 0,
    );
    await decide(gateway, { id }, 'deny');
    await workflows.reaches(run, 'failed');
    await workflows.post(run, 'retry');
    const next = await namedBy(run);
    expect(next.id).not.toBe(id);
    await decide(gateway, next, 'approve');
    expect(await workflows.reaches(run, 'completed')).toMatchObject({ output: 'gone' });
  });

  it('[approvals-run] is called with the arguments that whoever approves it has left', async () => {
    const run = await workflows.start('deletes', { n: 3 });
    await decide(gateway, await namedBy(run), 'approve', { arguments: { n: 30 } });
    await workflows.reaches(run, 'completed');
    expect(calledWith).toEqual({ n: 30 });
  });

  it('[approvals-run] is not moved by whoever sends the run signals', async () => {
    const before = one.executions('delete_all');
    const run = await workflows.start('deletes', { n: 4 });
    const ticket = await namedBy(run);
    const signal = `signals/${encodeURIComponent(`approval/${ticket.id}`)}`;
    expect((await workflows.post(run, signal, { data: true })).status).toBe(400);
    expect((await workflows.run(run))['status']).toBe('waiting');
    expect(one.executions('delete_all')).toBe(before);
    await decide(gateway, ticket, 'deny');
    await workflows.reaches(run, 'failed');
  });
});
