import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the audit log is sent to as it grows. */
export type SinkAddress =
  | { readonly kind: 'stdout' }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'http'; readonly url: URL };

const loopback = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Reads AUDIT_SINK. Throws an error that says what is wrong with it. */
export function sinkAddress(text: string): SinkAddress {
  if (text === 'stdout') return { kind: 'stdout' };
  if (text.startsWith('file:')) return { kind: 'file', path: pathOf(text) };
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw new Error('must be `stdout`, `file:` with a path, or an https address');
  if (url.protocol === 'http:' && !loopback.test(url.hostname))
    throw new Error('must be https: only an address of this machine itself may be http');
  if (`${url.username}${url.password}` !== '')
    throw new Error('must hold no user and no password: what proves who sends goes into AUDIT_SINK_HEADERS');
  if (url.hash !== '') throw new Error('must have no fragment');
  return { kind: 'http', url };
}

function pathOf(text: string): string {
  const path = text.slice('file:'.length);
  if (path === '' || path.endsWith('/')) throw new Error('must name a file behind `file:`');
  if (path.includes('\0')) throw new Error('must be a path without NUL');
  if (!path.startsWith('//')) return resolve(path);
  try {
    return fileURLToPath(text);
  } catch {
    throw new Error('must be a file of this machine, as in file:///var/log/audit.ndjson');
  }
}
