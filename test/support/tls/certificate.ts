import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A key and a certificate that vouches for itself, both PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

const tag = { integer: 2, bits: 3, octets: 4, oid: 6, utf8: 0x0c, sequence: 0x30, set: 0x31, time: 0x17 };
const dayMs = 86_400_000;

/** A certificate (RFC 5280) of this computer, by name and address, for a day. Who trusts it trusts what it vouches for. */
export function certificateOfLocalhost(now = Date.now()): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(tag.sequence, oid('2a8648ce3d040302'));
  const name = der(
    tag.sequence,
    der(tag.set, der(tag.sequence, oid('550403'), der(tag.utf8, Buffer.from('localhost')))),
  );
  const names = der(
    tag.sequence,
    der(0x82, Buffer.from('localhost')),
    der(0x87, Buffer.from([127, 0, 0, 1])),
  );
  const extensions = der(
    tag.sequence,
    der(tag.sequence, oid('551d11'), der(tag.octets, names)),
    der(tag.sequence, oid('551d13'), der(tag.octets, der(tag.sequence, der(1, Buffer.from([0xff]))))),
  );
  const content = der(
    tag.sequence,
    der(0xa0, der(tag.integer, Buffer.from([2]))),
    der(tag.integer, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ...[algorithm, name],
    der(tag.sequence, time(now - dayMs), time(now + dayMs)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = sign('sha256', content, privateKey);
  const whole = der(tag.sequence, content, algorithm, der(tag.bits, Buffer.from([0]), signature));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${
      whole
        .toString('base64')
        .match(/.{1,64}/g)
        ?.join('\n') ?? ''
    }\n-----END CERTIFICATE-----\n`,
  };
}

/** One value of ASN.1 (X.690 §8.1). */
function der(type: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([type, ...size]), content]);
}

function oid(hex: string): Buffer {
  return der(tag.oid, Buffer.from(hex, 'hex'));
}

function time(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/\D/g, '').slice(2, 14);
  return der(tag.time, Buffer.from(`${digits}Z`));
}
