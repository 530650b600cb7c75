import { startGateway } from '../../support/gateway.js';
import { ownTime } from '../../support/measures/own-time.js';
import { stdioServer } from '../../support/upstreams/stdio.js';

it('[limit-variables] a child process that ignores SIGTERM has STDIO_STOP_MS to end', async () => {
  const gateway = await startGateway({
    mcpServers: { stays: stdioServer({ IGNORE_SIGTERM: '1' }) },
    env: { STDIO_STOP_MS: 20 },
  });
  await gateway.mcp('stays', 'ping');
  const startedAt = ownTime();
  await gateway.close();
  expect(ownTime() - startedAt).toBeLessThan(750);
});
