import { timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';

/** What one worker wants of another: to serve the requests of a caller, or to have its metrics. */
export type Errand = { readonly kind: 'caller'; readonly address: string } | { readonly kind: 'metrics' };

const mostLength = 512;
const withinMs = 2000;

/** Says first of all who comes, and why. */
export function greet(socket: Socket, secret: string, errand: Errand): void {
  socket.write(`${JSON.stringify([secret, errand.kind, 'address' in errand ? errand.address : ''])}\n`);
}

/** Reads why a connection was made. Whoever does not know the secret, or says nothing soon, is hung up on. */
export function receive(socket: Socket, secret: string, onErrand: (errand: Errand) => void): void {
  let read = Buffer.alloc(0);
  const timer = setTimeout(() => socket.destroy(), withinMs);
  socket.on('error', () => socket.destroy());
  socket.once('close', () => {
    clearTimeout(timer);
  });
  socket.on('data', take);

  function take(chunk: Buffer): void {
    read = Buffer.concat([read, chunk]);
    const end = read.indexOf('\n');
    if (end < 0) {
      if (read.length > mostLength) socket.destroy();
      return;
    }
    clearTimeout(timer);
    socket.off('data', take);
    // What follows is for whoever reads next; reading goes on when that one listens.
    socket.pause();
    const errand = errandIn(read.toString('utf8', 0, end), secret);
    if (errand === undefined) {
      socket.destroy();
      return;
    }
    if (end + 1 < read.length) socket.unshift(read.subarray(end + 1));
    onErrand(errand);
    socket.resume();
  }
}

function errandIn(line: string, secret: string): Errand | undefined {
  let given: unknown;
  try {
    given = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!Array.isArray(given)) return undefined;
  const [shown, kind, address] = given as unknown[];
  if (typeof shown !== 'string' || !isSame(shown, secret)) return undefined;
  return kind === 'metrics' ? { kind } : { kind: 'caller', address: String(address) };
}

function isSame(shown: string, secret: string): boolean {
  const [given, expected] = [Buffer.from(shown), Buffer.from(secret)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
