import { personIn } from './support/apps-client.js';
import { closeAfterAll } from './support/closing.js';
import type { TestGateway } from './support/gateway.js';
import type { Json } from './support/gateway-client.js';
import { text } from './support/upstreams/behaviours.js';
import { tool, type ScriptedHttp } from './support/upstreams/scripted-http.js';
import { call, doing, listen, workflowApp, Workflows } from './support/workflows/workflow-app.js';

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
  others: doing([{ ask: listen('approval') }, { act: guarded({}, notByStarter) }]),
};
const policies = { requireApproval: ['one__delete_*'] };

const open = closeAfterAll();
let gateway: TestGateway;
let one: ScriptedHttp;
let workflows: Workflows;
let isBroken = false;

beforeAll(async () => {
  const deletes = tool('delete_all', (exchange) => {
    if (isBroken) exchange.result({ ...text('no'), isError: true });
    else exchange.result(text('gone'));
    isBroken = false;
  });
  ({ gateway, one, workflows } = await workflowApp(open, [deletes], documents, { policies }));
});

describe('An approval', () => {
  it('[workflow-approval-bound] is good for one step, its tool and its arguments', async () => {
    const people = new Workflows(gateway);
    const id = await workflows.start('twice');
    await people.post(id, 'signals/approval', { data: true });
    expect(await workflows.reaches(id, 'failed')).toMatchObject({
      error: { code: 'approval-required', instance: 'do/again' },
    });
    expect(one.executions('delete_all')).toBe(1);
    await people.post(id, 'retry');
    await workflows.reaches(id, 'failed');
    isBroken = true;
    const retried = await workflows.start('retries', { n: 1 });
    await people.post(retried, 'signals/approval', {
      data: { step: 'do/t/try/act', tool: 'delete_all@one', arguments: { n: 1 } },
    });
    await workflows.reaches(retried, 'completed');
    expect(one.executions('delete_all')).toBe(3);
    const other = await workflows.start('retries', { n: 2 });
    await people.post(other, 'signals/approval', { data: { arguments: { n: 1 } } });
    expect(await workflows.reaches(other, 'failed')).toMatchObject({ error: { code: 'approval-required' } });
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
      await approver.post(id, 'signals/approval', { data: true });
      const status = approver === admin ? 'completed' : 'failed';
      return (await starter.reaches(id, status))['error'];
    };
    const member = new Workflows(await personIn(gateway, owner.accountId, 'member'));
    const admin = new Workflows(await personIn(gateway, owner.accountId, 'admin'));
    for (const approver of [starter, member])
      expect(await approvedBy(approver)).toMatchObject({ code: 'approval-required' });
    expect(await approvedBy(admin)).toBeUndefined();
  });
});
