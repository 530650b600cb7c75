import { closeAfterAll } from '../support/closing.js';
import type { Json } from '../support/clients/gateway-client.js';
import { timed } from '../support/measures/timed.js';
import { answers, text } from '../support/upstreams/behaviours.js';
import { tool } from '../support/upstreams/scripted-http.js';
import { doing, listen, workflowApp } from '../support/workflows/workflow-app.js';

timed();

const open = closeAfterAll();
const posts = tool('posts', answers(text('posted')));
const broken = tool('breaks', answers({ ...text('out of order'), isError: true }));
const deletes = tool('delete_all', answers(text('gone')));

/** Waits, and tells somebody. */
const telling = (notify: string, given: Json = {}): Json => ({
  ...listen('go'),
  metadata: { notify, with: given },
});

it('[workflow-notify] a wait tells somebody when it begins, once, and waits whatever becomes of that', async () => {
  const documents = {
    tells: doing([
      { ask: telling('posts@one', { text: '${ "for " & $workflow.input.who }' }) },
      { last: { set: { got: '${ $steps.ask }' } } },
    ]),
    fails: doing([{ ask: telling('breaks@one') }]),
    guarded: doing([{ ask: telling('delete_all@one') }]),
    wrong: doing([{ ask: telling('posts@one', { text: '${ $error("no") }' }) }]),
  };
  const { one, workflows, app } = await workflowApp(open, [posts, broken, deletes], documents, {
    policies: { requireApproval: ['one__delete_*'] },
  });
  const id = await workflows.start('tells', { who: 'Ana' });
  const waiting = await workflows.reaches(id, 'waiting');
  expect(waiting['steps']).toMatchObject([
    { key: 'do/ask/notify', tool: 'posts@one', status: 'completed', arguments: { text: 'for Ana' } },
    { key: 'do/ask', kind: 'listen', status: 'waiting', waitsFor: 'go' },
  ]);
  await workflows.post(id, 'signals/go', { data: 5 });
  expect(await workflows.reaches(id, 'completed')).toMatchObject({ output: { got: [5] } });
  expect(one.executions('posts')).toBe(1);

  for (const [workflow, error] of [
    ['fails', { detail: 'out of order' }],
    ['guarded', { status: 400, detail: expect.stringContaining('approval') as string }],
    ['wrong', { type: expect.stringContaining('expression') as string }],
  ] as const) {
    const failing = await workflows.start(workflow);
    const run = await workflows.reaches(failing, 'waiting');
    expect(run['steps']).toMatchObject([
      { key: 'do/ask/notify', status: 'failed', error },
      { status: 'waiting' },
    ]);
    await workflows.post(failing, 'signals/go');
    const { steps } = await workflows.reaches(failing, 'completed');
    expect((steps as Json[]).map(({ status }) => status)).toEqual(['failed', 'completed']);
  }
  expect([one.executions('breaks'), one.executions('delete_all')]).toEqual([1, 0]);

  const listed = (await workflows.get('/tells')).body;
  expect(listed['tools']).toEqual(['posts@one']);
  const workflowsWith = (notify: string) => ({ x: doing([{ ask: telling(notify) }]) });
  for (const name of ['posts', 'posts@nobody']) {
    const config = { mcpServers: { one: { use: 'one' } }, workflows: workflowsWith(name) };
    await expect(app.configure(config)).rejects.toThrow('/workflows/x/do/0/ask/metadata');
  }
});
