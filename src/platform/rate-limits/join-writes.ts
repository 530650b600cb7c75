import type { Socket } from 'node:net';

/** Up to this size one string, in which each byte is a character, is sent faster than several chunks are gathered. */
const joinedBytes = 8192;

type Gathered = readonly { readonly chunk: Buffer | string; readonly encoding: BufferEncoding }[];

/** Lets the small writes that a socket gathers (head and body of a request) leave as one. */
export function joinWrites(socket: Socket): void {
  const gather = socket._writev?.bind(socket) as
    ((chunks: Gathered, callback: (error?: Error | null) => void) => void) | undefined;
  if (gather === undefined) return;
  socket._writev = (chunks: Gathered, callback: (error?: Error | null) => void): void => {
    const text = joined(chunks);
    if (text === undefined) gather(chunks, callback);
    else socket._write(text, 'latin1', callback);
  };
}

/** `undefined` when they are long, or are text of which a character may be several bytes. */
function joined(chunks: Gathered): string | undefined {
  let text = '';
  for (const { chunk, encoding } of chunks) {
    if (text.length + chunk.length > joinedBytes) return undefined;
    if (typeof chunk !== 'string') text += chunk.toString('latin1');
    else if (encoding === 'latin1') text += chunk;
    else return undefined;
  }
  return text;
}
