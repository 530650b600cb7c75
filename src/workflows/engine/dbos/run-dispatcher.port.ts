import type { RunOrder } from './run-order.js';

export type CarryOut = (order: RunOrder) => Promise<void>;

/** Gives runs to processes: one that a process was given and did not bring to its end can be given to any other. */
export abstract class RunDispatcher {
  /** Name of this process among those that carry out runs; a new one each time it starts. */
  abstract readonly workerId: string;
  abstract readonly launched: boolean;

  /** From now on this process carries out runs. Concurrent calls share one launch; a failed one can be tried again. */
  abstract launch(carryOut: CarryOut): Promise<void>;
  /** Lets go of all runs under way; they stay pending. */
  abstract stop(): Promise<void>;

  /** Leaves a run to whichever process has room; those of a lower `rank` come first. An order that was given before is not given again. */
  abstract enqueue(order: RunOrder, rank?: number): Promise<void>;

  /** Ids of the orders that a worker has begun and not ended. */
  abstract listPending(workerId: string): Promise<string[]>;
  /** Takes orders from whoever has them, for whichever process has room. */
  abstract resume(ids: readonly string[]): Promise<void>;
  /** Which of these exist, and whether they have ended. */
  abstract states(ids: readonly string[]): Promise<ReadonlyMap<string, 'ended' | 'open'>>;
  /** Forgets orders that ended before an instant. */
  abstract forgetEnded(before: number): Promise<void>;
}
