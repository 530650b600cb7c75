import type { StrandEnd, StrandOrder } from './strand.js';

export type CarryOut = (order: StrandOrder) => Promise<StrandEnd>;

/** Carries out strands durably: one that a process began and did not end can be resumed by any other. */
export abstract class StrandRuntime {
  /** Name of this process among those that carry out strands; a new one each time it starts. */
  abstract readonly workerId: string;
  abstract readonly launched: boolean;

  /** From now on this process carries out strands. Concurrent calls share one launch; a failed one can be tried again. */
  abstract launch(carryOut: CarryOut): Promise<void>;
  /** Lets go of all strands under way; they stay pending. */
  abstract stop(): Promise<void>;

  /** Begins with a strand in this process; the result is its end. One that has been begun is not begun again. */
  abstract begin(order: StrandOrder): Promise<{ readonly end: Promise<StrandEnd> }>;
  /** Leaves a strand to whichever process has room; those of a lower `rank` come first. */
  abstract enqueue(order: StrandOrder, rank?: number): Promise<void>;
  /** Inside a strand: runs `work` unless a replay finds that it ran to its end. */
  abstract once(key: string, work: () => Promise<void>): Promise<void>;
  /** Whether `once` threw this because another process has the strand now. */
  abstract isTakenOver(error: unknown): boolean;
  /** Lets an ended strand run on where it was; `false` when it has not ended. */
  abstract wake(id: string): Promise<boolean>;

  /** Ids of the strands that a worker has begun and not ended. */
  abstract listPending(workerId: string): Promise<string[]>;
  /** Takes strands from whoever has them, for whichever process has room. */
  abstract resume(ids: readonly string[]): Promise<void>;
  /** Which of these exist, and whether they have ended. */
  abstract states(ids: readonly string[]): Promise<ReadonlyMap<string, 'ended' | 'open'>>;
  /** The ends of those of these that have ended. */
  abstract ends(ids: readonly string[]): Promise<ReadonlyMap<string, StrandEnd>>;
  /** Ids of strands that ended before an instant, oldest first. */
  abstract listEnded(before: number, page: { offset: number; limit: number }): Promise<string[]>;
  abstract remove(ids: readonly string[]): Promise<void>;
}
