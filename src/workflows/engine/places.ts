/** A run in memory, as far as its place goes. */
export interface Placed {
  readonly accountId: string;
  /** Whether it does something other than wait for tools; only such runs take a place. */
  readonly isBusy: boolean;
}

/**
 * Whether an account may have one more run carried out. While all places are taken it may as long as it has less than its share of them, so
 * that nobody waits for another account's runs to end. `waiting`: accounts that want a place.
 */
export function hasPlace(
  accountId: string,
  runs: Iterable<Placed>,
  places: number,
  waiting: readonly string[],
): boolean {
  const accounts = new Set([accountId, ...waiting]);
  let taken = 0;
  let own = 0;
  for (const run of runs) {
    if (!run.isBusy) continue;
    taken++;
    accounts.add(run.accountId);
    if (run.accountId === accountId) own++;
  }
  return taken < places || own < Math.ceil(places / accounts.size);
}
