import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** What a connection had got rid of when it was last seen to take something. */
interface Progress {
  readonly taken: number;
  readonly since: number;
}

/**
 * Cuts off connections whose peer takes no byte of what waits for it for `timeoutMs`, and those that stay open when ours was the last word.
 * All are looked at now and then, so that no answer pays for it. What a peer takes shows when the system has room for more, which is when
 * a third of its buffer has gone: of the four megabytes that are usual at most, 45 KB a second are seen within 30 seconds.
 */
export function cutOffStalledConnections(server: Server, timeoutMs: number): void {
  const open = new Set<Socket>();
  const waiting = new Map<Socket, Progress>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('close', () => {
      open.delete(socket);
      waiting.delete(socket);
    });
  });
  const timer = setInterval(
    () => {
      for (const socket of open) look(socket);
    },
    Math.min(1000, timeoutMs / 4),
  ).unref();
  server.on('close', () => {
    clearInterval(timer);
  });

  function look(socket: Socket): void {
    if (socket.writableLength === 0 && !socket.writableEnded) {
      waiting.delete(socket);
      return;
    }
    const taken = takenOf(socket);
    const last = waiting.get(socket);
    if (last?.taken !== taken) waiting.set(socket, { taken, since: performance.now() });
    else if (performance.now() - last.since >= timeoutMs) socket.destroy();
  }
}

interface Counters {
  readonly bytesWritten?: unknown;
  readonly writeQueueSize?: unknown;
}

/**
 * Bytes that the system has taken of what was written. The counters are Node's own; without them a write counts when it is whole. Those of
 * the socket itself count waiting text in characters here and in bytes there, so that more of it looks like progress.
 */
export function takenOf(socket: Socket): number {
  const { bytesWritten, writeQueueSize } = (socket as { _handle?: Counters | null })._handle ?? {};
  return typeof bytesWritten === 'number' && typeof writeQueueSize === 'number'
    ? bytesWritten - writeQueueSize
    : socket.bytesWritten - socket.writableLength;
}
