import { isLoopback, redirectHost, type RedirectAddress } from '../clients/redirect-address.js';

/** The host by which a grant is told from those with other return addresses; a program on this computer gets another port each time. */
export function returnHostOf(address: RedirectAddress): string {
  if (isLoopback(address)) return redirectHost(address);
  const { protocol, host } = new URL(address);
  return protocol === 'https:' ? host : `${protocol}//${host}`;
}

/** Where the browser goes with an answer (RFC 6749 §4.1.2, RFC 9207 §2). `state` is percent-encoded already. */
export function returnTo(
  address: RedirectAddress,
  answer: Readonly<Record<string, string>>,
  { state, issuer }: { readonly state?: string | undefined; readonly issuer: string },
): string {
  const given = Object.entries(answer).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const parts = [
    ...given,
    ...(state === undefined ? [] : [`state=${state}`]),
    `iss=${encodeURIComponent(issuer)}`,
  ];
  return `${address}${separatorOf(address)}${parts.join('&')}`;
}

/**
 * What a page may send its form to when the answer leads to this address: browsers built on Chromium apply `form-action` to the redirect that
 * follows, and to those after it, which lead to pages of the program.
 */
export function formTargetsOf(address: RedirectAddress): string[] {
  const { protocol, origin, hostname } = new URL(address);
  // Policies have no spelling for IPv6 addresses, nor for what follows a scheme that is not a browser's own.
  const own =
    protocol === 'http:' || protocol === 'https:' ? (hostname.startsWith('[') ? protocol : origin) : protocol;
  return ["'self'", own, 'https:'];
}

function separatorOf(address: string): string {
  if (!address.includes('?')) return '?';
  return /[?&]$/.test(address) ? '' : '&';
}
