import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { waitFor } from '../wait-for.js';

/**
 * Listens on a port of the loopback address; `0` takes a free one. Returns the port. Waits while something else uses the port: after a server
 * has closed, the system may give its port to an outgoing connection.
 */
export async function listenOn(server: Server, port: number): Promise<number> {
  await waitFor(`port ${String(port)} to be free`, async () => {
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening');
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
      throw error;
    }
  });
  return (server.address() as AddressInfo).port;
}
