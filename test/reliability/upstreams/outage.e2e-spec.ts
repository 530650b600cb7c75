import { closeAfterEach } from '../../support/closing.js';
import { startGateway } from '../../support/gateway.js';
import { killChild, outage } from '../../support/processes/outage.js';
import { NpmHttpServer } from '../../support/upstreams/npm-servers.js';
import { stdioServer } from '../../support/upstreams/stdio.js';

const open = closeAfterEach();
/** As they are when nobody says otherwise. */
const env = { BACKOFF_BASE_MS: 250, BACKOFF_MAX_MS: 30_000 };
const allowedMs = 2000;

describe('a server that is killed under load', () => {
  it.each([
    ['streamableHttp', 64],
    ['sse', 64],
  ] as const)('[outage-short] is used again soon after it is back: %s, %i callers', async (mode, callers) => {
    const server = await open(NpmHttpServer.everything(mode));
    const gateway = await open(startGateway({ mcpServers: { s: { url: server.url } }, env }));
    const call = { server: 's', tool: 'echo', args: { message: 'x' } };
    const seen = await outage(gateway, call, { callers, rounds: 2 }, () => server.restart());
    expect(seen.odd).toEqual([]);
    expect(seen.beyondMs).toBeLessThan(allowedMs);
  });

  it('[outage-short] is used again soon after it is back: stdio, 64 callers', async () => {
    const gateway = await open(startGateway({ mcpServers: { s: stdioServer() }, env }));
    const call = { server: 's', tool: 'echo', args: {} };
    const seen = await outage(gateway, call, { callers: 64, rounds: 3 }, () => killChild(gateway));
    expect(seen.odd).toEqual([]);
    expect(seen.beyondMs).toBeLessThan(allowedMs);
  });
});
