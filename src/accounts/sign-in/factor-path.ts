/** The page of one's own second factor, and where it leads afterwards. */
export function factorPath(next?: string): string {
  return next === undefined ? '/factor' : `/factor?next=${encodeURIComponent(next)}`;
}
