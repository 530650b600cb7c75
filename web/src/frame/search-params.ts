/** What an address holds beside its path: names and texts, nothing else, so that addresses can be written by hand. */
export type Search = Readonly<Record<string, string | undefined>>;

export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(search).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  );
  const text = new URLSearchParams(entries).toString();
  // Colons and commas may stand there as they are (RFC 3986 §3.4).
  return text === '' ? '' : `?${text.replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%2F', '/')}`;
}
