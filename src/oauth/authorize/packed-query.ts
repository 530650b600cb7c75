import { deflateRawSync, inflateRawSync } from 'node:zlib';

const form = /^[A-Za-z0-9_-]+$/;
/** More than the head of any request can hold. */
const maxBytes = 65_536;

/** The query of a request in a form that no address on the way to the sign-in and back makes longer, as percent-encoding twice would. */
export function packQuery(query: string): string {
  return deflateRawSync(Buffer.from(query, 'latin1')).toString('base64url');
}

/** The query that was packed; `undefined` for anything else. */
export function unpackQuery(packed: string): string | undefined {
  if (!form.test(packed)) return undefined;
  try {
    const query = inflateRawSync(Buffer.from(packed, 'base64url'), { maxOutputLength: maxBytes });
    return query.toString('latin1');
  } catch {
    return undefined;
  }
}
