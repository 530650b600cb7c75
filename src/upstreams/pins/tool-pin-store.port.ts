import type { ToolPin } from './tool-drift.js';

/** Keeps what is pinned, one row per server of an app. Writes join the transaction that is open. */
export abstract class ToolPinStore {
  abstract find(serverId: string): Promise<ToolPin | undefined>;
  /** Leaves a pin alone that is there already. */
  abstract insertIfNew(pin: ToolPin): Promise<void>;
  /** Puts `pin` in the place of its predecessor, and lets all processes know that the app changed; `false` when somebody was faster. */
  abstract replace(pin: ToolPin): Promise<boolean>;
  /** Puts `after` in the place of `before`, of the same version; `false` when it is no longer there. */
  abstract complete(before: ToolPin, after: ToolPin): Promise<boolean>;
  /** Notes that the drift to this set has been reported; `false` when it had been already. */
  abstract markReported(serverId: string, digest: string): Promise<boolean>;
}
