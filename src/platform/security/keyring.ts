import { Injectable } from '@nestjs/common';
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { Config } from '../config/config.js';
import { readOrMakeKeyFile } from './key-file.js';

const algorithm = 'aes-256-gcm';

/**
 * The one secret of this installation and all keys derived from it (HKDF-SHA-256, RFC 5869), one per purpose. Digests and sealed texts
 * begin with the id of the key, so that a change of `SECRET_KEY` is noticed instead of giving wrong answers.
 */
@Injectable()
export class Keyring {
  private readonly master: string;
  private readonly keys = new Map<string, Buffer>();
  /** Eight hex digits that name the key and tell nothing about it. */
  readonly keyId: string;

  constructor({ values: { SECRET_KEY, DATA_DIR } }: Config) {
    this.master = SECRET_KEY ?? readOrMakeKeyFile(DATA_DIR);
    this.keyId = this.derive('key id').toString('hex', 0, 4);
  }

  /** A keyed digest (HMAC-SHA-256) to find or compare `text` by: `<key id>.<base64url>`, 52 characters. */
  digest(purpose: string, text: string): string {
    return `${this.keyId}.${createHmac('sha256', this.derive(`hmac ${purpose}`))
      .update(text)
      .digest('base64url')}`;
  }

  /** Whether `digest` is that of `text`; takes the same time for every wrong one. */
  matches(purpose: string, text: string, digest: string): boolean {
    const expected = Buffer.from(this.digest(purpose, text));
    const given = Buffer.from(digest);
    return expected.length === given.length && timingSafeEqual(expected, given);
  }

  /** Encrypts (AES-256-GCM): `v1.<key id>.<iv>.<tag>.<text>`. `context` is authenticated too: what is sealed for one place opens in no other. */
  seal(purpose: string, context: string, plain: string): string {
    const iv = randomBytes(12);
    const cipher = createCipheriv(algorithm, this.derive(`seal ${purpose}`), iv).setAAD(Buffer.from(context));
    const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return ['v1', this.keyId, ...[iv, cipher.getAuthTag(), text].map(base64url)].join('.');
  }

  /** Decrypts what `seal` made. Throws when it was sealed with another key, for another context, or changed since. */
  open(purpose: string, context: string, sealed: string): string {
    const [version, keyId, iv = '', tag = '', text = ''] = sealed.split('.');
    if (version !== 'v1' || keyId !== this.keyId)
      throw new Error(`This was sealed with another SECRET_KEY (${keyId ?? 'unknown'}, not ${this.keyId}).`);
    const decipher = createDecipheriv(
      algorithm,
      this.derive(`seal ${purpose}`),
      Buffer.from(iv, 'base64url'),
    );
    decipher.setAAD(Buffer.from(context)).setAuthTag(Buffer.from(tag, 'base64url'));
    return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]).toString(
      'utf8',
    );
  }

  private derive(info: string): Buffer {
    let key = this.keys.get(info);
    if (key === undefined) {
      key = Buffer.from(hkdfSync('sha256', this.master, 'gantry', info, 32));
      this.keys.set(info, key);
    }
    return key;
  }
}

function base64url(bytes: Buffer): string {
  return bytes.toString('base64url');
}
