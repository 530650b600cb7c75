import { closeAfterEach } from '../../support/closing.js';
import { figure } from '../../support/measures/figures.js';
import { spawnGateway, type GatewayProcess } from '../../support/processes/gateway-process.js';
import { killChild, outage, type Outage } from '../../support/processes/outage.js';
import { NpmHttpServer } from '../../support/upstreams/npm-servers.js';
import { stdioServer } from '../../support/upstreams/stdio.js';

const rounds = 3;
const now = () => performance.now();
const open = closeAfterEach();
/** As they are when nobody says otherwise. */
const env = { BACKOFF_BASE_MS: '250', BACKOFF_MAX_MS: '30000' };

async function gatewayFor(entry: object): Promise<GatewayProcess> {
  const gateway = await spawnGateway({ env, mcpServers: { s: entry } });
  await open({
    close: async () => {
      await gateway.stop('SIGKILL');
    },
  });
  await gateway.ready();
  return gateway;
}

function show(transport: string, callers: number, seen: Outage): void {
  figure('outage', {
    [`${transport} ${String(callers)} callers`]: '',
    'away ms': seen.awayMs.toFixed(0),
    'beyond ms': seen.beyondMs.toFixed(0),
    successes: seen.successes,
    refused: seen.failures,
  });
  expect(seen.odd).toEqual([]);
  expect(seen.beyondMs).toBeLessThan(2000);
}

describe.each([8, 64, 256])('a server that is killed while %i call it', (callers) => {
  it.each(['streamableHttp', 'sse'] as const)(
    '[outage-short] is used again within 2 s after it is back: %s',
    async (mode) => {
      const server = await open(NpmHttpServer.everything(mode));
      const { client } = await gatewayFor({ url: server.url });
      const call = { server: 's', tool: 'echo', args: { message: 'x' } };
      show(mode, callers, await outage(client, call, { callers, rounds }, () => server.restart(), now));
    },
    120_000,
  );

  it('[outage-short] is used again within 2 s after it is back: stdio', async () => {
    const { client } = await gatewayFor(stdioServer());
    const call = { server: 's', tool: 'echo', args: {} };
    show('stdio', callers, await outage(client, call, { callers, rounds }, () => killChild(client), now));
  }, 120_000);
});
