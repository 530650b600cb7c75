import type { JsonValue } from '../../../kernel/json/json.js';
import type { JournalEntry } from './journal-entry.js';

/** Keeps the journals of runs. Writes join the transaction that is open. */
export abstract class JournalStore {
  abstract add(entries: readonly JournalEntry[]): Promise<void>;
  /** In the order in which they were written. */
  abstract list(runId: string): Promise<JournalEntry[]>;
  /** What waits say that have begun and not ended; `null` for those that were broken off. */
  abstract listOpenWaits(runId: string): Promise<JsonValue[]>;
  abstract remove(runId: string, places: readonly number[]): Promise<void>;
}
