import { randomInt } from 'node:crypto';

/** Without what is read wrong: 0 and o, 1, i and l. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const half = 5;
const count = 10;

/** As many as a person gets, each of 49 random bits: `abcde-fghjk`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: count }, () => `${some()}-${some()}`);
}

/** A code as it is compared, however it was typed. */
export function plainCode(typed: string): string {
  return typed.toLowerCase().replaceAll(/[\s-]/g, '');
}

/** Whether it is a recovery code and not one of an authenticator. */
export function isRecoveryCode(plain: string): boolean {
  return plain.length === 2 * half;
}

function some(): string {
  return Array.from({ length: half }, () => letters.charAt(randomInt(letters.length))).join('');
}
