/** Of less than this V8 gets rid itself, before it weighs. */
export const leastFreeable = 65_536;

const freeable = new WeakSet<ArrayBufferLike>();
const nobody = portToNobody();

/** Room for bytes, with anything in it; what is large can be freed by hand. */
export function freeableBytes(length: number): Buffer {
  if (length < leastFreeable) return Buffer.allocUnsafe(length);
  const bytes = Buffer.allocUnsafeSlow(length);
  freeable.add(bytes.buffer);
  return bytes;
}

/** Smaller ones may lie beside those of others, in the pool from which Node gives out room. */
const leastOwned = 16_384;

/** Lets the memory in which `bytes` lie be freed by hand. To be called where all of it is known to be theirs, as of one read of a socket. */
export function ownBytes({ buffer }: Buffer): void {
  if (buffer.byteLength >= leastOwned) freeable.add(buffer);
}

/**
 * Frees the memory that `bytes` lie in at once if it came of `freeableBytes` or `ownBytes`, and does nothing otherwise. To be called by whom they belong to
 * alone: all that lies there has no bytes any more.
 */
export function freeBytes({ buffer }: Buffer): void {
  if (freeable.delete(buffer)) nobody.postMessage(undefined, [buffer as ArrayBuffer]);
}

/** What is handed over to a port without another end is gone (HTML, message port post message steps); Node 20 has no `transfer` for it. */
function portToNobody(): { postMessage(value: undefined, transferred: ArrayBuffer[]): void } {
  const { port1 } = new MessageChannel();
  port1.close();
  return port1;
}
