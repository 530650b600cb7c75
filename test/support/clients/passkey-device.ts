import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { Json } from './gateway-client.js';
import { cbor, type CborValue } from './cbor.js';

/** What a device does otherwise than a good one. */
export interface Misdeed {
  readonly origin?: string;
  readonly partyId?: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
  /** It did not see who its person is. */
  readonly unverified?: boolean;
  /** Times that it says it was used. */
  readonly counter?: number;
  readonly userHandle?: string | null;
  /** As if it had made this one. */
  readonly credentialId?: string;
  /** The format of a statement about its make, and the statement. */
  readonly attestation?: readonly [string, CborValue];
}

const flags = { present: 0x01, verified: 0x04, attested: 0x40 };
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** A browser and its authenticator in one, with one passkey (ES256). */
export class PasskeyDevice {
  private readonly key: KeyObject;
  private readonly publicKey: CborValue;
  readonly credentialId = randomBytes(32).toString('base64url');
  private counter = 0;
  private userHandle: string | undefined;

  /** `origin`: of the page that it is in. */
  constructor(private readonly origin: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.key = privateKey;
    this.publicKey = new Map<number, CborValue>([
      ...([
        [1, 2],
        [3, -7],
        [-1, 1],
      ] as const),
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
  }

  /** Makes its passkey, as `navigator.credentials.create()` does. */
  make(question: Json, misdeed: Misdeed = {}): Json {
    const { rp, user } = question as unknown as { rp: { id: string }; user: { id: string } };
    this.userHandle = user.id;
    const id = misdeed.credentialId ?? this.credentialId;
    const raw = Buffer.from(id, 'base64url');
    const size = Buffer.from([raw.length >> 8, raw.length & 255]);
    const attested = Buffer.concat([Buffer.alloc(16), size, raw, cbor(this.publicKey)]);
    const authData = Buffer.concat([this.data(rp.id, flags.attested, misdeed), attested]);
    const [format, statement] = misdeed.attestation ?? ['none', new Map()];
    const object = new Map<string, CborValue>([
      ['fmt', format],
      ['attStmt', statement],
      ['authData', authData],
    ]);
    const clientDataJSON = this.clientData('webauthn.create', question, misdeed);
    const attestationObject = cbor(object).toString('base64url');
    return { id, response: { clientDataJSON, attestationObject, transports: ['internal'] } };
  }

  /** Lets its passkey sign, as `navigator.credentials.get()` does. */
  show(question: Json, misdeed: Misdeed = {}): Json {
    this.counter = misdeed.counter ?? this.counter + 1;
    const clientDataJSON = this.clientData('webauthn.get', question, misdeed);
    const authData = this.data(String(question['rpId']), 0, { ...misdeed, counter: this.counter });
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return {
      id: misdeed.credentialId ?? this.credentialId,
      response: {
        clientDataJSON,
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, this.key).toString('base64url'),
        userHandle: misdeed.userHandle === undefined ? this.userHandle : misdeed.userHandle,
      },
    };
  }

  private data(partyId: string, more: number, { partyId: other, unverified, counter = 0 }: Misdeed): Buffer {
    const seen = flags.present | (unverified === true ? 0 : flags.verified);
    const rest = Buffer.from([seen | more, 0, 0, 0, 0]);
    rest.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(other ?? partyId), rest]);
  }

  private clientData(type: string, { challenge }: Json, misdeed: Misdeed): string {
    const { origin = this.origin, crossOrigin = false } = misdeed;
    const data = { type: misdeed.type ?? type, challenge, origin, crossOrigin };
    return Buffer.from(JSON.stringify(data)).toString('base64url');
  }
}
