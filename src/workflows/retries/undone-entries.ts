import type { JournalEntry } from '../engine/journal/journal-entry.js';
import { isBeside, isPartOf, type Rewind } from './rewind.js';
import type { StepStarts } from './step-starts.js';

/** `unclear`: it is of a task around the step, which began before it and goes on after it. */
type Lot = 'kept' | 'undone' | 'beside' | 'unclear';

/** The entries of the journal without which a replay begins anew at the step, and takes what came before it from the others. */
export function undoneEntries(
  entries: readonly JournalEntry[],
  rewind: Rewind,
  starts: StepStarts,
): JournalEntry[] {
  const told = entries.map((entry) => ({ entry, lot: lotOf(entry, rewind, starts) }));
  const first = told.find(({ lot }) => lot === 'undone')?.entry.place;
  const last = told.findLast(({ lot }) => lot === 'kept')?.entry.place ?? 0;
  const boundary = first ?? last + 1;
  return told.flatMap(({ entry, lot }) =>
    lot === 'undone' || (lot === 'unclear' && entry.place >= boundary) || isTimeAround(entry, rewind)
      ? [entry]
      : [],
  );
}

function lotOf({ key, kind }: JournalEntry, rewind: Rewind, starts: StepStarts): Lot {
  const { to, since } = rewind;
  if (isPartOf(key, to)) return 'undone';
  if (isBeside(key, rewind)) return 'beside';
  const owner = starts.ownerOf(key);
  if (owner === undefined || isPartOf(to, owner))
    // Which branch decided is open again.
    return kind === 'branches' && key === owner ? 'undone' : 'unclear';
  return (starts.get(owner) ?? 0) > since ? 'undone' : 'kept';
}

/** The time of a task around the step begins anew. */
function isTimeAround({ key }: JournalEntry, { to }: Rewind): boolean {
  const around = key === 'timeout' ? 'do' : /^(.*)\/(?:timeout|retry)$/.exec(key)?.[1];
  return around !== undefined && around !== to && isPartOf(to, around);
}
