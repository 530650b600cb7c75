import { Audit } from '../../src/accounts/audit/audit.service.js';
import { closeAfterEach } from '../support/closing.js';
import type { TestGateway } from '../support/gateway.js';
import { EventCollector } from '../support/processes/event-collector.js';
import { startReplicas } from '../support/processes/replicas.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterEach();

describe('The audit sink of several processes', () => {
  it('[sink-one] gets each event once and in order, and goes on with another process when one ends', async () => {
    const collector = await open(EventCollector.start());
    const replicas = await startReplicas(open, 2, { env: { AUDIT_SINK: collector.url } });
    const append = (gateway: TestGateway | undefined, action: string) =>
      gateway?.app.get(Audit).append({ accountId: 'acc_one', action });
    const ofTest = () =>
      collector.events.map(({ action }) => String(action)).filter((action) => action.startsWith('test.'));
    const actions = Array.from({ length: 40 }, (_, index) => `test.${String(index)}`);
    for (const [index, action] of actions.entries()) await append(replicas[index % 2], action);
    await waitFor('all of them', () => ofTest().length >= 40);
    expect(ofTest()).toEqual(actions);
    for (const [index, gateway] of replicas.entries()) {
      await append(gateway, `test.last${String(index)}`);
      if (index === 0) await gateway.close();
      await waitFor('the last', () => ofTest().includes(`test.last${String(index)}`));
    }
    expect(new Set(collector.ids).size).toBe(collector.ids.length);
  });
});
