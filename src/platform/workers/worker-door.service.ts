import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Metrics } from '../metrics/metrics.js';
import { receive } from './greeting.js';
import { announceDoor, workerPlace } from './worker-place.js';

/** Where the other workers of the gateway get at this one: a port of the loopback address that asks for their secret. */
@Injectable()
export class WorkerDoor implements OnApplicationShutdown {
  private door: Server | undefined;

  constructor(private readonly metrics: Metrics) {}

  /** Opens it, and waits until the others know. What callers of theirs ask is answered by `server`. Nothing is done where there are no others. */
  async open(server: HttpServer): Promise<void> {
    const place = workerPlace();
    if (place === undefined) return;
    this.door = createServer({ noDelay: true }, (socket) => {
      receive(socket, place.secret, (errand) => {
        if (errand.kind === 'metrics') void this.tellMetrics(socket);
        else serve(server, socket, errand.address);
      });
    });
    // Not the port of all workers, as `listen` would otherwise mean.
    this.door.listen({ port: 0, host: '127.0.0.1', exclusive: true });
    await once(this.door, 'listening');
    await announceDoor((this.door.address() as AddressInfo).port);
  }

  onApplicationShutdown(): void {
    this.door?.close();
  }

  private async tellMetrics(socket: Socket): Promise<void> {
    socket.end(await this.metrics.registry.metrics());
  }
}

/** As if the caller had come here: its own address counts, and every rule for connections. */
function serve(server: HttpServer, socket: Socket, address: string): void {
  Object.defineProperty(socket, 'remoteAddress', { value: address });
  server.emit('connection', socket);
}
