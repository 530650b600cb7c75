import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** `gtu`: a person's token, `gta`: an app's key, `gto`: a program's token, got by OAuth, `gtr`: by which it gets the next one. */
export type TokenPrefix = 'gtu' | 'gta' | 'gto' | 'gtr';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const form = /^gt[uaor]_[0-9A-Za-z]{38}$/;
const checksumLength = 6;

const randomLength = 32;

/**
 * A new token: prefix, 32 random base62 characters (190 bits), 6 of CRC-32 over all before, by which secret scanners and we tell it from
 * garbage. Of refresh tokens that follow each other the random part begins alike.
 */
export function mintToken(prefix: TokenPrefix, beginning = ''): string {
  const start = `${prefix}_${beginning}${randomBase62(randomLength - beginning.length)}`;
  return start + checksum(start);
}

/** Whether a text can be a token of ours that opens something. */
export function isTokenShaped(text: string): boolean {
  return !text.startsWith('gtr_') && isWellFormed(text);
}

/** Whether a text can be a refresh token of ours: good at the token endpoint only. */
export function isRefreshTokenShaped(text: string): boolean {
  return text.startsWith('gtr_') && isWellFormed(text);
}

/** What may be shown of a token to tell it from others. */
export function hintOf(token: string): string {
  return `${form.test(token) ? token.slice(0, 4) : ''}…${token.slice(-4)}`;
}

/** Random letters and digits, 5.95 bits each. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length)
    for (const byte of randomBytes(length))
      if (byte < 248 && text.length < length) text += digits.charAt(byte % 62);
  return text;
}

function isWellFormed(text: string): boolean {
  return form.test(text) && text.endsWith(checksum(text.slice(0, -checksumLength)));
}

function checksum(text: string): string {
  let rest = crc32(text);
  let encoded = '';
  for (let i = 0; i < checksumLength; i++) {
    encoded = digits.charAt(rest % 62) + encoded;
    rest = Math.floor(rest / 62);
  }
  return encoded;
}
