import { createHash } from 'node:crypto';
import { Problem } from '../../kernel/problems/problem.js';

/** JSON text of a config, as it is kept. */
export function configText(config: unknown): string {
  return JSON.stringify(config);
}

/** The strong validator of a version (RFC 9110 §8.8.3): it names the version, and changes with the content. */
export function configEtag(version: number, content: string): string {
  return `"${String(version)}-${createHash('sha256').update(content).digest('base64url').slice(0, 16)}"`;
}

/** What a write builds on: any state, or one named by its ETag, its version or both. */
export type ConfigBase =
  | { readonly any: true }
  | {
      readonly any: false;
      readonly etags: readonly string[] | undefined;
      readonly version: number | undefined;
    };

/** Longest `If-Match` that is read. */
export const maxIfMatchLength = 1024;

/** Reads `If-Match` (RFC 9110 §13.1.1) and the member `version`; `undefined` when neither names a state. Throws `invalid-request`. */
export function baseOf(ifMatch: string | undefined, version: number | undefined): ConfigBase | undefined {
  const given = ifMatch?.trim();
  if (given !== undefined && given.length > maxIfMatchLength)
    throw new Problem('invalid-request', `If-Match is longer than ${String(maxIfMatchLength)} characters.`);
  if ((given === undefined || given === '') && version === undefined) return undefined;
  if (given === '*') return version === undefined ? { any: true } : { any: false, etags: undefined, version };
  const etags = given === undefined || given === '' ? undefined : given.split(',').map((etag) => etag.trim());
  return { any: false, etags, version };
}

/** Whether the current state is the one that the write builds on. A weak validator never is. */
export function buildsOn(
  base: ConfigBase,
  current: { readonly version: number; readonly etag: string },
): boolean {
  if (base.any) return true;
  return (
    (base.version === undefined || base.version === current.version) &&
    (base.etags === undefined ||
      base.etags.some((etag) => etag === '*' || etag === current.etag || `"${etag}"` === current.etag))
  );
}
