const nowhere = 'http://nowhere.invalid';

/** The longest path to go on to: that of a program's request, with all it has to give back. */
export const maxNextPage = 12_000;

/** Where to go after signing in: a path of this site, with query, or the console. */
export function nextPage(wanted: string | undefined): string {
  return ownPath(wanted) ?? '/console';
}

/**
 * A path of this site, with query. Whatever a browser could take for another site (`//evil`, `/\evil`, `https:evil`, control characters that
 * it drops) is `undefined`.
 */
export function ownPath(wanted: string | undefined): string | undefined {
  if (wanted === undefined || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(wanted)) return undefined;
  const url = URL.canParse(wanted, nowhere) ? new URL(wanted, nowhere) : undefined;
  return url?.origin !== nowhere || url.pathname.startsWith('//') ? undefined : url.pathname + url.search;
}
