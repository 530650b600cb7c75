import type { JsonObject, JsonValue } from '../../../kernel/json/json.js';
import type { RunEventType } from '../../runs/run-event.js';
import type { RunChange } from '../../runs/run-store.port.js';
import type { StoredSignal } from '../../runs/run.js';
import type { EntryKind } from '../embedded/journal-entry.js';
import type { StrandHold } from './strand.js';

/** What a strand wants to have written at one moment: all of it or nothing. */
export interface StrandWrite {
  readonly entries?: readonly { readonly kind: EntryKind; readonly key: string; readonly value: JsonValue }[];
  readonly events?: readonly { readonly type: RunEventType; readonly data: JsonObject }[];
  readonly change?: RunChange;
}

/** Where strands write. All of it throws `WorkAborted` when the strand has been ended, or another process has it now. */
export interface StrandWriter {
  write(hold: StrandHold, write: StrandWrite): Promise<void>;
  /** Takes the oldest of these signals that no wait has taken, and writes what `writeOf` makes of it with it. Undefined when there is none. */
  takeSignal(
    hold: StrandHold,
    signals: readonly StoredSignal[],
    writeOf: (signal: StoredSignal) => StrandWrite,
  ): Promise<StoredSignal | undefined>;
}
