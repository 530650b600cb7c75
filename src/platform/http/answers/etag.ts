import { createHash } from 'node:crypto';

/** A strong validator of a body (RFC 9110 §8.8.3), with its quotes. */
export function etagOf(body: Buffer | string): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
}

/** Whether `If-None-Match` names the validator (RFC 9110 §13.1.2), so that 304 is the answer. */
export function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch
    .split(',')
    .some((given) => given.trim() === '*' || given.trim().replace(/^W\//, '') === etag);
}
