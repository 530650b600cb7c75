/** Where a run begins anew that is tried again from a step. It is in the event `run.started`, so that whoever reads events forgets what came after the step. */
export interface Rewind {
  /** Key of the step. */
  readonly to: string;
  /** Number of the event by which it began: what began later came after it, */
  readonly since: number;
  /** but for what runs beside it: keys of the branches that it is in. */
  readonly branches: readonly string[];
}

/** Whether a step that began with the event `seq` is forgotten: the step itself, what is in it, and what came after it. */
export function isUndone(key: string, seq: number, rewind: Rewind): boolean {
  return isPartOf(key, rewind.to) || (seq > rewind.since && !isBeside(key, rewind));
}

/** Whether a step is of another branch than the one that is begun anew. */
export function isBeside(key: string, { branches }: Rewind): boolean {
  return branches.some(
    (branch) => key.startsWith(branch.slice(0, branch.lastIndexOf('/') + 1)) && !isPartOf(key, branch),
  );
}

export function isPartOf(key: string, around: string): boolean {
  return key === around || key.startsWith(`${around}/`);
}

/** What an event says of it. */
export function rewindIn(value: unknown): Rewind | undefined {
  return value === undefined ? undefined : (value as Rewind);
}
