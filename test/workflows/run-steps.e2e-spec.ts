import { closeAfterAll } from '../support/closing.js';
import type { Json } from '../support/clients/gateway-client.js';
import { timed } from '../support/measures/timed.js';
import { answers, text } from '../support/upstreams/behaviours.js';
import { echo, tool } from '../support/upstreams/scripted-http.js';
import { call, doing, workflowApp } from '../support/workflows/workflow-app.js';

timed();

const open = closeAfterAll();
const mails = tool('mails', answers(text('sent')));
const broken = tool('breaks', answers({ ...text('out of order'), isError: true }));

it('[workflow-run-arguments] keeps what each call was given, without secrets', async () => {
  const { workflows } = await workflowApp(open, [echo, mails, broken], {
    steps: doing([
      { say: call('mails', { to: '${ who }', password: 'swordfish', nested: { note: 'Bearer abc123' } }) },
      { long: call('echo', { text: '${ $pad("", 9000, "x") }' }) },
      { fail: call('breaks', { order: 7 }) },
    ]),
  });
  const id = await workflows.start('steps', { who: 'Ana' });
  const { steps } = await workflows.reaches(id, 'failed');
  const [say, long, fail] = steps as Json[];
  expect(say).toMatchObject({
    ...{ tool: 'mails@one', status: 'completed' },
    arguments: { to: 'Ana', password: '[redacted]', nested: { note: 'Bearer [redacted]' } },
  });
  expect(long).not.toHaveProperty('arguments');
  expect(fail).toMatchObject({ status: 'failed', arguments: { order: 7 } });
  const events = await workflows.events(id);
  await events.done;
  expect(JSON.stringify(events.events)).not.toMatch(/swordfish|abc123/);
  const begun = events.events.find(({ data }) => (data as Json)['name'] === 'long')?.data;
  expect(begun).toMatchObject({ argumentsLength: 9011 });
});
