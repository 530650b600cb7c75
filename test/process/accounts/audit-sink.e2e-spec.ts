import type { GatewayClient, Json } from '../../support/clients/gateway-client.js';
import { closeAfterEach } from '../../support/closing.js';
import { EventCollector } from '../../support/collectors/event-collector.js';
import { gatewayState } from '../../support/gateway.js';
import { spawnGateway } from '../../support/processes/gateway-process.js';
import { waitFor } from '../../support/wait-for.js';

const open = closeAfterEach();

/** The audit log of the operator's account, oldest first. */
async function logOf(gateway: GatewayClient): Promise<Json[]> {
  const { body } = await gateway.json('/api/audit?limit=100');
  return (body['events'] as Json[]).reverse();
}

/** Something that leaves an event. */
async function happen(gateway: GatewayClient, name: string): Promise<void> {
  const { status } = await gateway.json('/api/cli/invitations', { body: { email: `${name}@example.com` } });
  expect(status).toBe(201);
}

describe('The audit sink', () => {
  it('[sink-crash] loses nothing when the process is killed while the sink is away', async () => {
    const collector = await open(EventCollector.start());
    collector.status = 503;
    const state = await gatewayState();
    await open({ close: () => state.remove() });
    const start = async () => {
      const gateway = await spawnGateway({ state, env: { AUDIT_SINK: collector.url } });
      await open({ close: () => gateway.stop('SIGKILL').then(() => undefined) });
      return { gateway, client: await gateway.ready() };
    };
    const first = await start();
    for (const name of ['one', 'two']) await happen(first.client, name);
    await waitFor('a try', () => collector.requests.length > 0);
    await first.gateway.stop('SIGKILL');
    collector.status = 200;
    const second = await start();
    await happen(second.client, 'three');
    const log = await logOf(second.client);
    await waitFor('all events', () => collector.events.length >= log.length);
    expect(collector.ids).toEqual(log.map(({ id }) => id));
  });

  it('[sink-stdout] is standard output, among the lines of the log', async () => {
    const gateway = await spawnGateway({ env: { AUDIT_SINK: 'stdout' } });
    await open({ close: () => gateway.stop().then(() => undefined) });
    await happen(await gateway.ready(), 'one');
    const line = await waitFor('the line', () =>
      gateway.output.split('\n').find((one) => one.includes('"action":"invitation.')),
    );
    expect(JSON.parse(line)).toMatchObject({ id: expect.stringMatching(/^aud_/) as string });
  });
});
