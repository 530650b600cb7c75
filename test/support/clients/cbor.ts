/** What authenticators write down, in CBOR (RFC 8949) as CTAP2 has it. */
export type CborValue =
  | number
  | string
  | Buffer
  | readonly CborValue[]
  | ReadonlyMap<number | string, CborValue>;

/** Encodes a value of few kinds. */
export function cbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flat().map((part) => cbor(part as CborValue))]);
  const items = value as readonly CborValue[];
  return Buffer.concat([head(4, items.length), ...items.map(cbor)]);
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size]);
  if (size < 256) return Buffer.from([(major << 5) | 24, size]);
  const bytes = Buffer.from([(major << 5) | 25, 0, 0]);
  bytes.writeUInt16BE(size, 1);
  return bytes;
}
