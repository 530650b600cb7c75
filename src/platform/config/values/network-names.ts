import { isIP } from 'node:net';

const label = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/i;

/** Whether `text` is an address or a name of a host, without scheme, port, brackets or wildcards. */
export function isHost(text: string): boolean {
  return isIP(text) !== 0 || (text.length <= 253 && text.split('.').every((part) => label.test(part)));
}

/** Whether `text` is an address, or a network as address and length of its prefix (`10.0.0.0/8`). */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = address.includes('%') ? 0 : isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** Whether `text` is an origin as browsers send it (RFC 6454 §6.1): scheme, host, and the port where it is not the usual one. */
export function isOrigin(text: string): boolean {
  if (!/^[a-z][a-z\d+.-]*:\/\/[^/?#@*\s]+$/i.test(text)) return false;
  return !/^https?:/i.test(text) || (URL.canParse(text) && new URL(text).origin === text.toLowerCase());
}
