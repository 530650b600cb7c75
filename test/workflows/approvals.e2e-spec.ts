import { WorkflowEngine } from '../../src/workflows/engine/workflow-engine.port.js';
import { decide, inboxOf } from '../support/clients/approvals.js';
import { personIn } from '../support/clients/apps-client.js';
import { closeAfterAll } from '../support/closing.js';
import type { TestGateway } from '../support/gateway.js';
import type { Json } from '../support/clients/gateway-client.js';
import { text } from '../support/upstreams/behaviours.js';
import { tool, type ScriptedHttp } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';
import { call, doing, listen, workflowApp, Workflows } from '../support/workflows/workflow-app.js';

const guarded = (args: Json, more: Json = {}): Json => call('delete_all', args, more);
const notByStarter = { metadata: { approvers: { except: 'starter', roles: ['owner', 'admin'] } } };
const documents = {
  twice: doing([{ ask: listen('approval') }, { first: guarded({ n: 1 }) }, { again: guarded({ n: 2 }) }]),
  retries: doing([
    { ask: listen('approval') },
    {
      t: {
        try: [{ act: guarded({ n: '${ $workflow.input.n }' }) }],
        catch: { retry: { limit: { attempt: { count: 1 } } } },
      },
    },
  ]),
  shown: doing([
    { get: { set: { n: 2, key: 'sk-abcdefghijklmnopqrst' } } },
    { ask: listen('approval') },
    { harmless: call('look', { n: '${ n }' }) },
    {
      t: {
        try: [{ act: guarded({ n: '${ $steps.get.n }', key: '${ $steps.get.key }', on: true }) }],
        catch: { errors: { with: { status: 599 } } },
      },
    },
  ]),
  jumps: doing([
    { ask: listen('approval') },
    { where: { switch: [{ there: { when: '${ $workflow.input.far }', then: 'far' } }] } },
    { near: guarded({ n: '${ data.n }' }, { then: 'end' }) },
    { far: guarded({ n: 1 }) },
  ]),
  unasked: doing([{ wait: listen('go') }, { act: guarded({}) }]),
  deletes: doing([{ act: guarded({ n: '${ $workflow.input.n }' }) }]),
  payments: doing([
    { ask: listen('approval') },
    { pay: guarded({ amount: 10 }) },
    { next: listen('approval') },
    { payMore: guarded({ amount: 100_000 }) },
  ]),
  single: doing([{ ask: listen('approval') }, { act: guarded({ n: 1 }) }]),
  both: doing([
    {
      each: {
        fork: {
          branches: [
            { one: { do: [{ askOne: listen('approval') }, { actOne: guarded({ n: 1 }) }] } },
            { other: { do: [{ askOther: listen('approval') }, { actOther: guarded({ n: 2 }) }] } },
          ],
        },
      },
    },
  ]),
  rounds: doing([
    {
      each: {
        for: { each: 'n', in: '${ [1, 2] }' },
        do: [{ ask: listen('approval') }, { act: guarded({ n: 1 }, { if: '${ $n = 2 }' }) }],
      },
    },
  ]),
  others: doing([{ ask: listen('approval') }, { act: guarded({}, notByStarter) }]),
};
const policies = { requireApproval: ['one__delete_*'] };

const open = closeAfterAll();
let gateway: TestGateway;
let one: ScriptedHttp;
let workflows: Workflows;
let isBroken = false;
let calledWith: Json = {};

beforeAll(async () => {
  const deletes = tool('delete_all', (exchange) => {
    calledWith = exchange.args;
    if (isBroken) exchange.result({ ...text('no'), isError: true });
    else exchange.result(text('gone'));
    isBroken = false;
  });
  const look = tool('look', (exchange) => {
    exchange.result(text('seen'));
  });
  ({ gateway, one, workflows } = await workflowApp(open, [deletes, look], documents, { policies }));
});

/** The call that a run asks the inbox about. */
async function asked(id: string, as = workflows): Promise<Json | undefined> {
  const steps = (await as.run(id))['steps'] as Json[];
  const call = steps.find(({ status, approvalFor }) => status === 'waiting' && approvalFor !== undefined);
  const shown = call?.['approvalFor'] as Json | undefined;
  return shown?.['approval'] === undefined ? undefined : shown;
}

