import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Ends answers with their connection. Node tells only the one that is being written that the connection has closed; one that waits behind it
 * (pipelining, RFC 9112 §9.3.2) would never be over: open for ever, and on no record.
 */
export function closeWithTheirConnections(server: Server): void {
  const waiting = new WeakMap<Socket, Set<ServerResponse>>();
  const watch = (req: IncomingMessage, res: ServerResponse) => {
    if (res.socket !== null) return;
    const answers = waiting.get(req.socket) ?? watched(req.socket);
    answers.add(res);
    res.once('socket', () => answers.delete(res));
  };
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.prependListener(event, watch);

  function watched(socket: Socket): Set<ServerResponse> {
    const answers = new Set<ServerResponse>();
    waiting.set(socket, answers);
    socket.once('close', () => {
      for (const res of answers) {
        res.destroyed = true;
        res.emit('close');
      }
    });
    return answers;
  }
}
