import type { AuditEvent } from '../audit-store.port.js';

/** Why the sink takes nothing, and since when (milliseconds since the epoch). */
export interface SinkTrouble {
  readonly failure: string;
  readonly since: number;
  /** Events that wait. */
  readonly waiting: number;
}

/** Events that no sink has taken, and which process sends them. */
export abstract class AuditOutbox {
  /** The id of the newest of them. */
  abstract newest(): Promise<string | undefined>;
  /** The oldest ones up to an id, in the order of the log. */
  abstract list(upTo: string, limit: number): Promise<AuditEvent[]>;
  abstract taken(ids: readonly string[]): Promise<void>;
  /** Makes `holder` the one who sends until `until`, unless somebody else is by `now`. */
  abstract hold(holder: string, now: number, until: number): Promise<boolean>;
  abstract release(holder: string): Promise<void>;
  /** Keeps why the sink takes nothing, and since when for as long as that goes on; `undefined`: it does. */
  abstract tell(failure: string | undefined, now: number): Promise<void>;
  abstract trouble(): Promise<SinkTrouble | undefined>;
}
