/** What an issuer says of somebody who has just signed in there. */
export interface ProvenPerson {
  /** Names the person at the issuer, for ever. */
  readonly subject: string;
  /** Lower case; `undefined` where the issuer tells none. */
  readonly email: string | undefined;
  /** Whether the issuer says that the address is the person's. */
  readonly emailVerified: boolean;
  readonly name: string | undefined;
  /** All that it said, without what belongs to the protocol. */
  readonly claims: Claims;
}

export type Claims = Readonly<Record<string, unknown>>;

/** Most characters of an e-mail address, and of a subject (OpenID Connect Core §2). */
export const maxLengths = { email: 254, subject: 255, name: 100 };

/** The texts among claims that are one; else nothing. */
export function textClaim(claims: Claims, name: string, max: number): string | undefined {
  const value = claims[name];
  return typeof value === 'string' && value !== '' && value.length <= max ? value : undefined;
}
