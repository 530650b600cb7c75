import { closeAfterAll } from '../support/closing.js';
import type { Json } from '../support/clients/gateway-client.js';
import { timed } from '../support/measures/timed.js';
import { answers, text } from '../support/upstreams/behaviours.js';
import { echo, tool } from '../support/upstreams/scripted-http.js';
import { call, doing, workflowApp, Workflows } from '../support/workflows/workflow-app.js';

timed();

const open = closeAfterAll();
const broken = tool('breaks', answers({ ...text('out of order'), isError: true }));
const shown = doing([
  { say: call('echo', { n: 1 }) },
  { way: { switch: [{ never: { when: '${ false }', then: 'last' } }] } },
  { each: { for: { each: 'n', in: '${ [1, 2] }' }, do: [{ fail: call('breaks') }] } },
  { last: { set: { done: true } } },
]);

it('[workflow-mermaid] draws a workflow, and a run with how each of its tasks stands', async () => {
  const { gateway, app, workflows } = await workflowApp(open, [echo, broken], { shown });
  const people = new Workflows(gateway);
  const one = await workflows.get('/shown');
  expect(one.body).toMatchObject({ name: 'shown', version: '1.2.3', tools: ['echo@one', 'breaks@one'] });
  expect(one.body).not.toHaveProperty('document');
  expect((await people.get('/shown', `?app=${app.slug}`)).body['document']).toEqual(shown);

  const picture = await workflows.client.fetch('/api/sdk/workflows/shown?format=mermaid');
  expect(picture.headers.get('content-type')).toContain('text/plain');
  expect((await picture.text()).split('\n').map((line) => line.trim())).toEqual([
    'flowchart TD',
    'begin(["begin"])',
    't1["say<br/>call echo@one"]',
    't2{"way<br/>switch"}',
    'subgraph gt4 ["each"]',
    't4["each<br/>for each n"]',
    't5["fail<br/>call breaks@one"]',
    'end',
    't3[/"last<br/>set"/]',
    'finish(["end"])',
    'begin --> t1',
    't1 --> t2',
    't2 -->|"case 1"| t3',
    't2 -->|"else"| t4',
    't4 -->|"each"| t5',
    't5 -.-> t4',
    't4 -->|"done"| t3',
    't3 --> finish',
    '',
  ]);
  const id = await workflows.start('shown');
  await workflows.reaches(id, 'failed');
  const { text: ofRun } = await workflows.get(`/runs/${id}`, '?format=mermaid');
  for (const line of ['class t1 completed', 'class t5 failed', 'classDef failed '])
    expect(ofRun).toContain(`  ${line}`);
  expect(ofRun).not.toContain('class t3');

  expect((await workflows.get('/nobodys', '?format=mermaid')).body['code']).toBe('workflow-not-found');
  const wrong = await workflows.get('/shown', '?format=png');
  expect([wrong.status, (wrong.body['errors'] as Json[])[0]?.['pointer']]).toEqual([400, '/format']);
  expect((await workflows.get('/runs')).body).toHaveProperty('runs');
});
