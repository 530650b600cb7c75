import { leaseMs } from '../../../src/platform/idempotency/idempotency.service.js';
import { closeAfterEach } from '../../support/closing.js';
import { gatewayState, startGateway } from '../../support/gateway.js';
import { spawnGateway } from '../../support/processes/gateway-process.js';
import { TestClock } from '../../support/test-clock.js';
import { hangs } from '../../support/upstreams/behaviours.js';
import { ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';
import { waitFor } from '../../support/wait-for.js';

const open = closeAfterEach();

it('[idempotency-crash] after a crash in the middle of a call, its key is answered with an unknown outcome and nothing is called', async () => {
  const state = await gatewayState();
  await open({ close: () => state.remove() });
  const upstream = await open(ScriptedHttp.start([tool('hangs', hangs)]));
  const mcpServers = { s: { url: upstream.url } };
  const keyed = { headers: { 'idempotency-key': 'one' } };
  const first = await spawnGateway({ state, mcpServers });
  await open({ close: () => first.stop('SIGKILL').then(() => undefined) });
  const client = await first.ready();
  const lost = client.call('s', 'hangs', {}, {}, keyed).catch(() => undefined);
  await waitFor('the call to run', () => upstream.executions('hangs') === 1);
  await first.stop('SIGKILL');
  await lost;
  const clock = new TestClock(Date.now() + leaseMs + 1000);
  const second = await open(startGateway({ state, clock }));
  const { status, body } = await second.call('s', 'hangs', {}, {}, keyed);
  expect([status, body['code']]).toEqual([409, 'outcome-unknown']);
  expect(upstream.executions('hangs')).toBe(1);
});
