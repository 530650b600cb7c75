import { randomInt } from 'node:crypto';

/** No vowels, so that no words appear; no digits, so that nothing looks like something else (RFC 8628 §6.1). */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';

/** A new code of eight letters (34.5 bits), as it is kept: `WDJBMJHT`. */
export function newUserCode(): string {
  return Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');
}

/** As people read it: `WDJB-MJHT`. */
export function showUserCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** What somebody typed, as codes are kept: without case and punctuation. */
export function readUserCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
}
