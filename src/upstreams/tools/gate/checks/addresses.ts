import { fitsAddressGlob } from '../../../../apps/document/policies/address-glob.js';

/** What begins an address: a scheme, what browsers take for one, or what they take for a host. */
const beginning =
  /(?:https?|wss?|ftp):(?=[^\s"'<>])|(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,24}:(?=[\\/]{2}[^\s"'<>])|(?<![\w:/\\.-])\/\/(?=[\w%-]{1,63}[.:@])|(?<![\w./@:-])www\.(?=[\w-])/gi;
const web = /^(?:https?|wss?|ftp):/i;
/** What surely ends one, and what ends it for most who read it. */
const hardEnd = /[\s"<>`]/;
const softEnd = /[\s"'<>`()[\]{}|^,;]/;
/** What ends sentences and marks, and no address. */
const trailing: ReadonlySet<string> = new Set(".,;:!?'*_)]}|");
/** Behind a host without a path: closing marks, and then what belongs to no host. */
const leavesHost = /^[)\]}'",;.!?*_|]*(?:[\s<>"'`([{]|$)/;
/** RFC 3986 §3, without a user. */
const plain = /^([a-z][a-z0-9+.-]*):\/\/(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::(\d*))?(?:[/?#][^\\]*)?$/i;
const maxLength = 2048;
const defaultPorts: Readonly<Record<string, string>> = {
  'http:': '80',
  'https:': '443',
  'ws:': '80',
  'wss:': '443',
  'ftp:': '21',
};

/** What stands in place of an address that is not shown. */
const removed = '[address removed]';

/** Which addresses may be told. */
export class AddressRules {
  constructor(private readonly globs: readonly string[]) {}

  /** A text without the addresses that fit none of the patterns, or that parsers read differently; the same when there are none. */
  applied(text: string, { ofWeb = false } = {}): string {
    let left = '';
    let done = 0;
    for (const { index } of text.matchAll(beginning)) {
      if (index < done) continue;
      const whole = upTo(hardEnd, text, index);
      if (ofWeb && !web.test(whole)) continue;
      if (this.isFit(whole, text.slice(index + whole.length, index + whole.length + 1))) continue;
      left += text.slice(done, index) + removed;
      done = index + whole.length;
    }
    return left + text.slice(done);
  }

  /** Both as far as most read it and as far as anybody may. */
  private isFit(whole: string, next: string): boolean {
    if (whole.length > maxLength) return false;
    const short = upTo(softEnd, whole, 0);
    const isHost = !/[/?#]/.test(short.replace(/^[^:/]{0,30}:?\/\//, ''));
    const isClear = isHost && leavesHost.test(whole.slice(short.length) + next);
    return [short, ...(isClear ? [] : [whole])].every((one) => this.fits(withoutTrailing(one)));
  }

  private fits(address: string): boolean {
    const spellings = address.startsWith('//')
      ? [`https:${address}`, `http:${address}`]
      : /^www\./i.test(address)
        ? [`https://${address}`, `http://${address}`]
        : [address];
    return spellings.some((spelling) => {
      const url = readAlike(spelling);
      return url !== undefined && this.globs.some((glob) => fitsAddressGlob(glob, url));
    });
  }
}

/** An address that a browser (WHATWG) and a parser of RFC 3986 take for the same place. */
function readAlike(text: string): URL | undefined {
  const [, scheme = '', host = '', port = ''] = plain.exec(text) ?? [];
  if (host === '' || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isSame =
    url.protocol === `${scheme.toLowerCase()}:` &&
    url.hostname.toLowerCase() === host.toLowerCase() &&
    (url.port === port || (url.port === '' && port === defaultPorts[url.protocol]));
  return isSame && url.username === '' && url.password === '' ? url : undefined;
}

function withoutTrailing(text: string): string {
  let end = text.length;
  while (trailing.has(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

function upTo(end: RegExp, text: string, from: number): string {
  const rest = text.slice(from, from + maxLength + 1);
  const at = rest.search(end);
  return at < 0 ? rest : rest.slice(0, at);
}
