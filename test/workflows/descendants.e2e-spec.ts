import { closeAfterAll } from '../support/closing.js';
import type { Json } from '../support/clients/gateway-client.js';
import { answers, text } from '../support/upstreams/behaviours.js';
import { tool } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';
import { call, doing, workflowApp, type Workflows } from '../support/workflows/workflow-app.js';

const most = 8;
const childrenPerMinute = 40;

const begin = (name: string): Json => ({ run: { workflow: { name }, await: false } });
const times = (count: number, task: Json): Json => ({
  for: { each: 'n', in: `\${ [1..${String(count)}] }` },
  do: [{ one: task }],
});

const documents = {
  spawns: doing([{ each: times(3, begin('spawns')) }]),
  emits: doing([{ tell: { emit: { event: { with: { type: 'tick', source: 'test://here' } } } } }], {
    schedule: { on: { one: { with: { type: 'tick' } } } },
  }),
  ends: doing([{ say: call('echo') }]),
  paced: doing([{ each: times(2, { run: { workflow: { name: 'ends' } } }) }]),
  left: doing([{ each: times(2, begin('ends')) }]),
};

const open = closeAfterAll();
let workflows: Workflows;

beforeAll(async () => {
  const env = { WORKFLOW_MAX_DESCENDANTS: most, CHILD_RUNS_PER_MINUTE: childrenPerMinute };
  ({ workflows } = await workflowApp(open, [tool('echo', answers(text('ok')))], documents, { env }));
});

async function runsOf(workflow: string): Promise<Json[]> {
  return (await workflows.get('/runs', `?workflow=${workflow}&limit=200`)).body['runs'] as Json[];
}

async function ended(workflow: string): Promise<Json[]> {
  return waitFor(`all runs of ${workflow} to end`, async () => {
    const runs = await runsOf(workflow);
    return runs.every(({ status }) => status === 'completed' || status === 'failed') && runs;
  });
}

describe('A run that begins runs', () => {
  it('[run-descendants] begins at most WORKFLOW_MAX_DESCENDANTS, together with those that they begin', async () => {
    await workflows.start('spawns');
    const runs = await ended('spawns');
    expect(runs).toHaveLength(1 + most);
    const codes = new Set(runs.flatMap(({ error }) => (error as Json | undefined)?.['code'] ?? []));
    expect(codes).toEqual(new Set(['too-many-descendants']));
  });

  it('[run-descendants] counts those that begin by its events', async () => {
    await workflows.start('emits');
    await waitFor('the next to be skipped', async () => {
      const { body } = await workflows.get('/emits/schedule');
      return (body['problem'] as Json | undefined)?.['code'] === 'too-many-descendants';
    });
    expect(await runsOf('emits')).toHaveLength(1 + most);
  });

  it('[run-descendants] is refused as a tool beyond CHILD_RUNS_PER_MINUTE of its account, and waits as a step', async () => {
    const body = { name: 'workflow__ends', arguments: {}, _meta: { 'gantry/workflow-depth': 1 } };
    const answer = await waitFor('the limit', async () => {
      const called = await workflows.client.json('/api/sdk/tools/call', { body });
      return called.status !== 200 && called;
    });
    expect([answer.status, answer.body['limit']]).toEqual([429, 'CHILD_RUNS_PER_MINUTE']);
    const before = (await runsOf('ends')).length;
    expect(before).toBeLessThanOrEqual(childrenPerMinute);
    for (const workflow of ['paced', 'left']) {
      const id = await workflows.start(workflow);
      const { steps } = await waitFor('the run to wait', async () => {
        const run = await workflows.run(id);
        return (run['steps'] as Json[]).some(({ waitsFor }) => waitsFor === 'time') && run;
      });
      expect((steps as Json[]).filter(({ status }) => status === 'failed')).toEqual([]);
      await workflows.post(id, 'cancel');
      await workflows.reaches(id, 'cancelled');
    }
    expect(await runsOf('ends')).toHaveLength(before);
  });
});
