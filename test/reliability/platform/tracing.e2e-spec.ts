import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeAfterEach } from '../../support/closing.js';
import { spawnGateway } from '../../support/processes/gateway-process.js';
import { ownTime } from '../../support/measures/own-time.js';

const open = closeAfterEach();

describe('Traces', () => {
  it.each([
    ['takes the request and says nothing', false],
    ['is not there', true],
  ])('[traces-exit] do not hold up the exit when the collector %s', async (_, isGone) => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const close = () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      });
    if (isGone) await close();
    else await open({ close });
    const gateway = await spawnGateway({
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${String(port)}` },
    });
    await open({ close: () => gateway.stop('SIGKILL').then(() => undefined) });
    const client = await gateway.ready();
    expect((await client.json('/api/servers')).status).toBe(200);
    const startedAt = ownTime();
    expect(await gateway.stop()).toBe(0);
    expect(ownTime() - startedAt).toBeLessThan(3000);
    expect(gateway.logs().map(({ event }) => event)).toContain('traces.lost');
  });
});
