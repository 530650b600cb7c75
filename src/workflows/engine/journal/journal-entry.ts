import type { JsonObject, JsonValue } from '../../../kernel/json/json.js';

/**
 * What the journal can say of a key: `mark` a step that must not be repeated began, `wait` somebody began to wait, `value`, `error` and
 * `signal` how a step, sleep, clock or wait ended, `branches` which branch decided the end of all.
 */
export type EntryKind = 'mark' | 'wait' | 'value' | 'error' | 'signal' | 'branches';

/** One line of the journal of a run. */
export interface JournalEntry {
  readonly runId: string;
  /** Counts up in the run. */
  readonly place: number;
  readonly kind: EntryKind;
  readonly key: string;
  readonly value: JsonValue;
}

/** What is known of a run when it is taken up again: finished keys with their ends, begun ones without. */
export class Replay {
  private readonly ends = new Map<string, JournalEntry>();
  private readonly begun = new Map<string, JsonValue>();

  /** The run is new: nobody has begun anything. */
  readonly isEmpty: boolean;

  constructor(entries: readonly JournalEntry[]) {
    this.isEmpty = entries.length === 0;
    for (const entry of entries)
      if (entry.kind === 'mark' || entry.kind === 'wait') this.begun.set(entry.key, entry.value);
      else this.ends.set(entry.key, entry);
  }

  /** How a key ended; each is asked for once, so it is not kept. */
  take(key: string): JournalEntry | undefined {
    const entry = this.ends.get(key);
    this.ends.delete(key);
    return entry;
  }

  /** Whether an earlier process went further in this part of the run than anybody has asked for yet. `key`: the branch, or '' for the whole run. */
  goesOn(key: string): boolean {
    if (key === '') return this.ends.size > 0;
    for (const ended of this.ends.keys()) if (ended.startsWith(`${key}/`)) return true;
    return false;
  }

  /** These branches are not asked for again: they lost, or their ends are known elsewhere. */
  forget(branches: readonly string[]): void {
    for (const ended of [...this.ends.keys()])
      if (branches.some((key) => ended.startsWith(`${key}/`))) this.ends.delete(ended);
  }

  /** What was noted when a wait was announced. */
  begunWith(key: string): JsonValue | undefined {
    return this.begun.get(key);
  }

  /** Whether a step was marked, or a wait announced. */
  hasBegun(key: string): boolean {
    return this.begun.has(key);
  }
}

/** Ids of the signals that waits have taken. */
export function takenSignals(entries: readonly JournalEntry[]): string[] {
  return entries.flatMap(({ kind, value }) =>
    kind === 'signal' ? [value].flat().map((signal) => String((signal as JsonObject)['id'])) : [],
  );
}
