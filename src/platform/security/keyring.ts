import { Injectable } from '@nestjs/common';
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { pieceEnd } from '../../kernel/text/piece-end.js';
import { Config } from '../config/config.js';
import { readOrMakeKeyFile } from './key-file.js';

const algorithm = 'aes-256-gcm';
/** Characters, and bytes, that are sealed at once; a multiple of three, so that the texts of pieces can follow each other in base64. */
const sealedLength = 196_608;

/** A master secret and all keys derived from it (HKDF-SHA-256, RFC 5869), one per purpose. */
class MasterKey {
  private readonly keys = new Map<string, Buffer>();
  /** Eight hex digits that name the key and tell nothing about it. */
  readonly id: string;

  constructor(private readonly secret: string) {
    this.id = this.derive('key id').toString('hex', 0, 4);
  }

  derive(info: string): Buffer {
    let key = this.keys.get(info);
    if (key === undefined) {
      key = Buffer.from(hkdfSync('sha256', this.secret, 'gantry', info, 32));
      this.keys.set(info, key);
    }
    return key;
  }

  /** `<key id>.<base64url>`, 52 characters. */
  digest(purpose: string, text: string): string {
    return `${this.id}.${createHmac('sha256', this.derive(`hmac ${purpose}`))
      .update(text)
      .digest('base64url')}`;
  }
}

/**
 * The secret of this installation, and those that it had before. Digests and sealed texts begin with the id of their key: new ones are
 * made with the present key, those of earlier ones still hold, and a key that is not there is noticed instead of giving wrong answers.
 */
@Injectable()
export class Keyring {
  private readonly present: MasterKey;
  private readonly previous: readonly MasterKey[];

  constructor({ values: { SECRET_KEY, PREVIOUS_SECRET_KEYS, DATA_DIR } }: Config) {
    this.present = new MasterKey(SECRET_KEY ?? readOrMakeKeyFile(DATA_DIR));
    this.previous = PREVIOUS_SECRET_KEYS.map((secret) => new MasterKey(secret)).filter(
      ({ id }) => id !== this.present.id,
    );
  }

  /** Id of the key that new digests and sealed texts are made with. */
  get keyId(): string {
    return this.present.id;
  }

  /** Ids of all keys that are there, the present one first. */
  get keyIds(): readonly string[] {
    return [this.present, ...this.previous].map(({ id }) => id);
  }

  /** A keyed digest (HMAC-SHA-256) to find or compare `text` by: `<key id>.<base64url>`, 52 characters. */
  digest(purpose: string, text: string): string {
    return this.present.digest(purpose, text);
  }

  /** What `digest` said when earlier keys were in use; empty when none are kept. */
  previousDigests(purpose: string, text: string): readonly string[] {
    return this.previous.map((key) => key.digest(purpose, text));
  }

  /** All that `digest` may have said, the present answer first. */
  digests(purpose: string, text: string): readonly string[] {
    return [this.digest(purpose, text), ...this.previousDigests(purpose, text)];
  }

  /** Whether `digest` is that of `text`, by whichever key; takes the same time for every wrong one. */
  matches(purpose: string, text: string, digest: string): boolean {
    const key = this.find(digest.slice(0, this.keyId.length)) ?? this.present;
    const expected = Buffer.from(key.digest(purpose, text));
    const given = Buffer.from(digest);
    return expected.length === given.length && timingSafeEqual(expected, given);
  }

  /** Encrypts (AES-256-GCM): `v1.<key id>.<iv>.<tag>.<text>`. `context` is authenticated too: what is sealed for one place opens in no other. */
  seal(purpose: string, context: string, plain: string): string {
    const sealing = this.sealing(purpose, context, plain);
    let step = sealing.next();
    while (step.done !== true) step = sealing.next();
    return step.value;
  }

  /** The same for a text that may be large, in steps that can be put aside. */
  *sealing(purpose: string, context: string, plain: string): Generator<undefined, string> {
    const iv = randomBytes(12);
    const cipher = createCipheriv(algorithm, this.present.derive(`seal ${purpose}`), iv).setAAD(
      Buffer.from(context),
    );
    const pieces: Buffer[] = [];
    for (let from = 0; from < plain.length;) {
      const to = pieceEnd(plain, from, sealedLength);
      pieces.push(cipher.update(plain.slice(from, to), 'utf8'));
      from = to;
      if (from < plain.length) yield undefined;
    }
    const bytes = Buffer.concat([...pieces, cipher.final()]);
    const texts: string[] = [];
    for (let from = 0; from < bytes.length; from += sealedLength) {
      if (from > 0) yield undefined;
      texts.push(base64url(bytes.subarray(from, from + sealedLength)));
    }
    return ['v1', this.keyId, base64url(iv), base64url(cipher.getAuthTag()), texts.join('')].join('.');
  }

  /** Decrypts what `seal` made. Throws when it was sealed with a key that is not there, for another context, or changed since. */
  open(purpose: string, context: string, sealed: string): string {
    const [version, keyId, iv = '', tag = '', text = ''] = sealed.split('.');
    const key = this.find(keyId ?? '');
    if (version !== 'v1' || key === undefined)
      throw new Error(`This was sealed with another SECRET_KEY (${keyId ?? 'unknown'}, not ${this.keyId}).`);
    const decipher = createDecipheriv(algorithm, key.derive(`seal ${purpose}`), Buffer.from(iv, 'base64url'));
    decipher.setAAD(Buffer.from(context)).setAuthTag(Buffer.from(tag, 'base64url'));
    return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]).toString(
      'utf8',
    );
  }

  private find(keyId: string): MasterKey | undefined {
    return this.present.id === keyId ? this.present : this.previous.find(({ id }) => id === keyId);
  }
}

function base64url(bytes: Buffer): string {
  return bytes.toString('base64url');
}
