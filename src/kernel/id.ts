import { randomBytes } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
let lastTime = 0;
let sequence = 0;

/**
 * A new id such as `usr_01k8…`: prefix, then 26 characters of Crockford's base32 (45 bits of milliseconds, a 20-bit sequence, 65 random
 * bits). Ids of one process sort by age as text; at most 36 characters with a prefix of up to nine.
 */
export function newId(prefix: string): string {
  const now = Date.now();
  sequence = now > lastTime ? 0 : sequence + 1;
  lastTime = Math.max(now, lastTime);
  const bytes = randomBytes(13);
  let random = '';
  for (const byte of bytes) random += alphabet.charAt(byte & 31);
  return `${prefix}_${base32(lastTime, 9)}${base32(sequence & 0xfffff, 4)}${random}`;
}

function base32(value: number, length: number): string {
  let text = '';
  let rest = value;
  for (let i = 0; i < length; i++) {
    text = alphabet.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}
