import { usageFailure } from '../failure.js';

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** A gateway's address as people write it, as an absolute URL without a slash at its end: `gantry.example.com` is https, `localhost:3000` http. */
export function readGatewayUrl(text: string, from: string): string {
  const trimmed = text.trim();
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)
    ? trimmed
    : `${guessScheme(trimmed)}://${trimmed}`;
  let url: URL;
  try {
    url = new URL(withScheme);
  } catch {
    throw usageFailure(`${from} is not an address: ${text}`, 'It looks like https://gantry.example.com');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw usageFailure(
      `${from} must begin with http:// or https://: ${text}`,
      'It looks like https://gantry.example.com',
    );
  if (url.username !== '' || url.password !== '')
    throw usageFailure(`${from} must not carry a user name or password.`, 'Log in with: gantry login');
  return `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, '');
}

/** Whether a token sent to this address can be read on the way. */
export function isInTheClear(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !loopback.test(hostname);
}

function guessScheme(text: string): 'http' | 'https' {
  const host = /^(\[[^\]]*\]|[^:/]*)/.exec(text)?.[1] ?? '';
  return loopback.test(host) ? 'http' : 'https';
}
