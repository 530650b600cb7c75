import type { EraVerdict } from './upstream-connector.port.js';

/** Remembers for a while how each server speaks. A stale verdict never corrects itself, so each has a date. */
export abstract class EraVerdictStore {
  /** The verdict unless it is too old. `server` is the digest of all that a connection depends on, its credential too. */
  abstract find(server: string): Promise<EraVerdict | undefined>;
  abstract save(server: string, verdict: EraVerdict): Promise<void>;
}
