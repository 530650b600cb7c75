import { ByteCollector } from '../../kernel/byte-collector.js';

/** Gathers the body that belongs to a head; room for it is made at once when the head tells its length. */
export function collectorFor(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  maxBytes: number,
): ByteCollector {
  const told = headers['content-encoding'] === undefined ? Number(headers['content-length']) : NaN;
  return new ByteCollector(told <= maxBytes ? told : 0);
}
