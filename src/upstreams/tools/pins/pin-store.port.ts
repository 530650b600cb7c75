import type { Pin, PinKey } from './drift.js';

/** Keeps what is pinned, one row per server of an app and kind. Writes join the transaction that is open. */
export abstract class PinStore {
  abstract find(key: PinKey): Promise<Pin | undefined>;
  /** Leaves a pin alone that is there already. */
  abstract insertIfNew(pin: Pin): Promise<void>;
  /** Puts `pin` in the place of its predecessor, and lets all processes know that the app changed; `false` when somebody was faster. */
  abstract replace(pin: Pin): Promise<boolean>;
  /** Puts `after` in the place of `before`, of the same version; `false` when it is no longer there. */
  abstract complete(before: Pin, after: Pin): Promise<boolean>;
  /** Notes that the drift to this set has been reported; `false` when it had been already. */
  abstract markReported(key: PinKey, digest: string): Promise<boolean>;
  /** Removes pins of the app that are not of these servers, apart from those of the `most` others that were pinned last. */
  abstract removeOthers(appId: string, serverIds: readonly string[], most: number): Promise<void>;
}
