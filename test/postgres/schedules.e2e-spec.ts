import { ScheduleStore } from '../../src/workflows/schedules/schedule-store.port.js';
import { closeAfterAll } from '../support/closing.js';
import type { Json } from '../support/clients/gateway-client.js';
import { createApp } from '../support/clients/sdk-apps.js';
import { gatewayState, startGateway, type TestGateway } from '../support/gateway.js';
import { TestClock } from '../support/test-clock.js';
import { answers, text } from '../support/upstreams/behaviours.js';
import { ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { beginDueRuns, call, doing, workflowEnv, Workflows } from '../support/workflows/workflow-app.js';

const open = closeAfterAll();

/** Lets `second` look while `first` has read what is due and has not begun it. */
async function lookAtOnce(first: TestGateway, second: TestGateway): Promise<void> {
  const store = first.app.get(ScheduleStore, { strict: false });
  store.listDue = async (now, limit) => {
    Reflect.deleteProperty(store, 'listDue');
    const due = await store.listDue(now, limit);
    await beginDueRuns(second);
    return due;
  };
  await beginDueRuns(first);
}

it('[triggers-processes] a schedule begins each due run once when two processes look at the same time', async () => {
  const clock = new TestClock();
  const upstream = await open(ScriptedHttp.start([tool('work', answers(text('done')))]));
  const state = await gatewayState();
  await open({ close: () => state.remove() });
  const start = () =>
    open(startGateway({ clock, state, env: workflowEnv, mcpServers: { one: { url: upstream.url } } }));
  const [a, b] = [await start(), await start()];
  const metadata = { schedule: { overlap: 'allow', catchUp: 'all' } };
  const often = doing([{ a: call('work') }], { schedule: { every: { minutes: 1 } }, metadata });
  const config = { mcpServers: { one: { use: 'one' } }, workflows: { often } };
  const runs = new Workflows(await createApp(a, 'twice', config));
  for (let passed = 1; passed <= 3; passed++) {
    clock.advance(60_000);
    await lookAtOnce(a, b);
    const { body } = await runs.get('/runs', '?workflow=often');
    expect(body['runs'] as Json[]).toHaveLength(passed);
  }
});
