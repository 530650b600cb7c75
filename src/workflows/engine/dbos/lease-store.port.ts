import type { OwnedOrder, RunOrder } from './run-order.js';

/** A run that this process carries out, for as long as nobody else has written a token of theirs. */
export interface Lease {
  readonly runId: string;
  readonly token: string;
}

/** A run that is still this process's. */
export interface LeasedRun {
  readonly id: string;
  /** Whether somebody wants it to stop. */
  readonly isCancelled: boolean;
}

/** Who has which run. */
export abstract class LeaseStore {
  /**
   * Takes the run of an order, from whoever has it; from nobody but `previous` when that is named. `false` when there is nothing left to do
   * for the order.
   */
  abstract claim(order: RunOrder, token: string, previous?: string): Promise<boolean>;
  /** Those of these that hold. */
  abstract listHeld(leases: readonly Lease[]): Promise<LeasedRun[]>;
  /** Makes a run that waits one that is under way: its new order, undefined when it does not wait. */
  abstract wake(runId: string): Promise<OwnedOrder | undefined>;
  /** Does so with runs whose time has come by `until`, the most urgent first. Nobody else gets the same ones. */
  abstract wakeDue(until: number, limit: number): Promise<OwnedOrder[]>;
  /** The same order anew, when it is still the latest of a run that is under way. */
  abstract renew(order: RunOrder): Promise<OwnedOrder | undefined>;
  /** Runs under way that began before an instant, by id, those after `after`. */
  abstract listRunning(before: number, after: string, limit: number): Promise<OwnedOrder[]>;
}
