import { Secret, TOTP } from 'otpauth';

/** Bytes: as many as the digest has (RFC 4226 §4, R6). */
const secretSize = 20;
const periodMs = 30_000;
/** Clocks differ, and people type: one step before and one after count too (RFC 6238 §5.2). */
const window = 1;
const form = /^[0-9]{6}$/;
/** What all authenticators take, whatever an address says. */
const kind = { algorithm: 'SHA1', digits: 6, period: periodMs / 1000 } as const;

/** A new secret, in the letters in which people type it (base32). */
export function newTotpSecret(): string {
  return new Secret({ size: secretSize }).base32;
}

/** What authenticators read from a picture: `otpauth://totp/…`. */
export function totpAddress(
  secret: string,
  of: { readonly issuer: string; readonly person: string },
): string {
  return new TOTP({ ...kind, issuer: of.issuer, label: of.person, secret }).toString();
}

/** The step of time whose code this is, near `now` (milliseconds); `undefined` for a wrong one. Takes the same time for every wrong one. */
export function timeStepOf(secret: string, code: string, now: number): number | undefined {
  if (!form.test(code)) return undefined;
  const step = Math.floor(now / periodMs);
  const away = new TOTP({ ...kind, secret }).validate({ token: code, timestamp: now, window });
  return away === null ? undefined : step + away;
}
