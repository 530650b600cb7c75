import { connect, type Socket } from 'node:net';
import { greet, type Errand } from './greeting.js';
import { doorOf, workerPlace } from './worker-place.js';

/** A connection to another worker, which is told why; `undefined` when that one is not there. */
export function visit(number: number, errand: Errand): Socket | undefined {
  const [port, place] = [doorOf(number), workerPlace()];
  if (port === undefined || place === undefined) return undefined;
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  greet(socket, place.secret, errand);
  return socket;
}
