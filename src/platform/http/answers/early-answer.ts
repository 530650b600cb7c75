import type { IncomingMessage, ServerResponse } from 'node:http';
import { Discards } from '../bodies/discards.js';

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Whether the body has not come in whole, or not at all. */
export function isBodyOutstanding(req: IncomingMessage): boolean {
  return !req.complete && hasBody(req);
}

/** Whether the client sends its body only when it is asked to, and was not. */
export function isBodyHeldBack({ headers, readableFlowing }: IncomingMessage): boolean {
  return headers.expect?.toLowerCase() === '100-continue' && readableFlowing === null;
}

/** Asks for a body that is held back (`Expect: 100-continue`, RFC 9110 §10.1.1) when somebody begins to read it. */
export function askForBodyWhenRead(req: IncomingMessage, res: ServerResponse): void {
  req.once('resume', () => {
    if (!res.headersSent) res.writeContinue();
  });
}

const discardedPerTurn = 65_536;
const discards = new Discards();

/**
 * Sends the body of an answer at once, and ends the answer when the rest of the request has been read and thrown away: many clients send
 * all before they read, and hung up on they would never get to the answer. More than `maxDiscardedBytes` cut the connection.
 */
export function endAfterRequest(
  res: ServerResponse,
  body: Buffer | string | undefined,
  maxDiscardedBytes: number,
): void {
  const { req } = res;
  if (body === undefined) res.flushHeaders();
  else res.write(body);
  let left = maxDiscardedBytes;
  let sinceTurn = 0;
  req.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    sinceTurn += chunk.length;
    if (left < 0) req.socket.destroy();
    else if (sinceTurn >= discardedPerTurn) {
      sinceTurn = 0;
      discards.pause(req);
    }
  });
  req.on('end', () => {
    res.end();
  });
}
