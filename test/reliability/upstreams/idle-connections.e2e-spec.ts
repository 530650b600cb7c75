import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { EgressPolicy } from '../../../src/platform/egress/egress-policy.js';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway } from '../../support/gateway.js';
import { ownTime } from '../../support/measures/own-time.js';
import { waitFor } from '../../support/wait-for.js';

const open = closeAfterAll();

it('[idle-connection] an idle connection is closed before servers that close after five seconds do', async () => {
  const gateway = await open(startGateway());
  const server = createServer((_, res) => res.end('{}'));
  server.keepAliveTimeout = 0;
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
  const dispatcher = gateway.app.get(EgressPolicy).dispatcherFor(url, 'operator', 1000);
  try {
    const startedAt = ownTime();
    await (await dispatcher.request({ path: '/', method: 'GET' })).body.text();
    expect(sockets).toHaveLength(1);
    await waitFor('the connection to close', () => sockets[0]?.destroyed === true);
    expect(ownTime() - startedAt).toBeLessThan(5000);
  } finally {
    await dispatcher.destroy();
    server.close();
  }
});
