import { Problem } from '../../kernel/problems/problem.js';

/** Longest `If-Match` that is read. */
const maxIfMatch = 1024;

/** The strong validator of a list (RFC 9110 §8.8.3). */
export function etagOfGrants(revision: number): string {
  return `"grants-${String(revision)}"`;
}

/** Throws `grants-changed` when a write builds on another state (RFC 9110 §13.1.1); without a word it builds on any. */
export function requireState(revision: number, ifMatch: string | undefined): void {
  const given = ifMatch?.trim() ?? '';
  if (given === '' || given === '*') return;
  const etag = etagOfGrants(revision);
  const names = given.slice(0, maxIfMatch).split(',');
  if (!names.some((name) => name.trim() === etag))
    throw new Problem('grants-changed', `The grants are at ${etag} now.`);
}
