const nowhere = 'http://nowhere.invalid';

/** The longest path to go on to: that of a program's request, with all it has to give back. */
export const maxNextPage = 12_000;

/**
 * Where to go after signing in: a path of this site, with query, or `/device`. Whatever a browser could take for another site
 * (`//evil`, `/\evil`, `https:evil`, control characters that it drops) is refused.
 */
export function nextPage(wanted: string | undefined): string {
  if (wanted === undefined || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(wanted)) return '/device';
  const url = URL.canParse(wanted, nowhere) ? new URL(wanted, nowhere) : undefined;
  if (url?.origin !== nowhere || url.pathname.startsWith('//')) return '/device';
  return url.pathname + url.search;
}
