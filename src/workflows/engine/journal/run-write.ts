import type { RunEvent } from '../../runs/run-event.js';
import type { RunChange } from '../../runs/run-store.port.js';
import type { Run } from '../../runs/run.js';
import type { JournalEntry } from './journal-entry.js';

/** What a run wants to have written at one moment: all of it or nothing. */
export interface RunWrite {
  readonly runId: string;
  /** Of the lease under which it writes; unset where one process carries out all runs. */
  readonly token: string | undefined;
  readonly entries: readonly JournalEntry[];
  readonly events: readonly RunEvent[];
  readonly change?: RunChange;
  /** The run itself, with its first event, where it is written down nowhere yet. */
  readonly begins?: { readonly run: Run; readonly first: RunEvent };
}