const asksFor = (id: string) => waitFor(`${id} to ask`, () => asked(id));

describe('An approval', () => {
  it('[workflow-approval-bound] is good for one step, its tool and its arguments', async () => {
    const people = new Workflows(gateway);
    const id = await workflows.start('twice');
    await people.approve(id);
    expect(await asksFor(id)).toMatchObject({ step: 'do/again' });
    expect(one.executions('delete_all')).toBe(1);
    isBroken = true;
    const retried = await workflows.start('retries', { n: 1 });
    const named = { step: 'do/t/try/act', tool: 'delete_all@one', arguments: { n: 1 } };
    await people.approve(retried, { approved: true, ...named });
    await workflows.reaches(retried, 'completed');
    expect(one.executions('delete_all')).toBe(3);
    const other = await workflows.start('retries', { n: 2 });
    await people.approve(other, { approved: true, arguments: { n: 1 } });
    expect(await asksFor(other)).toMatchObject({ arguments: { n: 2 } });
  });

  it('[workflow-approval-shown] is waited for by a step that shows what for, and bound to that', async () => {
    const people = new Workflows(gateway);
    const id = await workflows.start('shown');
    const asks = await workflows.reachesStep(id, 'ask', 'waiting');
    expect(asks['approvalFor']).toEqual({
      ...{ step: 'do/t/try/act', tool: 'delete_all@one' },
      arguments: { n: 2, key: '[redacted]', on: true },
    });
    const before = one.executions('delete_all');
    await people.approve(id, { approved: true });
    await workflows.reaches(id, 'completed');
    expect(one.executions('delete_all')).toBe(before + 1);

    const near = await workflows.start('jumps', { far: false });
    const [shown] = (await workflows.reaches(near, 'waiting', 10_000))['steps'] as Json[];
    expect(shown?.['approvalFor']).toEqual({
      ...{ step: 'do/near', tool: 'delete_all@one', with: { n: '${ data.n }' } },
    });
    await people.approve(near, { approved: true, n: 3 });
    await workflows.reaches(near, 'completed');
    const far = await workflows.start('jumps', { far: true });
    await people.approve(far);
    expect(await asksFor(far)).toMatchObject({ step: 'do/far' });
  });

  it('[workflow-approval-awaited] opens nothing when it arrives before a step waits for it', async () => {
    const people = new Workflows(gateway);
    const id = await workflows.start('unasked');
    await workflows.reachesStep(id, 'wait', 'waiting');
    const named = { approved: true, step: 'do/act', tool: 'delete_all@one', arguments: {} };
    for (const data of [true, named]) {
      const { status, body } = await people.post(id, 'signals/approval', { data });
      expect([status, body['code']]).toEqual([409, 'approval-not-awaited']);
    }
    await people.post(id, 'signals/go');
    expect(await asksFor(id)).toMatchObject({ step: 'do/act' });
  });

  it('[workflow-approval-awaited] opens the step that it names once, and no later one', async () => {
    const people = new Workflows(gateway);
    const before = one.executions('delete_all');
    const id = await workflows.start('payments');
    const first = await people.awaitedApproval(id);
    const answers = await Promise.all(
      [first, first, undefined].map((approval) =>
        people.post(id, 'signals/approval', { approval, data: true }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409, 409]);
    await workflows.reachesStep(id, 'next', 'waiting');
    expect(one.executions('delete_all')).toBe(before + 1);
    const late = await people.post(id, 'signals/approval', { approval: first, data: true });
    expect([late.status, late.body['code']]).toEqual([409, 'approval-not-awaited']);
    expect((await workflows.run(id))['status']).toBe('waiting');
    expect((await people.post(id, 'signals/approval')).status).toBe(202);
    await workflows.reaches(id, 'completed');
    expect(one.executions('delete_all')).toBe(before + 2);
  });

  it('[workflow-approval-awaited] must name the step when several wait', async () => {
    const people = new Workflows(gateway);
    const id = await workflows.start('both');
    await workflows.reachesStep(id, 'askOne', 'waiting');
    await workflows.reachesStep(id, 'askOther', 'waiting');
    expect((await people.post(id, 'signals/approval', { data: true })).status).toBe(409);
    for (const name of ['askOther', 'askOne']) {
      const { approvalId } = await workflows.reachesStep(id, name, 'waiting');
      expect((await people.post(id, 'signals/approval', { approval: approvalId, data: true })).status).toBe(
        202,
      );
    }
    await workflows.reaches(id, 'completed');
  });

  it.each([
    [{ data: false }, false],
    [{ data: { approved: 'no' } }, false],
    [{ data: 0 }, false],
    [{ data: 'false' }, false],
    [{ data: [] }, false],
    [{ data: { decision: 'deny' } }, false],
    [{ data: {} }, false],
    [{ data: null }, false],
    [{ data: 'yes' }, false],
    [{}, true],
    [{ data: true }, true],
    [{ data: { approved: true, note: 'fine' } }, true],
  ])('[workflow-approval-answer] counts %j as a yes: %s', async (body, isYes) => {
    const before = one.executions('delete_all');
    const id = await workflows.start('single');
    const approval = await workflows.awaitedApproval(id);
    await new Workflows(gateway).post(id, 'signals/approval', { approval, ...body });
    await workflows.reaches(id, isYes ? 'completed' : 'failed');
    expect(one.executions('delete_all')).toBe(before + (isYes ? 1 : 0));
  });

  it('[workflow-approval-awaited] of an earlier iteration opens no call of a later one', async () => {
    const people = new Workflows(gateway);
    const before = one.executions('delete_all');
    const id = await workflows.start('rounds');
    await people.approve(id);
    await waitFor('the second iteration', async () => {
      const steps = (await workflows.run(id))['steps'] as Json[];
      return steps.some(({ key, status }) => key === 'do/each/1/ask' && status === 'waiting');
    });
    await people.approve(id, false);
    expect(await workflows.reaches(id, 'failed')).toMatchObject({ error: { code: 'approval-required' } });
    expect(one.executions('delete_all')).toBe(before);
  });

  it('[workflow-approvers] may have to come from somebody else than whoever started the run, with a role', async () => {
    const owner = await personIn(gateway, 'house');
    await owner.newApp('house', { mcpServers: { one: { use: 'one' } }, workflows: documents, policies });
    const starter = new Workflows(owner);
    const approvedBy = async (approver: Workflows) => {
      const { body } = await owner.json('/api/sdk/workflows/execute?app=house', {
        body: { workflow: 'others', mode: 'async' },
      });
      const id = String(body['runId']);
      await approver.approve(id);
      return waitFor('the end', async () => {
        const { status } = await starter.run(id);
        return status === 'completed' ? status : await asked(id, starter);
      });
    };
    const member = new Workflows(await personIn(gateway, owner.accountId, 'member'));
    const admin = new Workflows(await personIn(gateway, owner.accountId, 'admin'));
    for (const approver of [starter, member])
      expect(await approvedBy(approver)).toMatchObject({ tool: 'delete_all@one' });
    expect(await approvedBy(admin)).toBe('completed');
  });

  it('[workflow-approvers] comes from those who decide in the inbox, where nothing else is said', async () => {
    const owner = await personIn(gateway, 'home');
    await owner.newApp('home', { mcpServers: { one: { use: 'one' } }, workflows: documents, policies });
    const member = await personIn(gateway, owner.accountId, 'member');
    const starter = new Workflows(member);
    const outcome = async (approver: Workflows) => {
      const begun = await member.json('/api/sdk/workflows/execute?app=home', {
        body: { workflow: 'twice', mode: 'async' },
      });
      const id = String(begun.body['runId']);
      await approver.approve(id);
      return waitFor('the step to ask', () => asked(id, starter));
    };
    expect(await outcome(starter)).toMatchObject({ step: 'do/first' });
    expect(await outcome(new Workflows(owner))).toMatchObject({ step: 'do/again' });
  });
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
    const waiting = (await inboxOf(gateway)).find((one) => one['runId'] === run);
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
