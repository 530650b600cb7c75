/** What an account has in the database of one kind, as far as a process knows. */
export interface StoredUsage {
  /** Measured; undefined before that. */
  bytes: number | undefined;
  /** Written by this process since. */
  grown: number;
  /** Time of the process, in milliseconds. */
  measuredAt: number;
  /** How long measuring took. */
  costMs: number;
  /** Nothing could be removed the last time, and the quota is exceeded. */
  isStuck: boolean;
}

export function newStoredUsage(): StoredUsage {
  return { bytes: undefined, grown: 0, measuredAt: -Infinity, costMs: 0, isStuck: false };
}

export function usedOf({ bytes = 0, grown }: StoredUsage): number {
  return bytes + grown;
}
