/** An address that a person is returned to, as the client spells it (RFC 6749 §3.1.2). */
export type RedirectAddress = string;

export const maxRedirectLength = 2048;

/** The characters of RFC 3986 but for `#`: nothing that parsers read differently, and no fragment (RFC 6749 §3.1.2). */
const spelling = /^[A-Za-z][A-Za-z0-9+.-]*:[\w\-.~:/?[\]@!$&'()*+,;=%]+$/;
const webSpelling = /^https?:\/\/[^/?]/i;

/** Schemes that run a script, open what is on the machine or in the browser itself, or belong to something other than a program that waits. */
const forbiddenSchemes: ReadonlySet<string> = new Set([
  ...['javascript', 'vbscript', 'livescript', 'mocha', 'data', 'blob', 'filesystem', 'file', 'content'],
  ...['about', 'view-source', 'jar', 'res', 'resource', 'mhtml', 'mk', 'its', 'ms-its', 'wyciwyg'],
  ...['chrome', 'chrome-extension', 'chrome-untrusted', 'devtools', 'edge', 'brave', 'opera', 'vivaldi'],
  ...['moz-extension', 'ms-browser-extension', 'safari-extension', 'safari-web-extension'],
  ...['intent', 'android-app', 'shell', 'hcp', 'search', 'search-ms', 'ms-msdt', 'ms-appinstaller'],
  ...['ms-word', 'ms-excel', 'ms-powerpoint', 'ms-officecmd', 'itms-services', 'x-apple.systempreferences'],
  ...['ws', 'wss', 'ftp', 'ftps', 'sftp', 'ssh', 'telnet', 'smb', 'nfs', 'afp', 'gopher', 'ldap', 'ldaps'],
  ...['mailto', 'tel', 'sms', 'facetime', 'news', 'nntp', 'irc', 'ircs', 'cid', 'mid', 'urn', 'tag', 'git'],
]);

/** Why nobody may be returned there, as a sentence without its beginning; `undefined` when it is an address to return to. */
export function redirectFault(address: RedirectAddress): string | undefined {
  if (address.length > maxRedirectLength) return `must have at most ${String(maxRedirectLength)} characters`;
  if (address.includes('#')) return 'must not have a fragment';
  if (!spelling.test(address) || !URL.canParse(address)) return 'is not an absolute address';
  const url = new URL(address);
  const scheme = url.protocol.slice(0, -1);
  if (forbiddenSchemes.has(scheme)) return `must not have the scheme ${scheme}`;
  if (scheme !== 'http' && scheme !== 'https') return undefined;
  if (!webSpelling.test(address)) return 'is not an absolute address';
  if (url.username !== '' || url.password !== '') return 'must not have a user or password';
  if (scheme === 'http' && !isThisComputer(url.hostname))
    return 'must be https, unless it is on this computer (localhost, 127.0.0.1, [::1])';
  return undefined;
}

/** Whether it leads to a program on the computer of who is returned (RFC 8252 §7.3). */
export function isLoopback(address: RedirectAddress): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && isThisComputer(hostname);
}

/** Whether it leads to a program by a scheme of its own (RFC 8252 §7.1). */
export function isPrivateScheme(address: RedirectAddress): boolean {
  return !/^https?:/i.test(address);
}

/** The host of an address; empty where its scheme has none, as in `com.example:/callback`. */
export function redirectHost(address: RedirectAddress): string {
  return URL.canParse(address) ? new URL(address).hostname.toLowerCase() : '';
}

/**
 * The form in which an address is kept and compared: as it is, but without a port on this computer. A program there gets whichever port is
 * free (RFC 8252 §7.3), so that two registrations that differ in it are one.
 */
export function canonicalRedirect(address: RedirectAddress): RedirectAddress {
  if (!isLoopback(address)) return address;
  const url = new URL(address);
  url.port = '';
  return url.href;
}

/** Whether who registered `registered` may have people returned to `given`: the very same, or another port on this computer. */
export function isSameRedirect(registered: RedirectAddress, given: RedirectAddress): boolean {
  return registered === given || canonicalRedirect(registered) === canonicalRedirect(given);
}

function isThisComputer(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
