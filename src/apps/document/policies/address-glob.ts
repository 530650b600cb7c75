import { matchesGlob } from '../../../kernel/text/glob.js';

/** A pattern of addresses: without a scheme it is of the web, without a path of whole sites. */
const form = /^(?:([a-z*?][a-z0-9+.*?-]*):\/\/)?([^\s/@\\]+)(\/[^\s\\]*)?$/i;
const web: readonly string[] = ['http:', 'https:', 'ws:', 'wss:'];

export function isAddressGlob(text: string): boolean {
  return form.test(text);
}

/** Whether an address fits a pattern, part by part: what stands for a host reaches into no path. */
export function fitsAddressGlob(glob: string, { protocol, host, pathname, search, hash }: URL): boolean {
  const [, scheme, sites = '', path = '*'] = form.exec(glob) ?? [];
  const isOfScheme =
    scheme === undefined
      ? web.includes(protocol)
      : matchesGlob(scheme.toLowerCase(), protocol.slice(0, -1).toLowerCase());
  return (
    isOfScheme &&
    matchesGlob(sites.toLowerCase(), host.toLowerCase()) &&
    matchesGlob(path, pathname + search + hash)
  );
}
